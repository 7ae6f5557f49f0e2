package org.eddp.network.onnx.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.eddp.network.Network;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Networks of small whole numbers, against values computed by hand. */
class QuantisedNetworkTest {
    private static final Offset<Double> TIGHT = Offset.offset(1e-6);

    @TempDir
    Path folder;

    private static OnnxTensor bytes(String name, ElementType type, int[] values, long... dims) {
        ByteBuffer data = ByteBuffer.allocate(values.length);
        for (int value : values) {
            data.put((byte) value);
        }
        return new OnnxTensor(name, type.code(), dims, data.flip(), Map.of(), new byte[0]);
    }

    private Network load(List<Node> nodes, List<OnnxTensor> weights) {
        Path file = folder.resolve("network.onnx");
        List<Node> all = new ArrayList<>(nodes);
        all.add(Node.of("pool", "GlobalAveragePool", List.of("maps"), List.of("pooled")));
        all.add(Node.of("flat", "Flatten", List.of("pooled"), List.of("logits")));
        Model.write(
                file,
                Model.of(
                        13,
                        Graph.of(
                                all,
                                weights,
                                List.of(ValueInfo.of("image", -1, 1, 1, 2)),
                                List.of(ValueInfo.of("logits", -1, 2)))));
        return OnnxNetwork.load(file);
    }

    /** Weights of channels have scales 0.5 and 0.25; inputs are rounded to halves, with a zero point of 3 among bytes. */
    @Test
    void roundsAndLimitsAsTheFileSays() {
        List<OnnxTensor> weights = List.of(
                bytes("w", ElementType.INT8, new int[] {4, -8}, 2, 1, 1, 1),
                bytes("w.zero", ElementType.INT8, new int[] {0, 0}, 2),
                OnnxTensor.of("w.scale", new float[] {0.5f, 0.25f}, 2),
                bytes("x.zero", ElementType.UINT8, new int[] {3}),
                OnnxTensor.of("x.scale", new float[] {0.5f}));
        List<Node> nodes = List.of(
                Node.of("q", "QuantizeLinear", List.of("image", "x.scale", "x.zero"), List.of("xq")),
                Node.of("d", "DequantizeLinear", List.of("xq", "x.scale", "x.zero"), List.of("xd")),
                Node.of(
                        "dw",
                        "DequantizeLinear",
                        List.of("w", "w.scale", "w.zero"),
                        List.of("wd"),
                        Attribute.of("axis", 0)),
                Node.of("conv", "Conv", List.of("xd", "wd"), List.of("maps")));
        try (Network network = load(nodes, weights);
                Scope scope = Scope.open()) {
            // 1.2 is 2.4 steps, 2 of them: 1; -9 is 18 steps below 3, limited to 0: -1.5
            double[] found = network.logits(Tensor.of(new float[] {1.2f, -9}, 1, 1, 1, 2))
                    .toDoubles();
            double mean = (1 - 1.5) / 2;
            assertThat(found).containsExactly(new double[] {2 * mean, -2 * mean}, TIGHT);
            // 0.25 is half a step, rounded to the even number 0; 200 is limited to 255 - 3 steps
            found = network.logits(Tensor.of(new float[] {0.25f, 200}, 1, 1, 1, 2))
                    .toDoubles();
            assertThat(found).containsExactly(new double[] {126, -126}, TIGHT);
        }
    }

    @Test
    void gradientsGoThroughTheRounding() {
        List<OnnxTensor> weights = List.of(
                bytes("w", ElementType.INT8, new int[] {4, -8}, 2, 1, 1, 1),
                OnnxTensor.of("w.scale", new float[] {0.5f}),
                bytes("x.zero", ElementType.INT8, new int[] {0}),
                OnnxTensor.of("x.scale", new float[] {0.5f}));
        List<Node> nodes = List.of(
                Node.of("q", "QuantizeLinear", List.of("image", "x.scale", "x.zero"), List.of("xq")),
                Node.of("d", "DequantizeLinear", List.of("xq", "x.scale", "x.zero"), List.of("xd")),
                Node.of("dw", "DequantizeLinear", List.of("w", "w.scale"), List.of("wd")),
                Node.of("conv", "Conv", List.of("xd", "wd"), List.of("maps")));
        try (Network network = load(nodes, weights);
                Scope scope = Scope.open()) {
            Tensor image = Autograd.variable(Tensor.of(new float[] {1.2f, -100}, 1, 1, 1, 2));
            Tensor first = network.logits(image).narrow(1, 0, 1).sum();
            assertThat(first.item()).isCloseTo(1 - 64, TIGHT);
            double[] gradient = Autograd.gradients(first, image)[0].toDoubles();
            assertThat(gradient).containsExactly(new double[] {1, 0}, TIGHT);
        }
    }

    @Test
    void computesWithWholeNumbers() {
        List<OnnxTensor> weights = List.of(
                bytes("w", ElementType.INT8, new int[] {4, -8}, 2, 1, 1, 1),
                bytes("w.zero", ElementType.INT8, new int[] {1}),
                OnnxTensor.of("w.scale", new float[] {0.5f, 0.25f}, 2),
                bytes("x.zero", ElementType.UINT8, new int[] {3}),
                OnnxTensor.of("x.scale", new float[] {0.5f}),
                bytes("y.zero", ElementType.INT8, new int[] {-10}),
                OnnxTensor.of("y.scale", new float[] {0.2f}));
        List<Node> nodes = List.of(
                Node.of("q", "QuantizeLinear", List.of("image", "x.scale", "x.zero"), List.of("xq")),
                Node.of(
                        "conv",
                        "QLinearConv",
                        List.of("xq", "x.scale", "x.zero", "w", "w.scale", "w.zero", "y.scale", "y.zero"),
                        List.of("yq")),
                Node.of("d", "DequantizeLinear", List.of("yq", "y.scale", "y.zero"), List.of("maps")));
        try (Network network = load(nodes, weights);
                Scope scope = Scope.open()) {
            // steps 2 and 4; weights 3 and -9 steps; products 6, 12 of 0.25 and -18, -36 of 0.125, in steps of 0.2:
            // 7.5, 15
            // and -11.25, -22.5 (both halves to even)
            double[] found = network.logits(Tensor.of(new float[] {1, 2}, 1, 1, 1, 2))
                    .to(DType.FLOAT64)
                    .toDoubles();
            assertThat(found).containsExactly(new double[] {0.2 * (8 + 15) / 2, -0.2 * (11 + 22) / 2}, TIGHT);
        }
    }
}
