package org.eddp.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.eddp.directions.Detectors;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.InputPreset;
import org.eddp.images.input.Preprocessing;
import org.eddp.metrics.Monosemanticity.CropEmbeddings;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;

class MonosemanticityTest {
    private static final Grid GRID = new Grid(2, 2);

    @Test
    void theSurestImagesComeFirst() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            Matrix rows = Matrix.of(new double[] {0, 9}, new double[] {1, 0}, new double[] {5, 0}, new double[] {3, 0});
            DenseFeatures features = new DenseFeatures(Tensor.of(rows, DType.FLOAT32), new Grid(1, 1));
            Detectors detectors = new Detectors(Matrix.identity(2), new double[] {0.5, 10});
            List<List<TopImages.Hit>> hits =
                    TopImages.of(features, detectors, 2, workers, Monitor.NONE).hits();
            assertThat(hits.get(0)).extracting(TopImages.Hit::image).containsExactly(2, 3);
            assertThat(hits.get(1)).isEmpty();
        }
    }

    @Test
    void findsTheMostConfidentImagesOnce() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            // p per cell of four images: the second detector is silent in all but the last
            double[] first = {1, 5, -1, 2, 3, -1, 4, -1, -1, -1, -1, -1, 5, 1, 1, 5};
            Matrix x = new Matrix(16, 2);
            for (int p = 0; p < 16; p++) {
                x.set(p, 0, first[p]);
                x.set(p, 1, p == 15 ? 1 : -1);
            }
            TopImages top = TopImages.of(
                    new DenseFeatures(Tensor.of(x, DType.FLOAT64), GRID),
                    new Detectors(Matrix.identity(2), new double[2]),
                    2,
                    workers,
                    Monitor.NONE);
            List<TopImages.Hit> hits = top.hits().get(0);
            assertThat(hits).extracting(TopImages.Hit::image).containsExactly(0, 3);
            assertThat(hits).extracting(TopImages.Hit::cell).containsExactly(1, 0);
            assertThat(hits.get(0).rows()).isEqualTo(new TopImages.Span(0, 1));
            assertThat(hits.get(0).columns()).isEqualTo(new TopImages.Span(0, 1));
            assertThat(top.hits().get(1)).hasSize(1);
            assertThat(top.hits().get(1).get(0).rows()).isEqualTo(new TopImages.Span(1, 1));
        }
    }

    /** Pictures are grey of one value under the patch that fires and black elsewhere; the embedding is the mean value. */
    @Test
    void meanDistanceOfTheCropsOfEveryDetector() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            int[] greys = {10, 40, 100};
            Matrix x = new Matrix(12, 2);
            x.set(0, 0, 1);
            x.set(4 + 3, 0, 1);
            x.set(8 + 1, 0, 1);
            x.set(2, 1, 1);
            Monosemanticity.Embedder embedder = new Monosemanticity.Embedder(
                    InputPreset.PLAIN.preprocessing().withResize(0).withCrop(3, 3),
                    images -> images.view(images.size(0), -1).mean(1));
            int[] cells = {0, 3, 1};
            Monosemanticity measured = Monosemanticity.of(
                    new DenseFeatures(Tensor.of(x, DType.FLOAT64), GRID),
                    new Detectors(Matrix.identity(2), new double[] {0.5, 0.5}),
                    image -> picture(cells[image], greys[image]),
                    InputPreset.PLAIN.preprocessing().withResize(0).withCrop(4, 4),
                    embedder,
                    100,
                    workers,
                    Monitor.NONE);
            assertThat(measured.distances().get(0)).isEqualTo((30 + 60 + 90) / 3.0 / 255, within(1e-6));
            assertThat(measured.distances().get(1)).isNull();
            assertThat(measured.spread().mean()).isEqualTo(60.0 / 255, within(1e-6));
        }
    }

    /** The mean of nothing is not 0, which would be the best of all. */
    @Test
    void detectorsThatFireInFewerThanTwoImagesHaveNoMean() {
        assertThat(new Monosemanticity(Arrays.asList(null, null)).spread()).isNull();
    }

    @Test
    void embeddingsMustBeFinite() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            Monosemanticity.Embedder broken = new Monosemanticity.Embedder(
                    InputPreset.PLAIN.preprocessing().withResize(0).withCrop(3, 3),
                    images -> images.view(images.size(0), -1).mean(1).times(Double.NaN));
            assertThatThrownBy(() -> Monosemanticity.of(
                            new DenseFeatures(Tensor.of(Matrix.identity(4), DType.FLOAT64), GRID),
                            new Detectors(Matrix.identity(4), new double[4]),
                            image -> picture(0, 9),
                            InputPreset.PLAIN.preprocessing().withResize(0).withCrop(4, 4),
                            broken,
                            100,
                            workers,
                            Monitor.NONE))
                    .hasMessageContaining("gives NaN for a part of image 0");
        }
    }

    private static Picture picture(int cell, int grey) {
        Picture picture = Picture.black(8, 6);
        for (int y = cell / 2 * 3; y < cell / 2 * 3 + 3; y++) {
            for (int k = (cell % 2) * 12; k < (cell % 2) * 12 + 12; k++) {
                picture.rgb()[y * 24 + k] = (byte) grey;
            }
        }
        return picture;
    }

    @Test
    void cropLiesWithinThePicture() {
        TopImages.Hit corner = new TopImages.Hit(0, 3, 1, new TopImages.Span(1, 1), new TopImages.Span(1, 1));
        Picture crop = CropEmbeddings.crop(Picture.black(7, 5), new Preprocessing.CropBox(1, 0, 5.5, 5), GRID, corner);
        assertThat(crop.width()).isEqualTo(4); // 3.75 .. 6.5
        assertThat(crop.height()).isEqualTo(3); // 2.5 .. 5
    }
}
