package org.eddp.metrics;

import java.util.Arrays;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * How detectors divide the patches of a set among themselves.
 *
 * @param coverage share of the patches on which at least one detector fires
 * @param redundancy detectors that fire on a patch, on average over all patches
 * @param sizes patches on which each detector fires
 * @param patchesByDetectors patches on which k detectors fire at once, for k from 0 up to the most that do
 */
public record Clustering(double coverage, double redundancy, long[] sizes, long[] patchesByDetectors) {
    private static final int TILE_ELEMENTS = 1 << 20;

    /** Counts over all patches. */
    public static Clustering of(FeatureSource source, Detectors detectors, Workers workers) {
        double[] firing = new double[detectors.concepts()];
        long[] together = new long[detectors.concepts() + 1];
        ImageStream.of(source, Math.max(source.width(), detectors.concepts()), TILE_ELEMENTS)
                .forEach(
                        workers,
                        range -> {
                            Tensor fires = detectors.scores(range.rows()).greaterThan(0);
                            return new Tensor[] {fires.sum(0), fires.sum(1)};
                        },
                        counts -> {
                            counts[0].addTo(firing);
                            for (double number : counts[1].toDoubles()) {
                                together[(int) Math.round(number)]++;
                            }
                        });
        long[] sizes = new long[firing.length];
        double all = 0;
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = Math.round(firing[i]);
            all += firing[i];
        }
        double patches = source.patches();
        return new Clustering((patches - together[0]) / patches, all / patches, sizes, withoutTail(together));
    }

    private static long[] withoutTail(long[] counts) {
        int length = counts.length;
        while (length > 1 && counts[length - 1] == 0) {
            length--;
        }
        return Arrays.copyOf(counts, length);
    }
}
