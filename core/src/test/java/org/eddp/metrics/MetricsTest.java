package org.eddp.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.eddp.directions.Detectors;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.files.json.Json;
import org.eddp.labels.Concept;
import org.eddp.labels.Dissection;
import org.eddp.labels.LabelledImages;
import org.eddp.labels.Labels;
import org.eddp.labels.Labels.DetectorGroups;
import org.eddp.labels.PatchLabels;
import org.eddp.metrics.PatchScoring.BinaryScores;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsTest {
    private static final Grid GRID = new Grid(2, 2);

    /** Label maps of the grid's size; concept 1 where the first feature is large, half of the images without objects. */
    static LabelledImages images(SplittableRandom random, int count) {
        Matrix x = new Matrix(count * GRID.cells(), 3);
        List<LabelledImages.Pixels> labels = new ArrayList<>();
        for (int image = 0; image < count; image++) {
            int[] objects = new int[GRID.cells()];
            int[] colours = new int[GRID.cells()];
            for (int cell = 0; cell < objects.length; cell++) {
                for (int d = 0; d < 3; d++) {
                    x.set(image * GRID.cells() + cell, d, random.nextInt(-3, 4));
                }
                objects[cell] = x.get(image * GRID.cells() + cell, 0) + random.nextGaussian() > 1 ? 1 : 2;
                colours[cell] = random.nextInt(3, 5);
            }
            LabelledImages.Pixels.Layer layer = image % 2 == 0
                    ? LabelledImages.Pixels.Layer.map("object", objects)
                    : LabelledImages.Pixels.Layer.map("colour", colours);
            labels.add(new LabelledImages.Pixels(2, 2, List.of(layer)));
        }
        return new LabelledImages.InMemory(
                new DenseFeatures(Tensor.of(x, DType.FLOAT64), GRID), labels, null, number -> "label " + number);
    }

    private static Labels labels(LabelledImages images, Dissection.Counts counts) {
        return Labels.of(
                "made",
                counts,
                counts,
                images::labelName,
                Dissection.CountedImages.ANNOTATED_IMAGES,
                Labels.INTERPRETABLE);
    }

    @Test
    void scoresOfPatchesEqualTheirDefinition(@TempDir Path folder) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            LabelledImages images = images(new SplittableRandom(1), 40);
            Detectors detectors = new Detectors(Matrix.identity(3), new double[] {0.5, 1.5, 5});
            Labels labels = labels(images, Dissection.run(images, detectors, workers, Monitor.NONE));
            assertThat(labels.detectors().get(0).concept()).isEqualTo(new Concept("object", 1, "label 1"));

            Metrics metrics = Metrics.of(images, detectors, labels, PatchLabels.Rule.MAJORITY, workers, Monitor.NONE);

            double[] x = ((DenseFeatures) images.features()).rows().toDoubles();
            long both = 0;
            long detected = 0;
            long shown = 0;
            for (int image = 0; image < 40; image += 2) {
                int[] map = images.labels(image).layers().get(0).map();
                for (int cell = 0; cell < 4; cell++) {
                    boolean fires = x[(image * 4 + cell) * 3] > 0.5;
                    detected += fires ? 1 : 0;
                    shown += map[cell] == 1 ? 1 : 0;
                    both += fires && map[cell] == 1 ? 1 : 0;
                }
            }
            Metrics.DetectorMetrics first = metrics.detectors().get(0);
            double precision = (double) both / detected;
            double recall = (double) both / shown;
            assertThat(first.precision()).isEqualTo(precision, within(1e-12));
            assertThat(first.recall()).isEqualTo(recall, within(1e-12));
            assertThat(first.f1()).isEqualTo(2 * precision * recall / (precision + recall), within(1e-12));
            assertThat(first.averagePrecision()).isGreaterThan(0.6);
            Metrics.DetectorMetrics silent = metrics.detectors().get(2);
            assertThat(silent.concept()).isNull();
            assertThat(silent.precision()).isZero();
            assertThat(metrics.precision().mean())
                    .isEqualTo((precision + metrics.detectors().get(1).precision()) / 3, within(1e-12));
            assertThat(metrics.coverage()).isBetween(0.3, 0.8);
            Path file = folder.resolve("metrics.json");
            Json.write(file, metrics);
            assertThat(Metrics.read(file)).isEqualTo(metrics);
        }
    }

    @Test
    void groupScoresByItsLargestMember() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            LabelledImages images = images(new SplittableRandom(2), 20);
            Detectors detectors = new Detectors(
                    Matrix.of(new double[] {1, 1, 0}, new double[] {0, 0, 1}, new double[] {0, 0, 0}),
                    new double[] {2.5, 1.5, 0});
            DetectorGroups groups = new DetectorGroups(List.of(new int[] {0, 1}));
            Labels of = labels(images, Dissection.run(images, detectors, groups, workers, Monitor.NONE));
            Metrics grouped =
                    Metrics.of(images, detectors, groups, of, PatchLabels.Rule.MAJORITY, workers, Monitor.NONE);
            // the member with the lower threshold fires wherever the other does
            Detectors lower = new Detectors(detectors.filters().columns(1, 1), new double[] {1.5});
            Labels ofLower = labels(images, Dissection.run(images, lower, workers, Monitor.NONE));
            Metrics single = Metrics.of(images, lower, ofLower, PatchLabels.Rule.MAJORITY, workers, Monitor.NONE);
            assertThat(grouped.precision()).isEqualTo(single.precision());
            assertThat(grouped.averagePrecision()).isEqualTo(single.averagePrecision());
            assertThat(grouped.segmentation()).isEqualTo(single.segmentation());
            assertThat(grouped.coverage()).isNull();
            assertThatThrownBy(
                            () -> Metrics.of(images, detectors, of, PatchLabels.Rule.MAJORITY, workers, Monitor.NONE))
                    .hasMessageContaining("labels of 1 detectors, but there are 3");
        }
    }

    @Test
    void labelsMakeGroups() {
        Concept sky = new Concept("object", 1, "sky");
        Concept tree = new Concept("object", 2, "tree");
        Labels labels = new Labels(
                "",
                "",
                Dissection.CountedImages.ANNOTATED_IMAGES,
                0.04,
                1,
                1,
                List.of(
                        new org.eddp.labels.Labels.DetectorLabel(0, sky, 0.1, 0.1, true, Map.of()),
                        new org.eddp.labels.Labels.DetectorLabel(1, null, 0, 0, false, Map.of()),
                        new org.eddp.labels.Labels.DetectorLabel(2, tree, 0.1, 0.1, true, Map.of()),
                        new org.eddp.labels.Labels.DetectorLabel(3, sky, 0.1, 0.1, true, Map.of())));
        DetectorGroups groups = DetectorGroups.byLabel(labels);
        assertThat(groups.members()).hasSize(2);
        assertThat(groups.members().get(0)).containsExactly(0, 3);
        assertThat(groups.members().get(1)).containsExactly(2);
        assertThat(groups.concepts(labels)).containsExactly(sky, tree);
    }

    @Test
    void numbersThatHaveNoMeaningAreZero() {
        BinaryScores none = new BinaryScores(0, 0, 0, 0);
        assertThat(none.precision()).isZero();
        assertThat(none.recall()).isZero();
        assertThat(none.f1()).isZero();
        assertThat(new BinaryScores(1, 1, 1, 0).f1()).isEqualTo(0.5);
    }
}
