package org.eddp.network.onnx.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.ShapeTensors;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Outlines of large nodes; {@link OneNode} compares those of all operators with their results. */
class ShapeInferenceTest {
    private Scope scope;

    @BeforeEach
    void open() {
        scope = Scope.open();
    }

    @AfterEach
    void close() {
        scope.close();
    }

    /** Each of these would take minutes, or more memory than there is. */
    @Test
    void largeNodesAreNotComputed() {
        assertThat(outline("Conv", large(1, 64, 4096, 1024), large(64, 64, 1001, 1001)))
                .isEqualTo(new long[] {1, 64, 3096, 24});
        assertThat(outline("MatMul", large(16, 8192, 16384), large(16, 16384, 1024)))
                .isEqualTo(new long[] {16, 8192, 1024});
        assertThat(outline("Gemm", large(16384, 16384), large(16384, 16384), large(16384)))
                .isEqualTo(new long[] {16384, 16384});
        assertThat(outline(
                        "Attention",
                        List.of(Attribute.of("is_causal", 1L)),
                        large(1, 16, 4096, 1024),
                        large(1, 16, 4096, 1024),
                        large(1, 16, 4096, 1024)))
                .isEqualTo(new long[] {1, 16, 4096, 1024});
        assertThat(outline(
                        "AveragePool",
                        List.of(Attribute.of("kernel_shape", new long[] {1001, 1001})),
                        large(1, 64, 2048, 2000)))
                .isEqualTo(new long[] {1, 64, 1048, 1000});
        assertThat(outline(
                        "Einsum",
                        List.of(Attribute.of("equation", "ij,jk->ik")),
                        large(16384, 16384),
                        large(16384, 16384)))
                .isEqualTo(new long[] {16384, 16384});
        assertThat(outline("Softmax", large(16384, 16384))).isEqualTo(new long[] {16384, 16384});
    }

    /** Older exporters compute sizes in real numbers. */
    @Test
    void sizesInRealNumbersAreExact() {
        Tensor size = Tensor.of(new double[] {7, 9}, DType.FLOAT32, 2);
        Tensor factor = Tensor.of(new double[] {2, 2}, DType.FLOAT32, 2);
        Tensor larger = ShapeInference.of(operator("Mul", List.of()), operands(size, factor))[0];
        Tensor whole = ShapeInference.of(operator("Cast", List.of(Attribute.of("to", 7L))), operands(larger))[0];
        assertThat(Views.toLongs(whole)).containsExactly(14, 18);
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> outline("Conv", large(1, 64, 512, 512), large(64, 63, 3, 3)))
                .hasMessageContaining("64");
        assertThatThrownBy(() -> outline("MatMul", large(512, 512), large(511, 512)))
                .hasMessageContaining("511");
        assertThatThrownBy(() -> outline("LayerNormalization", large(2, 512), large(511)))
                .hasMessageContaining("511");
    }

    private static Tensor large(long... shape) {
        return ShapeTensors.zeros(DType.FLOAT32, shape);
    }

    private static long[] outline(String operator, Tensor... inputs) {
        return outline(operator, List.of(), inputs);
    }

    private static long[] outline(String operator, List<Attribute> attributes, Tensor... inputs) {
        Tensor[] results = ShapeInference.of(operator(operator, attributes), operands(inputs));
        assertThat(results).hasSize(1);
        assertThat(results[0].type()).isEqualTo(DType.FLOAT32);
        assertThat(results[0].narrow(0, 0, 1).count()).isPositive();
        return results[0].shape();
    }

    private static Operator operator(String name, List<Attribute> attributes) {
        Node node = new Node("node", name, "", List.of(), List.of("y"), attributes, new byte[0]);
        return OperatorSet.make(node, OperatorSet.NEWEST, DType.FLOAT32);
    }

    private static Operands operands(Tensor... inputs) {
        Value[] values = new Value[inputs.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = new Value(inputs[i]);
        }
        return new Operands(values);
    }
}
