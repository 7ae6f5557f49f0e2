package org.eddp.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.files.FileFailure;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.images.input.Preprocessing;
import org.eddp.labels.Concept;
import org.eddp.labels.LabelledImages;
import org.eddp.labels.Labels.DetectorGroups;
import org.eddp.labels.PatchLabels;
import org.eddp.metrics.Metrics.Clustering;
import org.eddp.metrics.PatchScoring.BinaryScores;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PatchScoringTest {
    private static final Concept OBJECT = new Concept("object", 1, "label 1");
    private static final Concept COLOUR = new Concept("colour", 4, "label 4");
    private static final List<Concept> CONCEPTS = Arrays.asList(OBJECT, null, COLOUR);
    private static final DetectorGroups GROUPS =
            new DetectorGroups(List.of(new int[] {0}, new int[] {1}, new int[] {2, 1}));

    private Scope scope;
    private Workers workers;
    private LabelledImages images;
    private Detectors detectors;

    @BeforeEach
    void open() {
        scope = Scope.open();
        workers = new Workers(2);
        images = MetricsTest.images(new SplittableRandom(3), 17);
        detectors = new Detectors(Matrix.identity(3), new double[] {0.5, -1, 1});
    }

    @AfterEach
    void close() {
        workers.close();
        scope.close();
    }

    private PatchScoring test(LabelledImages of, long held) {
        return new PatchScoring(of, detectors, GROUPS, CONCEPTS, PatchLabels.Rule.MAJORITY, held);
    }

    private ScoredPatches scored(PatchScoring test, int block, int units) {
        ScoredPatches all = test.none(block);
        test.run(block, 0, units, workers, Monitor.NONE, all::add);
        return all;
    }

    private List<BinaryScores> binary(LabelledImages of, long held) {
        PatchScoring test = test(of, held);
        return test.binary(block -> scored(test, block, of.units().size()), workers);
    }

    /** Scores and truth of all patches, looked up one by one. */
    @Test
    void scoresOfKnownPatchesEqualTheirDefinition() {
        Set<Concept> wanted = new HashSet<>(List.of(OBJECT, COLOUR));
        PatchLabels labels = PatchLabels.of(images, wanted, PatchLabels.Rule.MAJORITY, workers, Monitor.NONE);
        double[] x = images.features().range(0, 17).rows(0, 17).toDoubles();
        List<BinaryScores> found = binary(images, 1 << 20);
        for (int g : new int[] {0, 2}) {
            BitSet known = labels.known(CONCEPTS.get(g).category());
            BitSet positive = labels.positive(CONCEPTS.get(g));
            assertThat(known.cardinality()).isBetween(1, 17 * 4 - 1);
            List<Float> shown = new ArrayList<>();
            List<Float> others = new ArrayList<>();
            for (int p = known.nextSetBit(0); p >= 0; p = known.nextSetBit(p + 1)) {
                double score = g == 0 ? x[p * 3] - 0.5 : Math.max(x[p * 3 + 2] - 1, x[p * 3 + 1] + 1);
                (positive.get(p) ? shown : others).add((float) score);
            }
            long hits = shown.stream().filter(s -> s > 0).count();
            assertThat(found.get(g).truePositives()).isEqualTo(hits);
            assertThat(found.get(g).falsePositives())
                    .isEqualTo(others.stream().filter(s -> s > 0).count());
            assertThat(found.get(g).falseNegatives()).isEqualTo(shown.size() - hits);
            assertThat(found.get(g).averagePrecision())
                    .isEqualTo(AveragePrecision.of(floats(shown), floats(others)), within(0.0));
        }
        assertThat(found.get(1)).isEqualTo(new BinaryScores(0, 0, 0, 0));
    }

    private static float[] floats(List<Float> values) {
        float[] all = new float[values.size()];
        for (int k = 0; k < all.length; k++) {
            all[k] = values.get(k);
        }
        return all;
    }

    @Test
    void blocksAndUnitsChangeNothing() {
        List<BinaryScores> whole = binary(images, 1 << 20);
        LabelledImages units = new InUnits(
                images, List.of(new int[] {5, 0, 16}, new int[0], new int[] {1, 2, 3, 4, 6, 7, 8, 9, 10}, new int[] {
                    11, 12, 13, 14, 15
                }));
        assertThat(test(images, 1 << 20).blocks()).isEqualTo(1);
        assertThat(test(images, 2 * 17 * 4).blocks()).isEqualTo(2);
        assertThat(test(images, 1).blocks()).isEqualTo(3);
        assertThat(binary(images, 1)).isEqualTo(whole);
        assertThat(binary(units, 1 << 20)).isEqualTo(whole);
        assertThat(binary(units, 2 * 17 * 4)).isEqualTo(whole);
    }

    /** Annotations are decoded once, not once for every block. */
    @Test
    void annotationsAreReadOnce() {
        int[] read = {0};
        LabelledImages counting = new InUnits(images, images.units()) {
            @Override
            public synchronized Pixels labels(int image) {
                read[0]++;
                return super.labels(image);
            }
        };
        binary(counting, 1);
        assertThat(read[0]).isEqualTo(17);
    }

    @Test
    void whatIsKeptIsTheSame() {
        ScoredPatches scores = scored(test(images, 1 << 20), 0, 1);
        byte[] bytes = scores.content().toBytes();
        ScoredPatches kept = ScoredPatches.read(SafetensorsFile.fromBytes("kept", bytes));
        assertThat(kept.content().toBytes()).isEqualTo(bytes);
        assertThat(kept.binary(workers)).isEqualTo(scores.binary(workers));
        ClusteringCounts counts = ClusteringCounts.none(3);
        ClusteringCounts.run(images.features(), images.units(), detectors, 0, 1, workers, Monitor.NONE, counts::add);
        ClusteringCounts again = ClusteringCounts.read(
                SafetensorsFile.fromBytes("kept", counts.content().toBytes()));
        Clustering clustering = Clustering.of(images.features(), detectors, workers);
        assertThat(again.clustering()).usingRecursiveComparison().isEqualTo(clustering);
        assertThat(counts.clustering()).usingRecursiveComparison().isEqualTo(clustering);
    }

    @Test
    void countsOfUnitsAddUp() {
        LabelledImages units = new InUnits(
                images,
                List.of(new int[] {5, 0, 16, 1, 2}, new int[0], new int[] {3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
        ClusteringCounts sum = ClusteringCounts.none(3);
        List<ClusteringCounts> each = new ArrayList<>();
        ClusteringCounts.run(units.features(), units.units(), detectors, 0, 3, workers, Monitor.NONE, each::add);
        assertThat(each).hasSize(3);
        each.forEach(sum::add);
        assertThat(sum.clustering())
                .usingRecursiveComparison()
                .isEqualTo(Clustering.of(images.features(), detectors, workers));
        assertThatThrownBy(() -> sum.add(ClusteringCounts.none(2))).hasMessageContaining("2 detectors");
        assertThatThrownBy(() -> ScoredPatches.none(3).add(ScoredPatches.none(2)))
                .hasMessageContaining("2 groups");
    }

    private static SafetensorsFile scores(long[] positives, float... positive) {
        return new SafetensorsFile()
                .add("positives", positives)
                .add("positive", positive)
                .add("negatives", new long[] {0, 0})
                .add("negative", new float[0]);
    }

    @Test
    void scoresThatDoNotBelongTogetherAreRefused() {
        assertThat(ScoredPatches.read(scores(new long[] {1, 2}, 1, 2, 3)).groups())
                .isEqualTo(2);
        refused(() -> ScoredPatches.read(scores(new long[] {1, 2}, 1, 2)), "no 2 scores of group 1");
        refused(() -> ScoredPatches.read(scores(new long[] {1, 1}, 1, 2, 3)), "1 scores of no group");
        refused(() -> ScoredPatches.read(scores(new long[] {-1, 2}, 1)), "no -1 scores of group 0");
        refused(() -> ScoredPatches.read(scores(new long[] {1, 0}, Float.NaN)), "not a number");
        refused(() -> ScoredPatches.read(scores(new long[] {1}, 1)), "'negatives' has 2 numbers");
    }

    private static SafetensorsFile counts(long patches, long[] sizes, long... together) {
        return new SafetensorsFile()
                .add("patches", new long[] {patches})
                .add("sizes", sizes)
                .add("together", together);
    }

    @Test
    void countsThatDoNotAddUpAreRefused() {
        long[] sizes = {2, 1};
        assertThat(ClusteringCounts.read(counts(5, sizes, 3, 1, 1)).clustering().coverage())
                .isEqualTo(0.4);
        refused(() -> ClusteringCounts.read(counts(6, sizes, 3, 1, 1)), "do not add up");
        refused(() -> ClusteringCounts.read(counts(5, sizes, 2, 2, 1)), "do not add up");
        refused(() -> ClusteringCounts.read(counts(5, new long[] {-1, 4}, 3, 1, 1)), "do not add up");
        refused(() -> ClusteringCounts.read(counts(5, sizes, 4, 1)), "'together' has 2 numbers");
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable reading, String why) {
        assertThatThrownBy(reading).isInstanceOf(FileFailure.class).hasMessageContaining(why);
    }

    /** The same images in other units. */
    private static class InUnits implements LabelledImages {
        private final LabelledImages whole;
        private final List<int[]> units;

        InUnits(LabelledImages whole, List<int[]> units) {
            this.whole = whole;
            this.units = units;
        }

        @Override
        public List<int[]> units() {
            return units;
        }

        @Override
        public FeatureSource features() {
            return whole.features();
        }

        @Override
        public Pixels labels(int image) {
            return whole.labels(image);
        }

        @Override
        public Preprocessing.CropBox visiblePart(int image) {
            return whole.visiblePart(image);
        }

        @Override
        public String labelName(int number) {
            return whole.labelName(number);
        }
    }
}
