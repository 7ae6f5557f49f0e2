package org.eddp.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.eddp.MobileNetFiles;
import org.eddp.directions.Detectors;
import org.eddp.directions.Directions;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Head;
import org.eddp.features.PatchLayer;
import org.eddp.learning.SignalVectors;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A network as large as those in use, on pictures. */
class MobileNetExplanationTest {
    private static final int PICTURES = 100;
    private static final int CONCEPTS = 32;

    @TempDir
    private static Path folder;

    private static List<MobileNetFiles> networks;

    @BeforeAll
    static void write() {
        networks = MobileNetFiles.in(folder);
    }

    @ParameterizedTest
    @FieldSource("networks")
    void explanationsOfPicturesAddUp(MobileNetFiles files) {
        try (Network network = Networks.load(files.onnx());
                Workers workers = new Workers(2);
                Scope scope = Scope.open()) {
            Tensor images = files.images(files.files(PICTURES));
            PatchLayer layer = PatchLayer.of(network.cut("features"), null);
            DenseFeatures features = new DenseFeatures(layer.rows(layer.cut().lower(images)), layer.grid());
            Optional<LinearReadout> readout = LinearReadout.of(layer.cut());
            assertThat(readout).isPresent();
            Explainer explainer = new Explainer(
                    directions(features, workers),
                    layer.grid(),
                    layer.cut().layer().activation(),
                    Head.of(layer));
            for (int n = 0; n < images.size(0); n++) {
                boolean opposed = n % 2 == 1;
                Explanation explanation = explainer.explain(
                        features.rows(n, 1), opposed ? 0 : null, opposed ? files.classes() - 1 : null);
                assertThat(explanation.addsUp()).isTrue();
                assertThat(explanation.firstOrder()).isFalse();
                assertThat(Math.abs(explanation.correction())).isPositive();
            }
        }
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
