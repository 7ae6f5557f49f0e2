package org.eddp.network.torchscript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.script.ScriptWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that are not just layers: other ends, other inputs, operations in place on views. */
class OddProgramsTest {
    @TempDir
    private Path folder;

    private final Blocks blocks = new Blocks(5);

    private ScriptNetwork load(ScriptWriter writer) {
        Path file = folder.resolve("network.pt");
        writer.save(file);
        return ScriptNetwork.load(file);
    }

    /** A convolution {@code conv}, and {@code end} applied to its pooled output {@code x}. */
    private ScriptWriter ending(String arguments, String end) {
        return new ScriptWriter("Net")
                .module("conv", blocks.conv(3, 5, 3, 2, 1, 1))
                .source("def forward(self, " + arguments + "):\n"
                        + "    x = torch.mean(self.conv.forward(x), [2, 3])\n"
                        + "    return " + end + "\n");
    }

    @Test
    void softmaxAtTheEndIsLeftOut() {
        for (String function : new String[] {"softmax", "log_softmax"}) {
            try (Scope scope = Scope.open();
                    ScriptNetwork network = load(ending("x", "torch." + function + "(x, 1)"))) {
                Tensor images = blocks.weights(1, 2, 3, 8, 8);
                Tensor features =
                        network.cut("conv").lower(images).mean(3).mean(2).view(2, 5);
                assertThat(network.logits(images).toDoubles()).containsExactly(features.toDoubles(), within(1e-5));
                assertThat(network.format()).contains("softmax");
            }
        }
    }

    @Test
    void firstOfSeveralResultsIsTaken() {
        try (Scope scope = Scope.open();
                Network network = load(ending("x", "(x, torch.relu(x))"))) {
            assertThat(network.classes()).isEqualTo(5);
            Tensor images = blocks.weights(1, 2, 3, 8, 8);
            assertThat(network.cut("conv")
                            .upper(network.cut("conv").lower(images))
                            .toDoubles())
                    .containsExactly(network.logits(images).toDoubles(), within(1e-5));
        }
    }

    @Test
    void optionalInputsAreLeftOut() {
        try (Scope scope = Scope.open();
                Network network = load(ending("x, mask: Optional[Tensor] = None", "x if mask is None else x * mask"))) {
            assertThat(network.layers()).extracting(Network.Layer::name).containsExactly("conv");
            assertThat(network.input()).isEqualTo(new ImageInput("x", 3, 0, 0));
            assertThat(network.layers().get(0).shape()).containsExactly(5, 112, 112);
        }
    }

    @Test
    void twoImagesAreRefused() {
        try (Scope scope = Scope.open()) {
            assertThatThrownBy(() -> load(ending("x, y", "x + y")))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContaining("takes 2 inputs");
        }
    }

    @Test
    void mapsAtTheEndAreNoClassifier() {
        try (Scope scope = Scope.open()) {
            assertThatThrownBy(() -> load(Blocks.sequence(blocks.conv(3, 5, 3, 1, 1, 1))))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContaining("n x classes");
        }
    }

    @Test
    void fixedSizeIsFoundAndImagesMayBeCounted() {
        for (String count : new String[] {"digit.size(0)", "digit.shape[0]"}) {
            try (Scope scope = Scope.open();
                    Network network = load(new ScriptWriter("Net")
                            .module("conv", blocks.conv(1, 2, 3, 2, 1, 1))
                            .module("fc", blocks.linear(2 * 14 * 14, 3))
                            .source("def forward(self, digit):\n"
                                    + "    x = torch.relu(self.conv.forward(digit))\n"
                                    + "    return self.fc.forward(x.view([" + count + ", -1]))\n"))) {
                assertThat(network.input()).isEqualTo(new ImageInput("digit", 1, 28, 28));
                Tensor images = blocks.weights(1, 3, 1, 28, 28);
                Network.Cut cut = network.cut("conv");
                assertThat(cut.upper(cut.lower(images)).toDoubles())
                        .containsExactly(network.logits(images).toDoubles(), within(1e-5));
            }
        }
    }

    @Test
    void imageReadAgainIsRefused() {
        try (Scope scope = Scope.open();
                Network network = load(new ScriptWriter("Net")
                        .module("conv", blocks.conv(3, 3, 3, 1, 1, 1))
                        .source("def forward(self, x):\n"
                                + "    return torch.mean(self.conv.forward(x) * x, [2, 3])\n"))) {
            assertThatThrownBy(() -> network.cut("conv"))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContainingAll("conv", "reads values from below", "no layer of this network");
        }
    }

    @Test
    void operationsInPlaceOnViewsStayInPlace() {
        try (Scope scope = Scope.open();
                Network network = load(new ScriptWriter("Net")
                        .module("conv", blocks.conv(3, 4, 3, 2, 1, 1))
                        .module("fc", blocks.linear(4, 3))
                        .source("def forward(self, x):\n"
                                + "    x = self.conv.forward(x)\n"
                                + "    y = x.flatten(2)\n"
                                + "    torch.relu_(y)\n"
                                + "    return self.fc.forward(torch.mean(x, [2, 3]))\n"))) {
            Tensor images = blocks.weights(1, 2, 3, 8, 8);
            Network.Cut cut = network.cut("conv");
            Tensor features = cut.lower(images);
            double[] before = features.toDoubles();
            assertThat(Arrays.stream(before).min().orElseThrow()).isNegative();
            assertThat(cut.upper(features).toDoubles())
                    .containsExactly(network.logits(images).toDoubles(), within(1e-5));
            assertThat(features.toDoubles()).containsExactly(before);
        }
    }

    @Test
    void doublePrecisionBecomesSingle() {
        try (Scope scope = Scope.open();
                Network network = load(new ScriptWriter("Net")
                        .parameter("weight", blocks.weights(1, 4, 3).to(DType.FLOAT64))
                        .source("def forward(self, x):\n"
                                + "    return torch.linear(torch.mean(x, [2, 3]), self.weight)\n"))) {
            assertThat(network.logits(blocks.weights(1, 2, 3, 8, 8)).type()).isEqualTo(DType.FLOAT32);
            assertThat(network.layers()).isEmpty();
            assertThatThrownBy(() -> network.cut("x")).hasMessageContaining("no layer of this network can be cut");
        }
    }

    @Test
    void wrongImagesAreNamed() {
        try (Scope scope = Scope.open();
                Network network = load(ending("x", "x"))) {
            assertThatThrownBy(() -> network.logits(Tensor.zeros(DType.FLOAT32, 2, 4, 8, 8)))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContainingAll("[2, 4, 8, 8]", "expected n x channels")
                    .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
        }
    }

    @Test
    void tracesOfOneImageRunImageByImage() {
        try (Scope scope = Scope.open();
                Network network = load(ending("x", "x.view([1, 5])"))) {
            Tensor images = blocks.weights(1, 3, 3, 8, 8);
            Network.Cut cut = network.cut("conv");
            Tensor features = cut.lower(images);
            assertThat(features.shape()).containsExactly(3, 5, 4, 4);
            double[] expected = features.mean(3).mean(2).toDoubles();
            assertThat(network.logits(images).toDoubles()).containsExactly(expected, within(1e-5));
            assertThat(cut.upper(features).toDoubles()).containsExactly(expected, within(1e-5));
            assertThat(cut.layer().shape()).containsExactly(5, 112, 112);
        }
    }

    @Test
    void useAfterCloseIsAnError() {
        try (Scope scope = Scope.open()) {
            Network network = load(ending("x", "x"));
            Network.Cut cut = network.cut("conv");
            Tensor images = blocks.weights(1, 1, 3, 8, 8);
            network.close();
            network.close();
            assertThatThrownBy(() -> network.logits(images)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> cut.lower(images)).isInstanceOf(IllegalStateException.class);
        }
    }
}
