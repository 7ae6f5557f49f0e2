package org.eddp.network.onnx.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.TrialLimits;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.operators.Operands;
import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.ShapeTensors;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a network may cost before it runs, and whether it takes several images at once. */
class TrialTest {
    @TempDir
    Path folder;

    private Network load(Model model) {
        Path file = folder.resolve("network.onnx");
        Model.write(file, model);
        return OnnxNetwork.load(file);
    }

    /** It would compute for an hour, within one node. */
    @Test
    void aNodeWithTooMuchWorkIsRefusedBeforeItRuns() {
        TinyOnnx net = new TinyOnnx();
        String kernels = expanded(net, 1, 3, 2001, 2001);
        net.at(TinyOnnx.IMAGE).node("Conv", List.of(kernels)).head(1, 5);
        assertThatThrownBy(() -> load(net.model(13, -1, 4096)).close())
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContainingAll("Conv_1", "EDDP_TRIAL_SECONDS");
    }

    /** The same of constants, which are computed while the file is loaded. */
    @Test
    void constantsWithTooMuchWorkAreRefusedBeforeTheyAreComputed() {
        TinyOnnx net = new TinyOnnx();
        String kernels = expanded(net, 1, 1, 2001, 2001);
        expanded(net, 1, 1, 4096, 4096);
        net.node("Conv", List.of(kernels)).node("GlobalAveragePool").node("Add", List.of(TinyOnnx.IMAGE));
        assertThatThrownBy(() -> load(net.head(3, 5).model(13, -1, 16)).close())
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContainingAll("Conv_2", "EDDP_TRIAL_SECONDS");
    }

    private static String expanded(TinyOnnx net, long... shape) {
        return net.nodeOf("Expand", List.of(net.number(0.1f), net.wholes(shape)))
                .last();
    }

    @Test
    void workIsEstimatedFromShapes() {
        try (Scope scope = Scope.open()) {
            Tensor square = ShapeTensors.zeros(DType.FLOAT32, 4096, 4096);
            for (String operator : List.of("MatMul", "Gemm")) {
                GraphStep step =
                        new GraphStep(Node.of("product", operator, List.of(), List.of()), null, new int[0], new int[0]);
                Operands in = new Operands(new Value(square), new Value(square));
                new TrialBudget(new TrialLimits(7, 1000)).plan(step, in); // 4096^3 is just below 7e10
                TrialBudget twice = new TrialBudget(new TrialLimits(7, 1000));
                twice.plan(step, in);
                assertThatThrownBy(() -> twice.plan(step, in))
                        .isInstanceOf(NetworkFailure.class)
                        .hasMessageContainingAll("product", "within 7 seconds", "EDDP_TRIAL_SECONDS");
            }
        }
    }

    @Test
    void valuesThatDoNotFitIntoTheMemoryAreRefused() {
        TinyOnnx net = new TinyOnnx();
        String[] large = new String[6];
        for (int i = 0; i < large.length; i++) {
            large[i] = net.at(TinyOnnx.IMAGE)
                    .node("Tile", List.of(net.wholes(1, 1, 1, 320)))
                    .last();
        }
        for (String value : large) {
            net.node("Add", List.of(value));
        }
        assertThatThrownBy(() -> load(net.head(3, 5).model(13, -1, 512)).close())
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContainingAll("Tile", "EDDP_TRIAL_MEGABYTES");
    }

    /** Images are centred on the mean of the batch: with two together each gives something else than alone. */
    @Test
    void imagesThatWouldMixAreRunOneByOne() {
        TinyOnnx net = new TinyOnnx();
        net.conv(3, 4, 3, 2);
        String features = net.last();
        net.node("ReduceMean", Node.Attribute.of("axes", new long[] {0}));
        String mean = net.last();
        net.nodeOf("Mul", List.of(mean, net.number(0.5f)));
        net.nodeOf("Sub", List.of(features, net.last())).node("Relu").head(4, 5);
        try (Network network = load(net.model(13, -1, 16))) {
            int parallel = 4;
            boolean[] same = new boolean[parallel];
            IntStream.range(0, parallel).parallel().forEach(i -> same[i] = agreesWithEachAlone(network, i));
            assertThat(same).containsOnly(true);
        }
    }

    @Test
    void imagesThatDoNotMixAreRunTogether() {
        try (Network network = load(TinyOnnx.residual().model(13, -1, 16))) {
            assertThat(agreesWithEachAlone(network, 1)).isTrue();
        }
    }

    private static boolean agreesWithEachAlone(Network network, int seed) {
        try (Scope scope = Scope.open()) {
            double[] pixels = new Random(seed).doubles(3 * 3 * 16 * 16, -1, 1).toArray();
            Tensor images = Tensor.of(pixels, DType.FLOAT32, 3, 3, 16, 16);
            Tensor[] alone = IntStream.range(0, 3)
                    .mapToObj(i -> network.logits(images.narrow(0, i, 1)))
                    .toArray(Tensor[]::new);
            double[] expected = Views.concatenate(0, alone).toDoubles();
            double[] found = network.logits(images).toDoubles();
            return IntStream.range(0, found.length).allMatch(i -> Math.abs(found[i] - expected[i]) < 1e-5);
        }
    }
}
