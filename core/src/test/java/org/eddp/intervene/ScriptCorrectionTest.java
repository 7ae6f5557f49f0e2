package org.eddp.intervene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.eddp.MobileNetFiles;
import org.eddp.features.Grid;
import org.eddp.features.PatchLayer;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.network.load.Networks;
import org.eddp.network.torch.script.ScriptNetwork;
import org.eddp.network.torch.script.ScriptWriter;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Corrected TorchScript files predict what the correction in the process predicts. */
class ScriptCorrectionTest {
    private static final int WIDTH = 6;
    private static final int CLASSES = 4;
    private static final ImageInput INPUT = new ImageInput("image", 3, 8, 8);

    @TempDir
    private static Path pictures;

    @TempDir
    private Path folder;

    /** {@code layer} is a submodule that makes maps, or four tokens of which the first stands for no patch. */
    private Path network(boolean maps, Activation activation) {
        String activated = switch (activation) {
            case IDENTITY -> "y";
            case RELU -> "torch.relu(y)";
            case RELU6 -> "torch.clamp(y, 0., 6.)";
            case SILU -> "y * torch.sigmoid(y)";
        };
        String made = maps ? "torch.conv2d(x, self.weight)" : "torch.matmul(x.reshape([-1, 4, 48]), self.weight)";
        String pooled = maps ? "x.mean([2, 3])" : "x.mean([1])";
        Tensor weight = maps ? CorrectedFiles.numbers(1, WIDTH, 3, 3, 3) : CorrectedFiles.numbers(1, 48, WIDTH);
        ScriptWriter layer = new ScriptWriter("Layer")
                .parameter("weight", weight)
                .source("def forward(self, x):\n    y = " + made + "\n    return " + activated + "\n");
        Path file = folder.resolve("network.pt");
        new ScriptWriter("Net")
                .module("layer", layer)
                .parameter("weight", CorrectedFiles.numbers(2, WIDTH, CLASSES))
                .source("def forward(self, x):\n    x = self.layer.forward(x)\n    return torch.matmul(" + pooled
                        + ", self.weight)\n")
                .save(file);
        return file;
    }

    private void corrects(boolean maps, Grid grid, Activation activation) {
        try (Scope scope = Scope.open()) {
            new CorrectedFiles(
                            file -> ScriptNetwork.load(file, INPUT),
                            (file, layer, correction, out) ->
                                    ScriptCorrection.write(file, INPUT, layer, correction, out),
                            network -> "correction")
                    .check(network(maps, activation), WIDTH, grid, activation);
        }
    }

    @ParameterizedTest
    @EnumSource(Activation.class)
    void mapsWithAnyActivation(Activation activation) {
        corrects(true, null, activation);
    }

    @Test
    void tokensOfWhichOneIsNoPatch() {
        corrects(false, new Grid(1, 3), Activation.RELU);
    }

    @Test
    void aFileWithoutTheLayerIsRefusedAndNothingIsLeftBehind() throws IOException {
        try (Scope scope = Scope.open()) {
            Path file = network(true, Activation.RELU);
            Path other = folder.resolve("other.pt");
            new ScriptWriter("Other")
                    .source("def forward(self, x):\n    return x\n")
                    .save(other);
            try (Network original = ScriptNetwork.load(file, INPUT)) {
                PatchLayer layer = PatchLayer.of(original.cut("layer"), null);
                Path out = folder.resolve("out.pt");
                assertThatThrownBy(() -> ScriptCorrection.write(
                                other, INPUT, layer, RandomCorrections.correction(WIDTH, Activation.RELU), out))
                        .isInstanceOf(NetworkFailure.class)
                        .hasMessageContaining("layer");
            }
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(f -> f.getFileName().toString())).containsExactlyInAnyOrder("network.pt", "other.pt");
        }
    }

    private static List<MobileNetFiles> networks() {
        return MobileNetFiles.in(pictures);
    }

    @ParameterizedTest
    @MethodSource("networks")
    void aNetworkAsLargeAsThoseInUse(MobileNetFiles files) {
        try (Network network = Networks.load(files.script());
                Scope scope = Scope.open()) {
            PatchLayer layer = PatchLayer.of(network.cut("features"), null);
            Correction correction = RandomCorrections.correction(
                    layer.width(), layer.cut().layer().activation());
            Path fixed = folder.resolve("fixed.pt");
            ScriptCorrection.write(files.script(), null, layer, correction, fixed);
            Tensor images = CorrectedFiles.numbers(9, 2, 3, 224, 224);
            double[] inProcess = CorrectedFiles.corrected(layer, correction, images);
            try (Network again = Networks.load(fixed)) {
                assertThat(again.logits(images).toDoubles()).containsExactly(inProcess, within(1e-4));
            }
        }
    }
}
