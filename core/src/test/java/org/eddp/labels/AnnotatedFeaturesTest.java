package org.eddp.labels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eddp.directions.Detectors;
import org.eddp.features.DenseFeatures;
import org.eddp.features.FeatureSet;
import org.eddp.features.Grid;
import org.eddp.files.AtomicFile;
import org.eddp.files.FileFailure;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.InputPreset;
import org.eddp.images.input.Preprocessing;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A dataset on disk whose answers can be worked out by hand. The grid is 1 x 2 and label maps are 3 x 5: a detector that
 * gives 1 on the left cell and -1 on the right one is active on the pixels left of the middle, since the map falls from 1
 * at the centre of the left cell (column coordinate 0.5 of 2, pixel 1.25) to 0 at the middle of the picture (pixel 2.5,
 * the centre of column 2, where it is not positive): columns 0 and 1.
 */
class AnnotatedFeaturesTest {
    private static final Preprocessing WHOLE =
            InputPreset.PLAIN.preprocessing().withResize(0).withCrop(8, 8);
    private static final Concept SKY = new Concept("object", 1, "sky");
    private static final Concept TREE = new Concept("object", 2, "tree");
    private static final Concept BLUE = new Concept("colour", 3, "blue");
    private static final Concept STREET = new Concept("scene", 4, "street");

    private static AnnotatedDataset dataset(Path folder) {
        AnnotatedDatasetWriter writer = new AnnotatedDatasetWriter(
                folder,
                List.of("object", "colour", "scene"),
                List.of(
                        AnnotatedDataset.Label.of(1, "sky", "object"),
                        AnnotatedDataset.Label.of(2, "tree", "object"),
                        AnnotatedDataset.Label.of(3, "blue", "colour"),
                        AnnotatedDataset.Label.of(4, "street", "scene")));
        int[] sky = {1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0};
        int[] tree = {2, 0, 0, 2, 2, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0};
        // pixel (0, 0) is sky and tree; the picture is a street as a whole
        writer.add(new AnnotatedDatasetWriter.LabelledPicture(
                "a.png",
                "train",
                Picture.black(10, 6),
                3,
                5,
                Map.of("object", List.of(sky, tree)),
                Map.of("scene", List.of(4))));
        int[] blue = {3, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        writer.add(new AnnotatedDatasetWriter.LabelledPicture(
                "ä b.png", "train", Picture.black(10, 6), 3, 5, Map.of("colour", List.of(blue)), Map.of()));
        writer.add(new AnnotatedDatasetWriter.LabelledPicture(
                "v.png", "val", Picture.black(20, 6), 3, 5, Map.of("object", List.of(sky)), Map.of()));
        return writer.finish();
    }

    private static List<FeatureSet.ImageRecord> records(String... names) {
        List<FeatureSet.ImageRecord> records = new ArrayList<>();
        for (String name : names) {
            records.add(new FeatureSet.ImageRecord(name, null, "", 0, null));
        }
        return records;
    }

    private static Dissection.Counts count(LabelledImages images) {
        try (Workers workers = new Workers(2)) {
            Detectors detectors = new Detectors(Matrix.of(new double[] {1, -1}), new double[2]);
            return Dissection.run(images, detectors, workers, Monitor.NONE);
        }
    }

    @Test
    void knownAnswers(@TempDir Path folder) {
        AnnotatedDataset dataset = dataset(folder.resolve("set"));
        try (Scope scope = Scope.open()) {
            // image by image: left cell, right cell; the order differs from that of the dataset
            Tensor rows = Tensor.of(new double[] {-1, 1, 1, -1, 1, -1}, DType.FLOAT64, 6, 1);
            DenseFeatures features = new DenseFeatures(rows, new Grid(1, 2));
            List<FeatureSet.ImageRecord> records = records("ä b.png", "v.png", "a.png");

            AnnotatedFeatures train = AnnotatedFeatures.of(dataset, "train", features, records, WHOLE);
            Dissection.Counts counts = count(train);

            assertThat(train.images()).isEqualTo(2);
            assertThat(train.missing()).isZero();
            assertThat(counts.concepts(train::labelName)).containsExactly(SKY, TREE, BLUE, STREET);
            assertThat(counts.pixels()).isEqualTo(30);
            // columns 0 and 1 of a.png and columns 3 and 4 of the other: 6 pixels each
            assertThat(counts.active(0)).isEqualTo(12);
            assertThat(counts.active(0, "object")).isEqualTo(6);
            assertThat(counts.common(0, SKY)).isEqualTo(4);
            assertThat(counts.iou(0, SKY, Dissection.CountedImages.ANNOTATED_IMAGES))
                    .isEqualTo(4.0 / (6 + 6 - 4));
            assertThat(counts.iou(0, SKY, Dissection.CountedImages.ALL_IMAGES)).isEqualTo(4.0 / (12 + 6 - 4));
            assertThat(counts.iou(0, TREE, Dissection.CountedImages.ANNOTATED_IMAGES))
                    .isEqualTo(1.0 / (6 + 5 - 1));
            assertThat(counts.iou(1, TREE, Dissection.CountedImages.ANNOTATED_IMAGES))
                    .isEqualTo(4.0 / (6 + 5 - 4));
            assertThat(counts.iou(0, BLUE, Dissection.CountedImages.ANNOTATED_IMAGES))
                    .isEqualTo(2.0 / (6 + 5 - 2));
            assertThat(counts.iou(0, STREET, Dissection.CountedImages.ANNOTATED_IMAGES))
                    .isEqualTo(6.0 / 15);

            AnnotatedFeatures val = AnnotatedFeatures.of(dataset, "val", features, records, WHOLE);
            Labels labels = Labels.of(
                    "set",
                    counts,
                    count(val),
                    train::labelName,
                    Dissection.CountedImages.ANNOTATED_IMAGES,
                    Labels.INTERPRETABLE);
            assertThat(labels.detectors().get(0).concept()).isEqualTo(SKY);
            assertThat(labels.detectors().get(0).trainIou()).isEqualTo(0.5);
            assertThat(labels.detectors().get(1).concept()).isEqualTo(TREE);
            assertThat(labels.detectors().get(1).valIou()).isZero();
            assertThat(labels.detectors().get(1).interpretable()).isFalse();
        }
    }

    @Test
    void pixelsOutsideTheCropAreNotCounted(@TempDir Path folder) {
        AnnotatedDataset dataset = dataset(folder.resolve("set"));
        try (Scope scope = Scope.open()) {
            // v.png is 20 x 6; resized to height 6 and cut to 6 x 6 its columns 7 .. 12 are seen, 1.75 .. 3.25 of the
            // masks' 5: only the pixel column 2 has its centre there
            Preprocessing crop =
                    InputPreset.PLAIN.preprocessing().withCrop(6, 6).withResize(6);
            Tensor rows = Tensor.of(new double[] {1, 1}, DType.FLOAT64, 2, 1);
            AnnotatedFeatures val = AnnotatedFeatures.of(
                    dataset, "val", new DenseFeatures(rows, new Grid(1, 2)), records("v.png"), crop);
            Dissection.Counts counts = count(val);
            assertThat(counts.pixels()).isEqualTo(3);
            assertThat(counts.labelled(SKY)).isEqualTo(2);
            assertThat(counts.iou(0, SKY, Dissection.CountedImages.ANNOTATED_IMAGES))
                    .isEqualTo(2 / 3.0);
        }
    }

    @Test
    void missingFeaturesAreToldOf(@TempDir Path folder) {
        AnnotatedDataset dataset = dataset(folder.resolve("set"));
        try (Scope scope = Scope.open()) {
            DenseFeatures one = new DenseFeatures(Tensor.zeros(DType.FLOAT32, 2, 1), new Grid(1, 2));
            assertThat(AnnotatedFeatures.of(dataset, "train", one, records("a.png"), WHOLE)
                            .missing())
                    .isEqualTo(1);
            assertThatThrownBy(() -> AnnotatedFeatures.of(dataset, "val", one, records("a.png"), WHOLE))
                    .hasMessageContaining("none of the 1 images of split 'val'")
                    .hasMessageContaining("'v.png'");
        }
    }

    @Test
    void picturesMustHaveTheSizeThatTheIndexGives(@TempDir Path folder) throws IOException {
        AnnotatedDataset dataset = dataset(folder.resolve("set"));
        writePng(folder.resolve("set/images/v.png"), Picture.black(6, 20));
        try (Scope scope = Scope.open()) {
            DenseFeatures features = new DenseFeatures(Tensor.of(new double[6], DType.FLOAT64, 6, 1), new Grid(1, 2));
            List<FeatureSet.ImageRecord> records = records("a.png", "v.png", "\u00e4 b.png");
            AnnotatedFeatures train = AnnotatedFeatures.of(dataset, "train", features, records, WHOLE);
            Preprocessing.CropBox whole = train.visiblePart(0);
            AnnotatedFeatures val = AnnotatedFeatures.of(dataset, "val", features, records, WHOLE);
            assertThatThrownBy(() -> val.visiblePart(0))
                    .isInstanceOf(FileFailure.class)
                    .hasMessageContaining("index.csv, line 3")
                    .hasMessageContaining("v.png has 20 x 6 pixels, ih x iw is 6 x 20");
            // features and masks are enough where the pictures are gone
            Files.delete(train.path(0));
            assertThat(train.visiblePart(0)).isEqualTo(whole);
        }
    }

    private static void writePng(Path file, Picture picture) {
        AtomicFile.write(file, out -> out.write(picture.png()));
    }
}
