package org.eddp.study.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.features.ImageStream;
import org.eddp.monitor.Monitor;
import org.eddp.names.Named;
import org.eddp.tensor.Workers;

/**
 * Contributions of concepts to classes in both networks, picture by picture: by how much the logit falls when the
 * concept alone is removed.
 *
 * @param picture number among the shared pictures
 * @param classes that contributions are to
 * @param before concepts of the first run x classes; null for a concept that the picture does not have
 * @param after the same of the second run
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PairedContributions(int picture, int[] classes, double[][] before, double[][] after) {
    private static final long READ_ELEMENTS = 1 << 20;

    /**
     * Reads pictures.
     *
     * @param pictures numbers among the shared pictures
     * @param classes of a picture
     * @param workers threads; not closed
     * @param each receives the contributions in the order of the pictures, never concurrently
     */
    static void forEach(
            DiffSide before,
            DiffSide after,
            int[] pictures,
            IntFunction<int[]> classes,
            Workers workers,
            Monitor monitor,
            Consumer<PairedContributions> each) {
        FeatureSource first = before.source().subset(pictures);
        FeatureSource second = after.source().subset(pictures);
        ImageStream.ofImages(first, Math.min(atOnce(first), atOnce(second)))
                .watchedBy(monitor, "comparing the runs")
                .<List<PairedContributions>>forEachAhead(
                        workers,
                        range -> {
                            Batch other = second.range(range.first(), range.images());
                            List<PairedContributions> found = new ArrayList<>();
                            for (int n = 0; n < range.images(); n++) {
                                int picture = pictures[range.first() + n];
                                int[] wanted = classes.apply(picture);
                                found.add(new PairedContributions(
                                        picture,
                                        wanted,
                                        before.falls(range.batch(), n, wanted),
                                        after.falls(other, n, wanted)));
                            }
                            return found;
                        },
                        found -> found.forEach(each));
    }

    private static int atOnce(FeatureSource source) {
        return (int) Math.max(1, READ_ELEMENTS / source.grid().cells() / (4L * source.width()));
    }

    /**
     * Contribution of a concept in the first network; 0 if only the second run has it.
     *
     * @param place of the class among {@link #classes}
     */
    double before(ComparedConcept concept, int place) {
        return sum(concept.before(), before, place);
    }

    /** The same in the second network. */
    double after(ComparedConcept concept, int place) {
        return sum(concept.after(), after, place);
    }

    private static double sum(List<Named> concepts, double[][] falls, int place) {
        double sum = 0;
        for (Named concept : concepts) {
            double[] own = falls[concept.number()];
            sum += own == null ? 0 : own[place];
        }
        return sum;
    }
}
