package org.eddp.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.eddp.SharedFiles;
import org.eddp.directions.Detectors;
import org.eddp.directions.Directions;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Head;
import org.eddp.features.PatchLayer;
import org.eddp.images.ImageEntry;
import org.eddp.images.ImageList;
import org.eddp.images.ImageReader;
import org.eddp.images.Preprocessing;
import org.eddp.learning.SignalVectors;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;

/** A trained network on photographs, where they are at hand. */
class SharedExplanationTest {
    private static final int PHOTOS = 100;
    private static final int CONCEPTS = 32;

    @Test
    void explanationsOfPhotographsAddUp() {
        Path file = SharedFiles.find("networks/mobilenet_v1_025.onnx").orElse(null);
        Path photos = SharedFiles.find("photos").orElse(null);
        assumeTrue(file != null && photos != null, "shared/networks and shared/photos are not here");
        try (Network network = Networks.load(file);
                Workers workers = new Workers(2);
                Scope scope = Scope.open()) {
            PatchLayer layer = PatchLayer.of(network.cut("features"), null);
            DenseFeatures features = new DenseFeatures(layer.rows(layer.cut().lower(images(photos))), layer.grid());
            Optional<LinearReadout> readout = LinearReadout.of(layer.cut());
            assertThat(readout).isPresent();
            Explainer explainer = new Explainer(
                    directions(features, workers),
                    layer.grid(),
                    layer.cut().layer().activation(),
                    Head.of(layer));
            for (int n = 0; n < PHOTOS; n++) {
                Explanation explanation = explainer.explain(features.rows(n, 1), null, n % 2 == 0 ? null : 999);
                assertThat(explanation.addsUp()).isTrue();
                assertThat(explanation.firstOrder()).isFalse();
                assertThat(Math.abs(explanation.correction())).isPositive();
            }
        }
    }

    private static Tensor images(Path photos) {
        List<ImageEntry> entries = ImageList.of(photos).entries().subList(0, PHOTOS);
        Preprocessing preprocessing = Preprocessing.preset("keras");
        float[] pixels = new float[PHOTOS * preprocessing.length()];
        for (int n = 0; n < PHOTOS; n++) {
            preprocessing.apply(
                    new ImageReader().read(photos.resolve(entries.get(n).name())), pixels, n * preprocessing.length());
        }
        return Tensor.of(pixels, PHOTOS, 3, preprocessing.cropHeight(), preprocessing.cropWidth());
    }

    /** Random filters that fire on a quarter of the patches, with the signal vectors these have. */
    private static Directions directions(DenseFeatures features, Workers workers) {
        SplittableRandom random = new SplittableRandom(1);
        Matrix filters = new Matrix(features.width(), CONCEPTS).map(x -> random.nextGaussian());
        Matrix z = features.rows().toMatrix().times(filters);
        double[] thresholds = new double[CONCEPTS];
        for (int i = 0; i < CONCEPTS; i++) {
            double[] sorted = z.column(i);
            Arrays.sort(sorted);
            thresholds[i] = sorted[3 * sorted.length / 4];
        }
        Matrix signals = SignalVectors.of(features, new Detectors(filters, thresholds), workers, Monitor.NONE);
        return new Directions(filters, thresholds, signals, new double[features.width()]);
    }
}
