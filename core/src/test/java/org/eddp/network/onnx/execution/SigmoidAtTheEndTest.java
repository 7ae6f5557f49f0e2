package org.eddp.network.onnx.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.eddp.features.Head;
import org.eddp.features.PatchLayer;
import org.eddp.network.LinearReadout;
import org.eddp.network.Network;
import org.eddp.network.OutputKind;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Networks with independent labels: the sigmoid is left out, said, and known to everything above. */
class SigmoidAtTheEndTest {
    private static final int LABELS = 3;

    @TempDir
    private Path folder;

    /** Maps, pooling, a linear layer, and whatever follows the value "scores". */
    private Path network(List<Node> end, String output) {
        List<Node> nodes = new java.util.ArrayList<>(List.of(
                Node.of("conv", "Conv", List.of("image", "k"), List.of("c"), Attribute.of("strides", new long[] {2, 2
                })),
                Node.of("gate", "Sigmoid", List.of("c"), List.of("maps")),
                Node.of("pool", "GlobalAveragePool", List.of("maps"), List.of("pooled")),
                Node.of("flatten", "Flatten", List.of("pooled"), List.of("flat")),
                Node.of("fc", "Gemm", List.of("flat", "v", "b"), List.of("scores"))));
        nodes.addAll(end);
        float[] kernel = new float[4 * 3 * 2 * 2];
        for (int i = 0; i < kernel.length; i++) {
            kernel[i] = (float) Math.sin(i);
        }
        float[] vectors = new float[4 * LABELS];
        for (int i = 0; i < vectors.length; i++) {
            vectors[i] = (float) Math.cos(3 * i);
        }
        Path file = folder.resolve("labels.onnx");
        Model.write(
                file,
                Model.of(
                        17,
                        Graph.of(
                                nodes,
                                List.of(
                                        OnnxTensor.of("k", kernel, 4, 3, 2, 2),
                                        OnnxTensor.of("v", vectors, 4, LABELS),
                                        OnnxTensor.of("b", new float[] {0.5f, -1, 2}, LABELS)),
                                List.of(ValueInfo.of("image", -1, 3, 8, 8)),
                                List.of(ValueInfo.of(output, -1, LABELS)))));
        return file;
    }

    private static double[] logits(Network network) {
        try (Scope scope = Scope.open()) {
            float[] pixels = new float[3 * 8 * 8];
            for (int i = 0; i < pixels.length; i++) {
                pixels[i] = (float) Math.sin(0.7 * i);
            }
            return network.logits(Tensor.of(pixels, 1, 3, 8, 8)).toDoubles();
        }
    }

    @Test
    void itIsLeftOutAndSaid() {
        double[] plain;
        try (Network network = OnnxNetwork.load(network(List.of(), "scores"))) {
            assertThat(network.outputs()).as("a sigmoid inside says nothing").isEqualTo(OutputKind.CLASSES);
            plain = logits(network);
        }
        List<Node> end = List.of(
                Node.of("sigmoid", "Sigmoid", List.of("scores"), List.of("p")),
                Node.of("same", "Identity", List.of("p"), List.of("probabilities")));
        try (Network network = OnnxNetwork.load(network(end, "probabilities"))) {
            assertThat(network.format())
                    .isEqualTo("ONNX, opset 17, sigmoid at the end left out: labels are independent");
            assertThat(network.outputs()).isEqualTo(OutputKind.LABELS);
            assertThat(network.classes()).isEqualTo(LABELS);
            assertThat(logits(network)).isEqualTo(plain);
        }
    }

    @Test
    void whatIsAboveALayerKnowsIt() {
        List<Node> end = List.of(Node.of("sigmoid", "Sigmoid", List.of("scores"), List.of("p")));
        try (Network network = OnnxNetwork.load(network(end, "p"))) {
            PatchLayer layer = PatchLayer.of(network.cut("maps"), null);
            LinearReadout readout = layer.readout().orElseThrow();
            assertThat(readout.outputs()).isEqualTo(OutputKind.LABELS);
            assertThat(Head.of(layer).outputs()).isEqualTo(OutputKind.LABELS);
            assertThat(Head.of(readout, layer.grid()).outputs()).isEqualTo(OutputKind.LABELS);
        }
    }

    @Test
    void aSoftmaxStillMeansClasses() {
        List<Node> end =
                List.of(Node.of("softmax", "Softmax", List.of("scores"), List.of("p"), Attribute.of("axis", 1)));
        try (Network network = OnnxNetwork.load(network(end, "p"))) {
            assertThat(network.outputs()).isEqualTo(OutputKind.CLASSES);
            assertThat(network.format()).endsWith(Network.SOFTMAX_LEFT_OUT);
        }
    }
}
