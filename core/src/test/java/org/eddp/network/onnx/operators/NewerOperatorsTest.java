package org.eddp.network.onnx.operators;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.tensor.DType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What opsets 18 to 23 brought, and operators of older ones that their exporters use, against ONNX Runtime. */
class NewerOperatorsTest {
    @ParameterizedTest
    @MethodSource({"activations", "normalisations", "reductions", "places", "shapes", "attention"})
    void agreesWithTheReference(OneNode node) {
        node.check(1e-5);
    }

    static Stream<OneNode> activations() {
        return Stream.of(
                new OneNode("Gelu", 20).random(2, 3, 4),
                new OneNode("Gelu", 20).random(2, 3, 4).with("approximate", "tanh"),
                new OneNode("Mish", 18).random(2, 3, 4),
                new OneNode("Celu", 12).random(2, 3).with("alpha", 0.5f),
                new OneNode("ThresholdedRelu", 22).random(2, 7).with("alpha", 0.7f),
                new OneNode("HardSwish", 22).random(2, 7),
                new OneNode("IsNaN", 20)
                        .floats(new float[] {1, Float.NaN, 0}, 3)
                        .gives(ElementType.BOOL));
    }

    static Stream<OneNode> normalisations() {
        return Stream.of(
                new OneNode("GroupNormalization", 18)
                        .random(2, 6, 4, 5)
                        .random(3)
                        .random(3)
                        .with("num_groups", 3),
                new OneNode("GroupNormalization", 21)
                        .random(2, 6, 4, 5)
                        .random(6)
                        .random(6)
                        .with("num_groups", 2)
                        .with("epsilon", 1e-3f),
                new OneNode("RMSNormalization", 23).random(2, 3, 4).random(4),
                new OneNode("RMSNormalization", 23)
                        .random(2, 3, 4)
                        .random(3, 4)
                        .with("axis", 1)
                        .with("epsilon", 1e-2f),
                new OneNode("LpNormalization", 22).random(2, 3, 4).with("axis", 1),
                new OneNode("LpNormalization", 22)
                        .random(2, 3, 4)
                        .with("axis", -1)
                        .with("p", 1));
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
                                new OneNode(name, 18).random(2, 3, 4).whole(-1),
                                new OneNode(name, 18)
                                        .random(2, 3, 4)
                                        .whole(1, 2)
                                        .with("keepdims", 0),
                                new OneNode(name, 18).random(2, 3, 4).with("noop_with_empty_axes", 0))),
                Stream.of(
                        new OneNode("ReduceLogSumExp", 18).random(2, 3, 4).whole(1),
                        new OneNode("ReduceLogSum", 18)
                                .between(0.1, 2, 2, 3, 4)
                                .whole(2)
                                .with("keepdims", 0),
                        new OneNode("CumSum", 14).random(2, 3, 4).whole(1)));
    }

    static Stream<OneNode> places() {
        return Stream.of(
                new OneNode("GatherElements", 13)
                        .random(3, 4)
                        .wholes(new long[] {0, -1, 2, 1, 3, 0}, 3, 2)
                        .with("axis", 1),
                new OneNode("ScatterElements", 18)
                        .random(3, 4)
                        .wholes(new long[] {0, -1, 2, 1, 3, 0}, 3, 2)
                        .random(3, 2)
                        .with("axis", -1),
                new OneNode("ScatterElements", 18)
                        .random(3, 4)
                        .wholes(new long[] {1, 1, 0, 2}, 1, 4)
                        .random(1, 4)
                        .with("reduction", "add"),
                new OneNode("GatherND", 13).random(3, 4, 2).wholes(new long[] {0, 1, 2, -1}, 2, 2),
                new OneNode("GatherND", 13).random(3, 4, 2).wholes(new long[] {2, 0}, 2, 1),
                new OneNode("ScatterND", 18)
                        .random(3, 4, 2)
                        .wholes(new long[] {0, 1, 2, -1}, 2, 2)
                        .random(2, 2),
                new OneNode("ScatterND", 18)
                        .random(3, 4, 2)
                        .wholes(new long[] {1, 1, 0}, 3, 1)
                        .random(3, 4, 2)
                        .with("reduction", "add"),
                new OneNode("Trilu", 14).random(2, 4, 4),
                new OneNode("Trilu", 14).random(4, 5).wholes(new long[] {1}).with("upper", 0));
    }

    static Stream<OneNode> shapes() {
        return Stream.of(
                new OneNode("Split", 18)
                        .random(2, 7)
                        .with("axis", 1)
                        .with("num_outputs", 3)
                        .outputs(3),
                new OneNode("Split", 18)
                        .random(2, 6)
                        .whole(2, 4)
                        .with("axis", 1)
                        .outputs(2),
                new OneNode("Pad", 18).random(2, 3, 4).whole(1, 2).nothing().whole(-1),
                new OneNode("Pad", 19).random(2, 3, 4).whole(0, 1, 2, 0, 0, 1).with("mode", "wrap"),
                new OneNode("Resize", 18)
                        .random(1, 2, 4, 4)
                        .nothing()
                        .nothing()
                        .whole(8, 6)
                        .list("axes", 2, 3)
                        .with("mode", "linear"),
                new OneNode("Resize", 19)
                        .random(1, 2, 5, 4)
                        .nothing()
                        .floats(new float[] {1, 1, 0.7f, 2}, 4)
                        .with("mode", "linear")
                        .with("coordinate_transformation_mode", "half_pixel_symmetric"),
                new OneNode("SpaceToDepth", 13).random(2, 3, 4, 6).with("blocksize", 2),
                new OneNode("CastLike", 19).random(2, 3).whole(1).gives(ElementType.INT64),
                new OneNode("Cast", 19)
                        .random(2, 3)
                        .with("to", 7)
                        .with("saturate", 1)
                        .gives(ElementType.INT64),
                new OneNode("Reshape", 21).random(2, 3, 4).whole(0, -1),
                new OneNode("Transpose", 23).random(2, 3, 4).list("perm", 1, 2, 0),
                new OneNode("LayerNormalization", 23).random(2, 3, 4).random(4).random(4));
    }

    static Stream<OneNode> attention() {
        return Stream.of(
                new OneNode("Attention", 23)
                        .random(2, 3, 5, 4)
                        .random(2, 3, 6, 4)
                        .random(2, 3, 6, 4),
                new OneNode("Attention", 23)
                        .random(2, 5, 12)
                        .random(2, 5, 12)
                        .random(2, 5, 12)
                        .random(5, 5)
                        .with("q_num_heads", 3)
                        .with("kv_num_heads", 3)
                        .with("scale", 0.3f),
                new OneNode("Attention", 23)
                        .random(1, 4, 5, 4)
                        .random(1, 2, 5, 4)
                        .random(1, 2, 5, 4)
                        .with("is_causal", 1));
    }

    @Test
    void refusesPlacesOutside() {
        OneNode outside = new OneNode("ScatterND", 18)
                .random(3, 4)
                .wholes(new long[] {3}, 1, 1)
                .random(1, 4);
        assertThatThrownBy(() -> outside.run(DType.FLOAT32))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mul", "max"})
    void refusesOtherWaysToCombine(String reduction) {
        OneNode other = new OneNode("ScatterND", 18)
                .random(3, 4)
                .wholes(new long[] {1}, 1, 1)
                .random(1, 4)
                .with("reduction", reduction);
        assertThatThrownBy(() -> other.run(DType.FLOAT32))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining(reduction);
    }

    @Test
    void splitsUnevenlyOnlyWhereTheOpsetSaysSo() {
        assertThatThrownBy(() -> new OneNode("Split", 13)
                        .random(2, 7)
                        .with("axis", 1)
                        .outputs(3)
                        .run(DType.FLOAT32))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("does not split");
    }
}
