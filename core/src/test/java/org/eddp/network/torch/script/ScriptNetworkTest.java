package org.eddp.network.torch.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Networks written in the test: cut anywhere, both halves together are the network, in value and in gradient. */
class ScriptNetworkTest {
    private static final int SIDE = 20;

    @TempDir
    private Path folder;

    private Network load(ScriptWriter writer) {
        Path file = folder.resolve("network.pt");
        writer.save(file);
        Libtorch.print(file);
        return ScriptNetwork.load(file, new ImageInput("x", 3, SIDE, SIDE));
    }

    private static Tensor images(long seed) {
        return new Blocks(seed).weights(1, 2, 3, SIDE, SIDE);
    }

    @ParameterizedTest
    @EnumSource
    void halvesComputeWhatTheWholeComputes(SmallNetworks kind) {
        try (Scope scope = Scope.open();
                Network network = load(kind.writer())) {
            assertThat(network.classes()).isEqualTo(5);
            assertThat(network.layers()).hasSizeGreaterThan(2);
            Tensor images = images(7);
            double[] pixels = images.toDoubles();
            Autograd.Differentiated whole =
                    Autograd.differentiate(x -> network.logits(x).pow(2), images);
            for (Network.Layer layer : network.layers()) {
                Network.Cut cut = network.cut(layer.name());
                Tensor features = cut.lower(images);
                double[] before = features.toDoubles();
                assertThat(cut.upper(features).pow(2).toDoubles())
                        .as("logits above %s", layer)
                        .containsExactly(whole.value().toDoubles(), within(1e-5));
                assertThat(features.toDoubles())
                        .as("features of %s stay", layer)
                        .containsExactly(before);
                assertThat(Autograd.differentiate(x -> cut.upper(cut.lower(x)).pow(2), images)
                                .gradient()
                                .toDoubles())
                        .as("pixel gradient through %s", layer)
                        .containsExactly(whole.gradient().toDoubles(), within(1e-5));
                Autograd.Differentiated upper =
                        Autograd.differentiate(f -> cut.upper(f).pow(2), features);
                assertThat(slope(cut::upper, features))
                        .as("slope of the part above %s", layer)
                        .isCloseTo(
                                along(upper.gradient(), features),
                                within(0.02 + 0.02 * Math.abs(slope(cut::upper, features))));
            }
            assertThat(images.toDoubles()).as("images stay").containsExactly(pixels);
        }
    }

    private static double along(Tensor gradient, Tensor point) {
        return gradient.times(direction(point)).sum().item();
    }

    /** Central difference of the summed squared logits. */
    private static double slope(java.util.function.UnaryOperator<Tensor> function, Tensor point) {
        double h = 2e-3;
        Tensor step = direction(point).times(h);
        return (function.apply(point.plus(step)).pow(2).sum().item()
                        - function.apply(point.minus(step)).pow(2).sum().item())
                / (2 * h);
    }

    private static Tensor direction(Tensor point) {
        return new Blocks(99).weights(1 / Math.sqrt(point.count()), point.shape());
    }

    private static Network.Layer layer(Network network, String name) {
        return network.cut(name).layer();
    }

    @Test
    void namesKindsAndActivations() {
        try (Scope scope = Scope.open();
                Network network = load(SmallNetworks.DEPTHWISE.writer())) {
            assertThat(network.layers())
                    .extracting(Network.Layer::name)
                    .containsExactly(
                            "features.0",
                            "features.1",
                            "features.2",
                            "features.3",
                            "features.4",
                            "features",
                            "adaptive_avg_pool2d/1");
            assertThat(network.layers())
                    .extracting(Network.Layer::kind)
                    .containsExactly(
                            "Conv",
                            "BatchNormalization",
                            "Clip",
                            "Conv",
                            "BatchNormalization",
                            "Clip",
                            "GlobalAveragePool");
            assertThat(layer(network, "features.1").activation()).isEqualTo(Activation.IDENTITY);
            assertThat(layer(network, "features.2").activation()).isEqualTo(Activation.RELU6);
            assertThat(layer(network, "features").activation()).isEqualTo(Activation.RELU6);
            assertThat(layer(network, "features").shape()).containsExactly(6, 10, 10);
        }
    }

    @Test
    void activationsThroughContainersDropoutAndProducts() {
        try (Scope scope = Scope.open();
                Network network = load(SmallNetworks.SQUEEZE_EXCITE.writer())) {
            assertThat(layer(network, "features.1").activation()).isEqualTo(Activation.SILU);
            assertThat(layer(network, "features.2").activation()).isEqualTo(Activation.IDENTITY);
            assertThat(layer(network, "features.4").activation()).isEqualTo(Activation.SILU);
            assertThat(layer(network, "features").activation()).isEqualTo(Activation.SILU);
        }
    }

    @Test
    void refusesLayersInsideASkipConnection() {
        try (Scope scope = Scope.open();
                Network network = load(SmallNetworks.RESIDUAL.writer())) {
            assertThatThrownBy(() -> network.cut("layer1.1.conv2"))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContainingAll(
                            "layer1.1.conv2", "also reads", "from below it", "the next place to cut is 'add/1'");
            // the shared ReLU was called twice; its last call ends the block
            assertThat(layer(network, "layer1.2.relu").activation()).isEqualTo(Activation.RELU);
            assertThat(network.layers()).extracting(Network.Layer::name).doesNotContain("layer1.1.bn1", "layer1.2.bn2");
        }
    }

    @Test
    void offersNearNames() {
        try (Scope scope = Scope.open();
                Network network = load(SmallNetworks.DEPTHWISE.writer())) {
            assertThatThrownBy(() -> network.cut("feature.4"))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContainingAll("no layer 'feature.4'", "features.4");
            assertThatThrownBy(() -> network.cut("fc"))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContaining("it has no patches");
        }
    }

    @Test
    void tokensOfATransformer() {
        try (Scope scope = Scope.open();
                Network network = load(SmallNetworks.TRANSFORMER.writer())) {
            assertThat(layer(network, "blocks.0").shape()).containsExactly(25, 8);
            assertThat(network.layers())
                    .extracting(Network.Layer::name)
                    .contains("embed.proj", "embed", "blocks.0", "blocks", "norm");
            assertThat(network.layers())
                    .extracting(Network.Layer::name)
                    .doesNotContain("blocks.0.attn", "blocks.1.mlp");
        }
    }

    @Test
    void manyThreadsGetTheSame() {
        try (Scope scope = Scope.open();
                Network network = load(SmallNetworks.RESIDUAL.writer())) {
            Network.Cut cut = network.cut("layer1.1");
            List<double[]> found = IntStream.range(0, 64)
                    .parallel()
                    .mapToObj(i -> {
                        try (Scope own = Scope.open()) {
                            Tensor images = images(i % 4);
                            return Autograd.differentiate(x -> cut.upper(cut.lower(x)), images)
                                    .gradient()
                                    .toDoubles();
                        }
                    })
                    .toList();
            for (int i = 4; i < found.size(); i++) {
                assertThat(found.get(i)).containsExactly(found.get(i % 4));
            }
        }
    }

    @Test
    void recordsOnlyWhenAsked() {
        try (Scope scope = Scope.open();
                Network network = load(SmallNetworks.RESIDUAL.writer())) {
            Tensor images = images(1);
            assertThat(Autograd.isRecorded(network.logits(images))).isFalse();
            assertThat(Autograd.isRecorded(network.logits(Autograd.variable(images))))
                    .isTrue();
        }
    }

    /** PyTorch refuses convolutions of half precision by weights of single precision. */
    @Test
    void insertedModulesTakeAnyPrecision() {
        try (Scope scope = Scope.open()) {
            Path file = folder.resolve("half.pt");
            new ScriptWriter("Net")
                    .parameter("weight", new Blocks(3).weights(1, 4, 3, 3, 3))
                    .source("""
                            def forward(self, x):
                                y = torch.relu(torch.conv2d(torch.to(x, 5), torch.to(self.weight, 5)))
                                return torch.to(torch.mean(y, [2, 3]), 6)
                            """)
                    .save(file);
            ImageInput input = new ImageInput("x", 3, SIDE, SIDE);
            double[] same = new double[16];
            for (int i = 0; i < 4; i++) {
                same[5 * i] = 1;
            }
            ScriptWriter inserted = new ScriptWriter("Same")
                    .buffer("filter", Tensor.of(same, DType.FLOAT32, 4, 4, 1, 1))
                    .source("def forward(self, x):\n    return torch.conv2d(x, self.filter)\n");
            Path out = folder.resolve("inserted.pt");
            String layer;
            try (Network network = ScriptNetwork.load(file, input)) {
                layer = network.layers().stream()
                        .filter(one -> one.name().contains("relu"))
                        .findFirst()
                        .orElseThrow()
                        .file()
                        .value();
            }
            ScriptNetwork.insert(file, input, layer, "same", inserted, out);
            Tensor images = images(7);
            assertThat(Libtorch.run(out, images)).containsExactly(Libtorch.run(file, images), within(1e-3));
        }
    }
}
