package org.eddp.network.onnx.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Products, normalisation and reductions against ONNX Runtime. */
class LayerOperatorsTest {
    @ParameterizedTest
    @MethodSource({"products", "normalisations", "reductions"})
    void agreesWithTheReference(OneNode node) {
        node.check(1e-5);
    }

    static Stream<OneNode> products() {
        return Stream.of(
                new OneNode("Gemm", 13).random(3, 4).random(4, 5),
                new OneNode("Gemm", 13).random(3, 4).random(5, 4).random(5).with("transB", 1),
                new OneNode("Gemm", 11)
                        .random(4, 3)
                        .random(4, 5)
                        .random(3, 1)
                        .with("transA", 1)
                        .with("alpha", 0.5f)
                        .with("beta", 2f),
                new OneNode("Gemm", 13).random(3, 4).random(4, 5).with("alpha", 3f),
                new OneNode("MatMul", 13).random(3, 4).random(4, 5),
                new OneNode("MatMul", 13).random(2, 3, 4).random(4, 5),
                new OneNode("MatMul", 13).random(2, 1, 3, 4).random(5, 4, 2),
                new OneNode("MatMul", 13).random(4).random(2, 4, 3),
                new OneNode("MatMul", 13).random(2, 3, 4).random(4),
                new OneNode("Einsum", 13).random(2, 3, 4).random(2, 4, 5).with("equation", "bij, bjk -> bik"),
                new OneNode("Einsum", 12).random(2, 3).with("equation", "ij->ji"));
    }

    static Stream<OneNode> normalisations() {
        return Stream.of(
                batch(13).with("epsilon", 1e-3f),
                batch(15).with("momentum", 0.5f),
                new OneNode("LayerNormalization", 17).random(2, 3, 4).random(4).random(4),
                new OneNode("LayerNormalization", 17).random(2, 3, 4).random(4),
                new OneNode("LayerNormalization", 17)
                        .random(2, 3, 4)
                        .random(3, 4)
                        .random(3, 4)
                        .with("axis", 1)
                        .with("epsilon", 1e-2f),
                new OneNode("InstanceNormalization", 13)
                        .random(2, 3, 4, 5)
                        .random(3)
                        .random(3),
                new OneNode("LRN", 13).random(2, 7, 3, 3).with("size", 3),
                new OneNode("LRN", 13)
                        .random(2, 7, 3, 3)
                        .with("size", 5)
                        .with("alpha", 0.3f)
                        .with("beta", 0.5f)
                        .with("bias", 2f),
                new OneNode("Dropout", 13).random(2, 3),
                new OneNode("Dropout", 11).random(2, 3).with("ratio", 0.5f));
    }

    private static OneNode batch(int opset) {
        return new OneNode("BatchNormalization", opset)
                .random(2, 3, 4, 5)
                .random(3)
                .random(3)
                .random(3)
                .between(0.1, 2, 3);
    }

    static Stream<OneNode> reductions() {
        return Stream.concat(
                Stream.of(
                                "ReduceMean",
                                "ReduceMax",
                                "ReduceMin",
                                "ReduceProd",
                                "ReduceL1",
                                "ReduceL2",
                                "ReduceSumSquare")
                        .flatMap(name -> Stream.of(
                                new OneNode(name, 13).random(2, 3, 4).list("axes", -1),
                                new OneNode(name, 11)
                                        .random(2, 3, 4)
                                        .list("axes", 0, 2)
                                        .with("keepdims", 0),
                                new OneNode(name, 13).random(2, 3, 4))),
                Stream.of(
                        new OneNode("ReduceSum", 11).random(2, 3, 4).list("axes", 1),
                        new OneNode("ReduceSum", 13)
                                .random(2, 3, 4)
                                .whole(1, -1)
                                .with("keepdims", 0),
                        new OneNode("ReduceSum", 13).random(2, 3, 4),
                        new OneNode("ReduceSum", 13).random(2, 3, 4).with("noop_with_empty_axes", 1),
                        new OneNode("ReduceProd", 13).whole(2, 3, 4).gives(ElementType.INT64),
                        new OneNode("ArgMax", 13)
                                .random(2, 3, 4)
                                .with("axis", -1)
                                .gives(ElementType.INT64),
                        new OneNode("ArgMax", 13)
                                .random(2, 3, 4)
                                .with("keepdims", 0)
                                .gives(ElementType.INT64),
                        new OneNode("ArgMin", 13)
                                .random(2, 3, 4)
                                .with("axis", 1)
                                .gives(ElementType.INT64)));
    }

    @Test
    void standardisesWeightsByTheirOwnStatistics() {
        try (Scope scope = Scope.open()) {
            float[] x = {1, 2, 3, 4, 10, 10, 30, 30};
            OneNode node = new OneNode("BatchNormalization", 15)
                    .floats(x, 2, 2, 2)
                    .floats(new float[] {1, 3}, 2)
                    .floats(new float[] {0, 5}, 2)
                    .floats(new float[] {7, 7}, 2)
                    .floats(new float[] {7, 7}, 2)
                    .with("training_mode", 1)
                    .with("epsilon", 0.25f);
            // channel 0 holds 1, 2, 10, 10 (mean 5.75, variance 18.1875), channel 1 holds 3, 4, 30, 30 (16.75,
            // 175.6875)
            double[] expected = new double[8];
            for (int i = 0; i < 8; i++) {
                boolean second = i / 2 % 2 == 1;
                expected[i] = second
                        ? (x[i] - 16.75) / Math.sqrt(175.6875 + 0.25) * 3 + 5
                        : (x[i] - 5.75) / Math.sqrt(18.1875 + 0.25);
            }
            assertThat(node.run(DType.FLOAT32)[0].toDoubles()).containsExactly(expected, within(1e-5));
        }
    }

    @Test
    void refusesAttributesItDoesNotKnow() {
        assertThatThrownBy(
                        () -> new OneNode("Relu", 13).random(2).with("leak", 1).run(DType.FLOAT32))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("leak");
    }
}
