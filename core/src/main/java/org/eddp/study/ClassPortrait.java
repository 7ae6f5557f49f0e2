package org.eddp.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.eddp.features.FeatureSet;
import org.eddp.features.ImageStream;
import org.eddp.files.Json;
import org.eddp.monitor.Monitor;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.tensor.Tensor;

/**
 * What the images of a class contain, what they are taken for, and which concepts go with that. A class's images are those labelled
 * as it where labels are known, otherwise those the network takes for it. Where outputs are independent labels, an image belongs to
 * each of its labels, and none is taken for another.
 *
 * @param label the class
 * @param labelled whether its images are those that are labelled so
 * @param images of the class
 * @param contents every concept, by how much more of the class's images than of others it is in
 * @param confusions classes that its images are taken for, commonest first; empty where labels are not known, or independent
 * @param effects the concepts that move it most; null if influence was not measured
 */
public record ClassPortrait(
        Named label,
        boolean labelled,
        int images,
        List<Content> contents,
        List<Confused> confusions,
        @Json.MayBeNull ClassEffects effects) {
    private static final int MOVERS = 12;
    private static final long READ_ELEMENTS = 1 << 20;
    private static final int CAUSES = 5;
    private static final int CONFUSIONS = 8;

    public ClassPortrait {
        contents = List.copyOf(contents);
        confusions = List.copyOf(confusions);
    }

    /**
     * A concept in the images of a class.
     *
     * @param share of the class's images in which its detector fires somewhere
     * @param elsewhere the same of all other images
     */
    public record Content(int concept, double share, double elsewhere) {}

    /**
     * Images of the class that are taken for another.
     *
     * @param causes concepts that are in more of these than of those taken rightly, by how much more
     */
    public record Confused(Named taken, int images, List<Cause> causes) {}

    /**
     * A concept that goes with a confusion.
     *
     * @param share of the confused images in which it is
     * @param right the same of the images that are taken rightly
     */
    public record Cause(int concept, double share, double right) {}

    /** How many images of a feature set the network takes for a class. */
    public record Taken(Named label, int images) {}

    /** All classes of the network. */
    public static List<Taken> taken(Run run) {
        int[] counts = new int[run.features().info().classes()];
        run.features().predictions().forEach(own -> Arrays.stream(own).forEach(k -> counts[k]++));
        return IntStream.range(0, counts.length)
                .mapToObj(k -> new Taken(run.classNames().of(k), counts[k]))
                .toList();
    }

    /** Goes through the feature set of a run once. */
    public static ClassPortrait of(Run run, int label, Monitor monitor) {
        FeatureSet set = run.features();
        int[][] labels = labels(run, set);
        List<int[]> predictions = set.predictions();
        Counts elsewhere = new Counts(run.directions().concepts());
        Map<Integer, Counts> taken = new TreeMap<>();
        ImageStream.of(set, set.width() + run.directions().concepts(), READ_ELEMENTS)
                .watchedBy(monitor, "the class")
                .forEachAhead(run.workers(), range -> presence(run, range), found -> {
                    for (int n = 0; n < found.fires().length; n++) {
                        int image = found.first() + n;
                        int[] predicted = predictions.get(image);
                        boolean own = Arrays.stream(labels == null ? predicted : labels[image])
                                .anyMatch(k -> k == label);
                        int as = set.outputs() == OutputKind.LABELS ? label : predicted[0];
                        (own ? taken.computeIfAbsent(as, k -> new Counts(elsewhere.fires.length)) : elsewhere)
                                .add(found.fires()[n]);
                    }
                });
        return portrait(run, label, labels != null, taken, elsewhere);
    }

    /** Null where the class of some image is not known. */
    private static int[][] labels(Run run, FeatureSet set) {
        List<FeatureSet.ImageRecord> records = set.records();
        int[][] labels = new int[records.size()][];
        for (int n = 0; n < labels.length; n++) {
            String name = records.get(n).label();
            if (name == null) {
                return null;
            }
            try {
                labels[n] = FolderLabels.parse(
                        set.outputs().noun(), name, run.classNames(), set.info().classes(), set.outputs());
            } catch (IllegalArgumentException e) {
                return null; // folders that are not named after classes
            }
        }
        return labels;
    }

    /** In which images of a range every detector fires. */
    private record Presence(int first, boolean[][] fires) {}

    private static Presence presence(Run run, ImageStream.Range range) {
        Tensor scores = run.directions().detectors().scores(range.rows());
        int concepts = scores.size(1);
        double[] values = scores.toDoubles();
        boolean[][] fires = new boolean[range.images()][concepts];
        int cells = values.length / concepts / Math.max(1, range.images());
        for (int p = 0; p < values.length / concepts; p++) {
            for (int i = 0; i < concepts; i++) {
                fires[p / cells][i] |= values[p * concepts + i] > 0;
            }
        }
        return new Presence(range.first(), fires);
    }

    private static ClassPortrait portrait(
            Run run, int label, boolean labelled, Map<Integer, Counts> taken, Counts elsewhere) {
        Counts all = new Counts(elsewhere.fires.length);
        taken.values().forEach(all::add);
        Counts right = taken.getOrDefault(label, new Counts(elsewhere.fires.length));
        List<Content> contents = IntStream.range(0, all.fires.length)
                .mapToObj(i -> new Content(i, all.share(i), elsewhere.share(i)))
                .sorted(Comparator.comparingDouble((Content c) -> c.elsewhere() - c.share()))
                .toList();
        List<Confused> confusions = new ArrayList<>();
        taken.forEach((other, counts) -> {
            if (other != label) {
                confusions.add(new Confused(run.classNames().of(other), counts.images, causes(counts, right)));
            }
        });
        confusions.sort(Comparator.comparingInt(c -> -c.images()));
        return new ClassPortrait(
                run.classNames().of(label),
                labelled,
                all.images,
                contents,
                confusions.subList(0, Math.min(CONFUSIONS, confusions.size())),
                run.read(Results.SCORES)
                        .map(influence -> ClassEffects.of(influence, label, MOVERS, run.conceptNames()))
                        .orElse(null));
    }

    private static List<Cause> causes(Counts confused, Counts right) {
        return IntStream.range(0, confused.fires.length)
                .mapToObj(i -> new Cause(i, confused.share(i), right.share(i)))
                .filter(cause -> cause.share() > cause.right())
                .sorted(Comparator.comparingDouble((Cause c) -> c.right() - c.share()))
                .limit(CAUSES)
                .toList();
    }

    /** Images, and in how many of them every detector fires. */
    private static final class Counts {
        private final int[] fires;
        private int images;

        Counts(int concepts) {
            fires = new int[concepts];
        }

        void add(boolean[] present) {
            images++;
            for (int i = 0; i < fires.length; i++) {
                fires[i] += present[i] ? 1 : 0;
            }
        }

        void add(Counts other) {
            images += other.images;
            Arrays.setAll(fires, i -> fires[i] + other.fires[i]);
        }

        double share(int concept) {
            return images == 0 ? 0 : fires[concept] / (double) images;
        }
    }
}
