package org.eddp.experiments.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.eddp.network.LinearReadout;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExportTest {
    @TempDir
    static Path folder;

    private static TrainedNetwork trained;

    @BeforeAll
    static void train() {
        Trainer.Options brief = Trainer.Options.DEFAULT
                .withEpochs(2)
                .withBatch(16)
                .withLearningRate(0.01)
                .withDecay(0.01)
                .withSmoothing(0)
                .withAugmentation(Trainer.Augmentation.NONE);
        try (Workers workers = new Workers(2)) {
            trained = Trainer.train(
                    ShapeImages.network(), ShapeImages.draw(48, 1), brief, workers, Trainer.EpochMonitor.NONE);
        }
        trained.writeOnnx(folder.resolve("network.onnx"));
        trained.writeTorchScript(folder.resolve("network.pt"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"network.onnx", "network.pt"})
    void theFileGivesTheLogitsOfTheTrainedNetwork(String file) {
        try (Network network = Networks.load(folder.resolve(file), ShapeImages.SIZE, ShapeImages.SIZE);
                Scope scope = Scope.open()) {
            TrainingImages images = ShapeImages.draw(8, 7);
            double[] expected = trained.logits(images.batch(0, 8)).toDoubles();
            double[] found = network.logits(images.batch(0, 8)).toDoubles();
            assertThat(network.classes()).isEqualTo(ShapeImages.CLASSES);
            assertThat(found).hasSameSizeAs(expected);
            for (int i = 0; i < expected.length; i++) {
                assertThat(found[i]).isEqualTo(expected[i], within(1e-4));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"network.onnx", "network.pt"})
    void layersHaveReadableNames(String file) {
        try (Network network = Networks.load(folder.resolve(file))) {
            Stream<String> names = network.layers().stream().map(Network.Layer::name);
            assertThat(names).contains("stem", "stem_relu", "stem_pool", "features");
            for (String block : new String[] {"block1", "block2"}) {
                Network.Layer layer = network.cut(block).layer();
                assertThat(layer.activation()).isEqualTo(Activation.RELU);
                assertThat(layer.shape()[0]).isEqualTo(16);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"network.onnx", "network.pt"})
    void theHeadIsPoolingAndOneLinearLayer(String file) {
        try (Network network = Networks.load(folder.resolve(file))) {
            String layer = trained.architecture().lastMaps();
            Optional<LinearReadout> readout = LinearReadout.of(network.cut(layer));
            assertThat(layer).isEqualTo("features");
            assertThat(readout).isPresent();
            assertThat(readout.get().classVectors().rows()).isEqualTo(16);
            assertThat(LinearReadout.of(network.cut("block2"))).isEmpty();
        }
    }

    @Test
    void theOnnxFileSaysWhichImagesItTakes() {
        try (Network onnx = Networks.load(folder.resolve("network.onnx"))) {
            assertThat(onnx.input().height()).isEqualTo(ShapeImages.SIZE);
            assertThat(onnx.input().channels()).isEqualTo(3);
        }
    }
}
