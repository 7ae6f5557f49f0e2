package org.eddp.labels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.eddp.directions.Detectors;
import org.eddp.features.DenseFeatures;
import org.eddp.features.FeatureSource;
import org.eddp.features.Grid;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.files.json.Json;
import org.eddp.images.input.Preprocessing;
import org.eddp.labels.Labels.DetectorGroups;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.monitor.StoppingMonitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DissectionTest {
    private static final List<String> CATEGORIES = List.of("object", "part", "colour");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void countsEqualTheDefinition(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Grid grid = new Grid(random.nextInt(1, 6), random.nextInt(1, 6));
        int images = random.nextInt(1, 8);
        int width = 3;
        Detectors detectors = new Detectors(gaussian(random, width, 5), new double[] {0.5, 1, -1, 2, 4});
        List<LabelledImages.Pixels> labels = new ArrayList<>();
        List<Preprocessing.CropBox> boxes = new ArrayList<>();
        for (int i = 0; i < images; i++) {
            labels.add(randomLabels(random));
            boxes.add(randomBox(random, labels.get(i)));
        }
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            Tensor rows = Tensor.of(gaussian(random, images * grid.cells(), width), DType.FLOAT64);
            LabelledImages data = new LabelledImages.InMemory(
                    new DenseFeatures(rows, grid), labels, seed % 2 == 0 ? boxes : null, String::valueOf);

            Dissection.Counts counts = Dissection.run(data, detectors, workers, Monitor.NONE);

            assertThat(DissectionByDefinition.entries(counts))
                    .isEqualTo(DissectionByDefinition.run(data, detectors).counts);
            assertThat(counts.images()).isEqualTo(images);
            byte[] kept = counts.content().toBytes();
            assertThat(Dissection.Counts.read(SafetensorsFile.fromBytes("what was kept", kept)))
                    .hasToString(counts.toString());
        }
    }

    /** Units whose images are in any order, one of them empty; what each gives adds up to the whole. */
    @Test
    void countsOfUnitsAddUp() {
        SplittableRandom random = new SplittableRandom(8);
        Detectors detectors = new Detectors(gaussian(random, 3, 5), new double[5]);
        List<LabelledImages.Pixels> labels = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            labels.add(randomLabels(random));
        }
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            Tensor rows = Tensor.of(gaussian(random, 7 * 4, 3), DType.FLOAT64);
            LabelledImages whole =
                    new LabelledImages.InMemory(new DenseFeatures(rows, new Grid(2, 2)), labels, null, String::valueOf);
            LabelledImages data = new InUnits(whole, List.of(new int[] {5, 0}, new int[0], new int[] {1, 2, 3, 6, 4}));
            List<Dissection.Counts> found = new ArrayList<>();
            DetectorGroups single = DetectorGroups.single(5);
            Dissection.run(data, detectors, single, 0, 3, workers, Monitor.NONE, found::add);
            assertThat(found.stream().map(Dissection.Counts::images)).containsExactly(2, 0, 5);
            Dissection.Counts sum = Dissection.Counts.none(5);
            found.forEach(sum::add);
            assertThat(sum)
                    .hasToString(Dissection.run(whole, detectors, workers, Monitor.NONE)
                            .toString());
            List<Dissection.Counts> last = new ArrayList<>();
            Dissection.run(data, detectors, single, 1, 3, workers, Monitor.NONE, last::add);
            assertThat(last.toString()).isEqualTo(found.subList(1, 3).toString());
            assertThatThrownBy(() -> sum.add(Dissection.Counts.none(4))).hasMessageContaining("4 detectors");
        }
    }

    /** The same images in other units. */
    private record InUnits(LabelledImages whole, List<int[]> units) implements LabelledImages {
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

    @Test
    void countsDoNotDependOnThreads() {
        SplittableRandom random = new SplittableRandom(5);
        Detectors detectors = new Detectors(gaussian(random, 700, 40), new double[40]);
        List<LabelledImages.Pixels> labels = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            labels.add(randomLabels(random));
        }
        try (Scope scope = Scope.open();
                Workers one = new Workers(1);
                Workers four = new Workers(4)) {
            Grid grid = new Grid(7, 7);
            Tensor rows = Tensor.of(gaussian(random, 64 * grid.cells(), 700), DType.FLOAT32);
            LabelledImages data =
                    new LabelledImages.InMemory(new DenseFeatures(rows, grid), labels, null, String::valueOf);
            assertThat(Dissection.run(data, detectors, one, Monitor.NONE))
                    .hasToString(
                            Dissection.run(data, detectors, four, Monitor.NONE).toString());
        }
    }

    /** A group is active where any member is. */
    @Test
    void groupIsTheUnionOfItsMembers() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            // one image of 1 x 4 cells, as many pixels; detector d fires on the cells where column d is positive
            Tensor rows = Tensor.of(new double[] {1, -1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1}, DType.FLOAT64, 4, 3);
            LabelledImages.Pixels pixels =
                    new LabelledImages.Pixels(1, 4, List.of(LabelledImages.Pixels.Layer.map("object", 1, 1, 0, 2)));
            LabelledImages data = new LabelledImages.InMemory(
                    new DenseFeatures(rows, new Grid(1, 4)), List.of(pixels), null, String::valueOf);
            Detectors detectors = new Detectors(Matrix.identity(3), new double[3]);
            DetectorGroups groups = new DetectorGroups(List.of(new int[] {0, 1}, new int[] {2}));

            Dissection.Counts counts = Dissection.run(data, detectors, groups, workers, Monitor.NONE);

            assertThat(counts.active(0)).isEqualTo(3);
            assertThat(counts.active(1)).isEqualTo(2);
            assertThat(counts.common(0, new Concept("object", 1, ""))).isEqualTo(2);
            assertThat(counts.common(1, new Concept("object", 2, ""))).isEqualTo(1);
        }
    }

    @Test
    void activePixelsCountWhereTheCategoryIsAnnotated(@TempDir Path folder) {
        // two images of one cell: the detector is active on both, but only the first is annotated for objects
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            Tensor rows = Tensor.of(new double[] {1, 1}, DType.FLOAT64, 2, 1);
            List<LabelledImages.Pixels> pixels = List.of(
                    new LabelledImages.Pixels(2, 2, List.of(LabelledImages.Pixels.Layer.map("object", 7, 7, 0, 0))),
                    new LabelledImages.Pixels(3, 1, List.of(LabelledImages.Pixels.Layer.whole("scene", 9))));
            LabelledImages data = new LabelledImages.InMemory(
                    new DenseFeatures(rows, new Grid(1, 1)), pixels, null, n -> "label " + n);
            Detectors detectors = new Detectors(Matrix.of(new double[] {1, -1}), new double[] {0, 0});

            Dissection.Counts counts = Dissection.run(data, detectors, workers, Monitor.NONE);

            Concept object = new Concept("object", 7, "label 7");
            Concept scene = new Concept("scene", 9, "label 9");
            assertThat(counts.concepts(data::labelName)).containsExactly(object, scene);
            assertThat(counts.iou(0, object, Dissection.CountedImages.ANNOTATED_IMAGES))
                    .isEqualTo(2 / 4.0);
            assertThat(counts.iou(0, object, Dissection.CountedImages.ALL_IMAGES))
                    .isEqualTo(2 / 7.0);
            assertThat(counts.iou(0, scene, Dissection.CountedImages.ANNOTATED_IMAGES))
                    .isEqualTo(1);
            assertThat(counts.iou(0, scene, Dissection.CountedImages.ALL_IMAGES))
                    .isEqualTo(3 / 7.0);

            Labels labels =
                    Labels.of("made", counts, counts, data::labelName, Dissection.CountedImages.ALL_IMAGES, 0.04);
            Labels.DetectorLabel first = labels.detectors().get(0);
            assertThat(first.concept()).isEqualTo(scene);
            assertThat(first.valIou()).isEqualTo(3 / 7.0, within(1e-15));
            assertThat(first.interpretable()).isTrue();
            assertThat(first.bestPerCategory().get("object").trainIou()).isEqualTo(2 / 7.0);
            Labels.DetectorLabel silent = labels.detectors().get(1);
            assertThat(silent.concept()).isNull();
            assertThat(silent.interpretable()).isFalse();
            Path file = folder.resolve("labels.json");
            Json.write(file, labels);
            assertThat(Json.read(file, Labels.class)).isEqualTo(labels);
        }
    }

    @Test
    void stopsWhenAsked() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            LabelledImages.Pixels none = new LabelledImages.Pixels(1, 1, List.of());
            LabelledImages data = new LabelledImages.InMemory(
                    new DenseFeatures(Tensor.zeros(DType.FLOAT64, 1, 1), new Grid(1, 1)),
                    List.of(none),
                    null,
                    String::valueOf);
            Monitor stopping = new StoppingMonitor();
            Detectors detectors = new Detectors(Matrix.identity(1), new double[1]);
            assertThatThrownBy(() -> Dissection.run(data, detectors, workers, stopping))
                    .isInstanceOf(Stopped.class);
            AtomicLong done = new AtomicLong();
            Dissection.run(data, detectors, workers, (now, total) -> done.set(now));
            assertThat(done).hasValue(1);
            assertThatThrownBy(() -> Dissection.run(
                            data, new Detectors(Matrix.identity(2), new double[2]), workers, Monitor.NONE))
                    .hasMessageContaining("1 != detectors 2");
        }
    }

    private static Matrix gaussian(SplittableRandom random, int rows, int columns) {
        Matrix m = new Matrix(rows, columns);
        for (int k = 0; k < m.values().length; k++) {
            m.values()[k] = (float) random.nextGaussian();
        }
        return m;
    }

    private static LabelledImages.Pixels randomLabels(SplittableRandom random) {
        int height = random.nextInt(1, 24);
        int width = random.nextInt(1, 24);
        List<LabelledImages.Pixels.Layer> layers = new ArrayList<>();
        for (int k = random.nextInt(5); k > 0; k--) {
            String category = CATEGORIES.get(random.nextInt(CATEGORIES.size()));
            if (random.nextInt(4) == 0) {
                layers.add(LabelledImages.Pixels.Layer.whole(category, random.nextInt(1, 6)));
            } else {
                int[] map = random.ints((long) height * width, 0, 6).toArray();
                layers.add(LabelledImages.Pixels.Layer.map(category, map));
            }
        }
        return new LabelledImages.Pixels(height, width, layers);
    }

    private static Preprocessing.CropBox randomBox(SplittableRandom random, LabelledImages.Pixels labels) {
        double left = random.nextDouble() * labels.width() / 2;
        double top = random.nextDouble() * labels.height() / 2;
        return new Preprocessing.CropBox(
                left,
                top,
                (labels.width() - left) * random.nextDouble(0.3, 1),
                (labels.height() - top) * random.nextDouble(0.3, 1));
    }
}
