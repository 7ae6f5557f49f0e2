package org.eddp.network.torch.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import org.eddp.failure.InvalidInput;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that are not just layers: other ends, other inputs, operations in place on views. */
class OddProgramsTest {
    @TempDir
    private Path folder;

    private final Blocks blocks = new Blocks(5);

    private Network load(ScriptWriter writer) {
        return ScriptNetwork.load(file(writer));
    }

    /** The same for images of 8 x 8. */
    private Network small(ScriptWriter writer) {
        return ScriptNetwork.load(file(writer), new ImageInput("x", 3, 8, 8));
    }

    private Path file(ScriptWriter writer) {
        Path file = folder.resolve("network.pt");
        writer.save(file);
        Libtorch.print(file);
        return file;
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
                    Network network = small(ending("x", "torch." + function + "(x, 1)"))) {
                Tensor images = blocks.weights(1, 2, 3, 8, 8);
                Tensor features =
                        network.cut("conv").lower(images).mean(3).mean(2).view(2, 5);
                assertThat(network.logits(images).toDoubles()).containsExactly(features.toDoubles(), within(1e-5));
                assertThat(network.format()).contains("softmax");
            }
        }
    }

    @Test
    void ofSeveralResultsOneHasToBeChosen() {
        Path file = folder.resolve("network.pt");
        try (Scope scope = Scope.open()) {
            ending("x", "(x, torch.relu(x))").save(file);
            assertThatThrownBy(() -> ScriptNetwork.load(file))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContainingAll("network.pt", "2 results", "[0, 1]");
            ImageInput size = new ImageInput("x", 3, 8, 8);
            assertThatThrownBy(() -> ScriptNetwork.load(file, size, "aux"))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContainingAll("no output 'aux'", "[0, 1]");
            Tensor images = blocks.weights(1, 2, 3, 8, 8);
            try (Network first = ScriptNetwork.load(file, size, "0");
                    Network second = ScriptNetwork.load(file, size, "1")) {
                double[] expected = first.logits(images).relu().toDoubles();
                assertThat(second.logits(images).toDoubles()).containsExactly(expected, within(1e-6));
                assertThat(first.logits(images).toDoubles()).isNotEqualTo(expected);
            }
        }
    }

    /** DenseNet collects what its layers read in a list that grows. */
    @Test
    void listsThatGrowAreFollowed() {
        try (Scope scope = Scope.open();
                Network network = small(new ScriptWriter("Net")
                        .module("stem", blocks.conv(3, 4, 3, 2, 1, 1))
                        .module("one", blocks.conv(4, 2, 3, 1, 1, 1))
                        .module("two", blocks.conv(6, 2, 3, 1, 1, 1))
                        .module("end", blocks.conv(8, 5, 1, 1, 0, 1))
                        .source("def forward(self, x):\n"
                                + "    found = [self.stem.forward(x)]\n"
                                + "    found.append(self.one.forward(torch.cat(found, 1)))\n"
                                + "    found.append(self.two.forward(torch.cat(found, 1)))\n"
                                + "    return torch.mean(self.end.forward(torch.cat(found, 1)), [2, 3])\n"))) {
            Tensor images = blocks.weights(1, 2, 3, 8, 8);
            double[] logits = network.logits(images).toDoubles();
            assertThat(network.layers()).extracting(Network.Layer::name).contains("stem", "end");
            for (Network.Layer layer : network.layers()) {
                Network.Cut cut = network.cut(layer.name());
                assertThat(cut.upper(cut.lower(images)).toDoubles()).containsExactly(logits, within(1e-5));
            }
        }
    }

    /** Swin decides in a branch that returns nothing how far windows are shifted. */
    @Test
    void whatBranchesChangeIsFollowed() {
        try (Scope scope = Scope.open();
                Network network = small(new ScriptWriter("Net")
                        .module("stem", blocks.conv(3, 4, 3, 2, 1, 1))
                        .module("end", blocks.conv(4, 5, 1, 1, 0, 1))
                        .source("def forward(self, x):\n"
                                + "    x = self.stem.forward(x)\n"
                                + "    shift = [1, 2]\n"
                                + "    mask = torch.ones_like(x)\n"
                                + "    if x.size(2) <= 4:\n"
                                + "        shift[0] = 0\n"
                                + "        mask[:, :, 1:3].fill_(0.5)\n"
                                + "    x = torch.roll(x * mask, shift, [2, 3]) * torch.relu(x)\n"
                                + "    return torch.mean(self.end.forward(x), [2, 3])\n"))) {
            Tensor images = blocks.weights(1, 2, 3, 8, 8);
            double[] logits = network.logits(images).toDoubles();
            Network.Cut cut = network.cut("stem");
            assertThat(cut.upper(cut.lower(images)).toDoubles()).containsExactly(logits, within(1e-5));
        }
    }

    /** Traces compute paddings from sizes with tensor operators: timm's convolutions that pad as TensorFlow does. */
    @Test
    void sizesAreLimitedAsNumbers() {
        try (Scope scope = Scope.open();
                Network network = small(new ScriptWriter("Net")
                        .module("conv", blocks.conv(3, 5, 3, 2, 1, 1))
                        .source("def forward(self, x):\n"
                                + "    much = int(torch.clamp(torch.tensor(x.size(2)) - 6, 0))\n"
                                + "    none = int(torch.clamp(torch.tensor(x.size(3)) - 20, 0))\n"
                                + "    x = self.conv.forward(torch.constant_pad_nd(x, [none, much], 0))\n"
                                + "    return torch.mean(x, [2, 3])\n"))) {
            assertThat(network.layers().get(0).shape()).containsExactly(3, 8, 10);
        }
    }

    /** Every layer of a scripted DenseNet asks whether memory is to be saved. */
    @Test
    void branchesInARowAndInsideEachOtherAreDecided() {
        StringBuilder program = new StringBuilder("def forward(self, x):\n    x = self.stem.forward(x)\n");
        for (int i = 0; i < 10; i++) {
            program.append("    if self.wide:\n        x = self.none.forward(x)\n")
                    .append("    else:\n        if self.wide:\n            x = self.none.forward(x)\n")
                    .append("        else:\n            x = self.step.forward(x)\n");
        }
        program.append("    return torch.mean(x, [2, 3])\n");
        try (Scope scope = Scope.open();
                Network network = load(new ScriptWriter("Net")
                        .module("stem", blocks.conv(3, 4, 3, 2, 1, 1))
                        .module("step", blocks.conv(4, 4, 1, 1, 0, 1))
                        .module("none", blocks.conv(4, 4, 3, 1, 1, 1))
                        .setting("wide", false)
                        .source(program.toString()))) {
            assertThat(network.layers())
                    .extracting(Network.Layer::name)
                    .startsWith("stem")
                    .endsWith("step")
                    .hasSize(11);
        }
    }

    /** Inlining gives values the names they had inside, whatever has that name outside. */
    @Test
    void modulesAreFoundWhateverVariablesAreCalled() {
        ScriptWriter inner = new ScriptWriter("Inner")
                .module("second", blocks.conv(3, 4, 3, 2, 1, 1))
                .source("def forward(self, x):\n    second = self.second\n    return second.forward(x)\n");
        try (Scope scope = Scope.open();
                Network network = load(new ScriptWriter("Net")
                        .module("first", inner)
                        .module("second", blocks.conv(4, 5, 3, 1, 1, 1))
                        .source("def forward(self, x):\n"
                                + "    second = self.second\n"
                                + "    first = self.first\n"
                                + "    return torch.mean(second.forward(first.forward(x)), [2, 3])\n"))) {
            assertThat(network.layers()).extracting(Network.Layer::name).containsExactly("first", "second");
        }
    }

    /** DenseNet also ends in an activation that is a function and no module. */
    @Test
    void activationsThatAreNoModulesAreLayersToo() {
        try (Scope scope = Scope.open();
                Network network = small(new ScriptWriter("Net")
                        .module("features", blocks.conv(3, 5, 3, 2, 1, 1))
                        .source("def forward(self, x):\n"
                                + "    return torch.mean(torch.relu_(self.features.forward(x)), [2, 3])\n"))) {
            assertThat(network.layers()).extracting(Network.Layer::name).containsExactly("features", "relu/1");
            Network.Cut cut = network.cut("relu/1");
            assertThat(cut.layer().activation()).isEqualTo(Activation.RELU);
            Tensor images = blocks.weights(1, 2, 3, 8, 8);
            Tensor features = cut.lower(images);
            assertThat(Arrays.stream(features.toDoubles()).min().orElseThrow()).isZero();
            assertThat(cut.upper(features).toDoubles())
                    .containsExactly(network.logits(images).toDoubles(), within(1e-5));
        }
    }

    /** Inside of Swin channels are last; what follows tells. */
    @Test
    void channelsBehindHeightAndWidthAreFound() {
        ScriptWriter block = new ScriptWriter("Block")
                .parameter("weight", blocks.weights(0.3, 6, 6))
                .source("def forward(self, x):\n    return x + torch.linear(x, self.weight)\n");
        try (Scope scope = Scope.open();
                Network network = ScriptNetwork.load(
                        file(new ScriptWriter("Net")
                                .module("patches", blocks.conv(3, 6, 4, 4, 0, 1))
                                .module("turn", Blocks.stateless("Permute", "x.permute([0, 2, 3, 1])"))
                                .module("block", block)
                                .module("fc", blocks.linear(6, 5))
                                .source("def forward(self, x):\n"
                                        + "    x = self.block.forward(self.turn.forward(self.patches.forward(x)))\n"
                                        + "    return self.fc.forward(torch.mean(x, [1, 2]))\n")),
                        new ImageInput("x", 3, 8, 12))) {
            Tensor images = blocks.weights(1, 2, 3, 8, 12);
            for (String name : new String[] {"patches", "turn", "block"}) {
                Network.Cut cut = network.cut(name);
                assertThat(cut.layer().shape()).as(name).startsWith(6);
                Tensor features = cut.lower(images);
                assertThat(features.shape()).as(name).containsExactly(2, 6, 2, 3);
                assertThat(cut.upper(features).toDoubles())
                        .containsExactly(network.logits(images).toDoubles(), within(1e-5));
            }
        }
    }

    /** timm's Swin goes from tokens back to maps whose lengths it asked of what it was given. */
    @Test
    void channelsAreFollowedThroughLengthsOfAxes() {
        ScriptWriter writer = new ScriptWriter("Net")
                .module("embed", blocks.conv(3, 8, 4, 4, 0, 1))
                .module("norm", blocks.layerNorm(8))
                .module("mlp", blocks.linear(8, 8))
                .module(
                        "block",
                        Blocks.stateless(
                                "Back",
                                "x.flatten(1, 2).mul(2.).reshape([x.size(0), x.size(1), x.size(2), x.size(3)])"))
                .module("fc", blocks.linear(32, 5))
                .source("""
                    def forward(self, x):
                        x = self.norm.forward(self.embed.forward(x).permute([0, 2, 3, 1]))
                        x = self.block.forward(x)
                        h = x.size(1) // 2
                        w = x.size(2) // 2
                        x = x.reshape([x.size(0), h, 2, w, 2, 8]).permute([0, 1, 3, 4, 2, 5]).flatten(3)
                        return self.fc.forward(torch.mean(torch.mean(x, [1]), [1]))
                    """);
        try (Scope scope = Scope.open();
                Network network = load(writer)) {
            Network.Cut cut = network.cut("block");
            assertThat(cut.layer().shape()).containsExactly(8, 56, 56);
            Tensor images = blocks.weights(1, 2, 3, 224, 224);
            assertThat(cut.upper(cut.lower(images)).toDoubles())
                    .containsExactly(network.logits(images).toDoubles(), within(1e-5));
        }
    }

    @Test
    void aShapeWithoutLengthsSaysNothingOfChannels() {
        ScriptWriter writer = new ScriptWriter("Net")
                .module("conv", blocks.conv(3, 8, 3, 1, 1, 1))
                .module("fc", blocks.linear(8, 5))
                .source("""
                    def forward(self, x):
                        x = self.conv.forward(x)
                        x = x * torch.mean(x).reshape([])
                        return self.fc.forward(torch.mean(torch.mean(x, [2]), [2]))
                    """);
        try (Network network = load(writer)) {
            assertThat(network.cut("conv").layer().shape()[0]).isEqualTo(8);
        }
    }

    /** Pooling rounds down, so what was made for 32 runs on 40 and 48 as well. */
    @Test
    void aNetworkOfSmallImagesIsNotTakenForOneOfLarger() {
        String pooled = "torch.max_pool2d(x, [2, 2], [2, 2], [0, 0], [1, 1], False)";
        ScriptWriter writer = new ScriptWriter("Net")
                .module("conv", blocks.conv(3, 8, 3, 1, 1, 1))
                .module("pool", Blocks.stateless("Pool", pooled))
                .module("fc", blocks.linear(8, 5))
                .source("""
                    def forward(self, x):
                        x = self.conv.forward(x)
                        x = self.pool.forward(self.pool.forward(self.pool.forward(x)))
                        x = self.pool.forward(self.pool.forward(x))
                        return self.fc.forward(x.flatten(1))
                    """);
        try (Network network = load(writer)) {
            assertThat(network.input().height()).isEqualTo(32);
        }
    }

    /** Of a single patch, the positions of all patches can be added to it: it runs, but was not made for such images. */
    @Test
    void sizesAtWhichPositionsAreLaidOverOnePatchAreNotTaken() {
        ScriptWriter writer = new ScriptWriter("Net")
                .module("embed", blocks.conv(3, 8, 16, 16, 0, 1))
                .parameter("positions", blocks.weights(1, 1, 9, 8))
                .module("norm", blocks.layerNorm(8))
                .module("fc", blocks.linear(8, 5))
                .source("""
                    def forward(self, x):
                        x = self.embed.forward(x).flatten(2).transpose(1, 2) + self.positions
                        return self.fc.forward(torch.mean(self.norm.forward(x), [1]))
                    """);
        try (Scope scope = Scope.open();
                Network network = load(writer)) {
            assertThat(network.input().height()).isEqualTo(48);
            assertThat(network.cut("norm").layer().shape()).containsExactly(9, 8);
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

    /** As timm's transformers have them. */
    @Test
    void inputsWithADefaultAreLeftOut() {
        String inputs = "x, mask: Optional[Tensor] = None, causal: bool = False, factor: float = 2.0";
        try (Scope scope = Scope.open();
                Network network = small(ending(inputs, "x * factor if mask is None and not causal else x"))) {
            Tensor images = blocks.weights(1, 2, 3, 8, 8);
            assertThat(network.layers()).extracting(Network.Layer::name).containsExactly("conv");
            Network.Cut cut = network.cut("conv");
            Tensor maps = cut.lower(images);
            double[] expected = maps.mean(3).mean(2).times(2).toDoubles();
            assertThat(cut.upper(maps).toDoubles()).containsExactly(expected, within(1e-6));
            assertThat(network.logits(images).toDoubles()).containsExactly(expected, within(1e-6));
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
                    .hasMessageContainingAll("[1, 5, 224, 224]", "one number per class");
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
                    .hasMessageContainingAll("'conv'", "reads 'x' from below");
        }
    }

    @Test
    void operationsInPlaceOnViewsStayInPlace() {
        try (Scope scope = Scope.open();
                Network network = small(new ScriptWriter("Net")
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
                Network network = small(new ScriptWriter("Net")
                        .parameter("weight", blocks.weights(1, 4, 3).to(DType.FLOAT64))
                        .source("def forward(self, x):\n"
                                + "    return torch.linear(torch.mean(x, [2, 3]), self.weight)\n"))) {
            assertThat(network.logits(blocks.weights(1, 2, 3, 8, 8)).type()).isEqualTo(DType.FLOAT32);
            assertThat(network.layers()).isEmpty();
            assertThatThrownBy(() -> network.cut("x")).hasMessageContaining("no layer 'x'");
        }
    }

    @Test
    void wrongImagesAreNamed() {
        try (Scope scope = Scope.open();
                Network network = load(ending("x", "x"))) {
            assertThatThrownBy(() -> network.logits(Tensor.zeros(DType.FLOAT32, 2, 4, 8, 8)))
                    .isInstanceOf(InvalidInput.class)
                    .hasMessageContainingAll("[2, 4, 8, 8]", "takes n x 3 x 224 x 224")
                    .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
        }
    }

    @Test
    void tracesOfOneImageRunImageByImage() {
        try (Scope scope = Scope.open();
                Network network = small(ending("x", "x.view([1, 5])"))) {
            Tensor images = blocks.weights(1, 3, 3, 8, 8);
            Network.Cut cut = network.cut("conv");
            Tensor features = cut.lower(images);
            assertThat(features.shape()).containsExactly(3, 5, 4, 4);
            double[] expected = features.mean(3).mean(2).toDoubles();
            assertThat(network.logits(images).toDoubles()).containsExactly(expected, within(1e-5));
            assertThat(cut.upper(features).toDoubles()).containsExactly(expected, within(1e-5));
            assertThat(cut.layer().shape()).containsExactly(5, 4, 4);
        }
    }

    @Test
    void useAfterCloseIsAnError() {
        try (Scope scope = Scope.open()) {
            Network network = small(ending("x", "x"));
            Network.Cut cut = network.cut("conv");
            Tensor images = blocks.weights(1, 1, 3, 8, 8);
            network.close();
            network.close();
            assertThatThrownBy(() -> network.logits(images)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> cut.lower(images)).isInstanceOf(IllegalStateException.class);
        }
    }

    /** An operator that fails halfway may leave weights behind that are no longer what the file has. */
    @Test
    void aModuleThatFailedIsNotRunAgain() {
        try (Scope scope = Scope.open();
                Network network = load(new ScriptWriter("Net")
                        .parameter("weight", blocks.weights(1, 4, 3))
                        .source("""
                            def forward(self, x):
                                if x.size(2) > 100:
                                    self.weight.zero_()
                                    assert False, "too large"
                                assert bool(torch.ne(torch.abs(self.weight).sum(), 0)), "weights are gone"
                                return torch.linear(torch.mean(x, [2, 3]), self.weight)
                            """))) {
            assertThat(network.input().height()).isEqualTo(96);
            assertThat(network.classes()).isEqualTo(4);
        }
    }
}
