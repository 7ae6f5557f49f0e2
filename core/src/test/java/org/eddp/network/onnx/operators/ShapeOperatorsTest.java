package org.eddp.network.onnx.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shapes, selections and constants against ONNX Runtime. */
class ShapeOperatorsTest {
    @ParameterizedTest
    @MethodSource({"shapes", "parts", "paddings", "sources", "resizing"})
    void agreesWithTheReference(OneNode node) {
        node.check(1e-5);
    }

    private static OneNode cube(String operator, int opset) {
        return new OneNode(operator, opset).random(2, 3, 4);
    }

    static Stream<OneNode> shapes() {
        return Stream.of(
                cube("Identity", 13),
                cube("Cast", 13).with("to", 7).gives(ElementType.INT64),
                cube("Cast", 13).with("to", 9).gives(ElementType.BOOL),
                new OneNode("Cast", 13).whole(1, 0, -3).with("to", 1),
                new OneNode("Cast", 13).truths(1, 0).with("to", 1),
                cube("Reshape", 13).whole(6, 4),
                cube("Reshape", 13).whole(0, -1),
                cube("Reshape", 14).whole(4, -1, 2).with("allowzero", 1),
                cube("Flatten", 13),
                cube("Flatten", 13).with("axis", 0),
                cube("Flatten", 13).with("axis", 3),
                cube("Flatten", 13).with("axis", -1),
                cube("Transpose", 13),
                cube("Transpose", 13).list("perm", 1, 2, 0),
                new OneNode("Squeeze", 11).random(1, 3, 1).list("axes", -1),
                new OneNode("Squeeze", 13).random(1, 3, 1).whole(0),
                new OneNode("Squeeze", 13).random(1, 3, 1),
                cube("Unsqueeze", 11).list("axes", 0, 4),
                cube("Unsqueeze", 13).whole(-1, 1),
                new OneNode("Expand", 13).random(3, 1).whole(2, 1, 4),
                new OneNode("Expand", 13).random(2, 3, 4).whole(3, 1),
                cube("Tile", 13).whole(2, 1, 3),
                cube("Shape", 13).gives(ElementType.INT64),
                cube("Shape", 15).with("start", 1).gives(ElementType.INT64),
                cube("Shape", 15).with("start", -2).with("end", -1).gives(ElementType.INT64),
                cube("Size", 13).gives(ElementType.INT64));
    }

    static Stream<OneNode> parts() {
        return Stream.of(
                cube("Concat", 13).random(2, 1, 4).with("axis", 1),
                cube("Concat", 13).random(2, 3, 2).with("axis", -1),
                new OneNode("Split", 11)
                        .random(2, 6)
                        .with("axis", 1)
                        .list("split", 1, 2, 3)
                        .outputs(3),
                new OneNode("Split", 13)
                        .random(2, 6)
                        .whole(4, 2)
                        .with("axis", -1)
                        .outputs(2),
                new OneNode("Split", 13).random(6, 2).outputs(3),
                cube("Slice", 13).whole(1).whole(3).whole(1),
                cube("Slice", 13)
                        .whole(0, -3)
                        .whole(1, Long.MAX_VALUE)
                        .whole(0, -1)
                        .whole(1, 2),
                cube("Slice", 13).whole(-1).whole(Long.MIN_VALUE).whole(2).whole(-1),
                cube("Slice", 13).whole(3).whole(0).whole(2).whole(-2),
                cube("Slice", 13).whole(1, 1).whole(2, 2),
                cube("Slice", 13).whole(5).whole(9).whole(2),
                cube("Gather", 13).wholes(new long[] {1}).with("axis", 1),
                cube("Gather", 13).wholes(new long[] {-1, 0, 1, 2}, 2, 2).with("axis", 2),
                cube("Gather", 13).whole(0, 1, 0),
                new OneNode("Gather", 13)
                        .whole(2, 3, 224, 224)
                        .wholes(new long[] {0})
                        .gives(ElementType.INT64),
                new OneNode("DepthToSpace", 13).random(1, 8, 2, 3).with("blocksize", 2),
                new OneNode("DepthToSpace", 13)
                        .random(1, 8, 2, 3)
                        .with("blocksize", 2)
                        .with("mode", "CRD"));
    }

    static Stream<OneNode> paddings() {
        return Stream.of(
                cube("Pad", 13).whole(0, 1, 2, 1, 0, 3),
                cube("Pad", 11).whole(0, 1, 2, 1, 0, 3).number(1.5f).with("mode", "constant"),
                cube("Pad", 13).whole(0, -1, 1, 0, 0, -2),
                cube("Pad", 13).whole(0, 1, 2, 0, 2, 3).with("mode", "reflect"),
                cube("Pad", 13).whole(1, 1, 2, 0, 2, 5).with("mode", "edge"));
    }

    static Stream<OneNode> sources() {
        return Stream.of(
                new OneNode("Constant", 13).with("value", OnnxTensor.of("", new float[] {1, 2, 3}, 3)),
                new OneNode("Constant", 13).with("value_float", 2.5f),
                new OneNode("Constant", 13).with("value_int", 7).gives(ElementType.INT64),
                new OneNode("Constant", 13).list("value_ints", 7, 8).gives(ElementType.INT64),
                new OneNode("ConstantOfShape", 13).whole(2, 3),
                new OneNode("ConstantOfShape", 13).whole(2, 3).with("value", OnnxTensor.of("", new float[] {4}, 1)),
                new OneNode("ConstantOfShape", 13)
                        .whole(4)
                        .with("value", OnnxTensor.of("", new long[] {4}, 1))
                        .gives(ElementType.INT64),
                new OneNode("Range", 13).number(1).number(4).number(0.5f),
                new OneNode("Range", 13)
                        .wholes(new long[] {5})
                        .wholes(new long[] {-2})
                        .wholes(new long[] {-3})
                        .gives(ElementType.INT64));
    }

    static Stream<OneNode> resizing() {
        return Stream.of("asymmetric", "half_pixel", "pytorch_half_pixel", "align_corners")
                .flatMap(mode -> Stream.of(
                        resize(mode, "linear").nothing().floats(new float[] {1, 1, 2, 1.5f}, 4),
                        resize(mode, "linear").nothing().nothing().whole(2, 3, 3, 9),
                        resize(mode, "nearest")
                                .nothing()
                                .nothing()
                                .whole(2, 3, 9, 4)
                                .with("nearest_mode", "floor"),
                        resize(mode, "nearest").nothing().floats(new float[] {1, 1, 2, 0.5f}, 4),
                        resize(mode, "nearest")
                                .nothing()
                                .floats(new float[] {1, 1, 0.6f, 3}, 4)
                                .with("nearest_mode", "round_prefer_ceil"),
                        resize(mode, "nearest")
                                .nothing()
                                .nothing()
                                .whole(2, 3, 7, 12)
                                .with("nearest_mode", "ceil"),
                        resize(mode, "cubic").nothing().floats(new float[] {1, 1, 2, 1.5f}, 4),
                        resize(mode, "cubic")
                                .nothing()
                                .nothing()
                                .whole(2, 3, 3, 9)
                                .with("cubic_coeff_a", -0.5f),
                        resize(mode, "cubic")
                                .nothing()
                                .floats(new float[] {1, 1, 2.5f, 0.7f}, 4)
                                .with("exclude_outside", 1)));
    }

    /** Keys' kernel at one half has the weights (a, 4 - a, 4 - a, a) / 8, with a = -0.75; beyond the edge the edge goes on. */
    @Test
    void weighsFourCellsInCubicResizing() {
        try (Scope scope = Scope.open()) {
            double[] found = new OneNode("Resize", 13)
                    .floats(new float[] {1, 2, 4, 8}, 1, 1, 1, 4)
                    .nothing()
                    .floats(new float[] {1, 1, 1, 0.5f}, 4)
                    .with("mode", "cubic")
                    .run(DType.FLOAT64)[0]
                    .toDoubles();
            double near = 0.59375;
            double far = -0.09375;
            assertThat(found)
                    .containsExactly(
                            new double[] {far + near + 2 * near + 4 * far, 2 * far + 4 * near + 8 * near + 8 * far},
                            Offset.offset(1e-12));
        }
    }

    private static OneNode resize(String coordinates, String mode) {
        return new OneNode("Resize", 13)
                .random(2, 3, 5, 6)
                .with("coordinate_transformation_mode", coordinates)
                .with("mode", mode);
    }

    @Test
    void refusesWhatWouldFillTheMemory() {
        assertThatThrownBy(() -> new OneNode("ConstantOfShape", 13)
                        .whole(1L << 40, 1L << 40)
                        .run(DType.FLOAT32))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("elements");
        assertThatThrownBy(
                        () -> new OneNode("Tile", 13).random(2).whole(1L << 40).run(DType.FLOAT32))
                .isInstanceOf(NetworkFailure.class);
        assertThatThrownBy(() ->
                        new OneNode("Range", 13).number(0).number(1).number(0).run(DType.FLOAT32))
                .isInstanceOf(NetworkFailure.class);
    }

    @Test
    void refusesIndicesOutside() {
        assertThatThrownBy(() -> new OneNode("Gather", 13).random(3).whole(3).run(DType.FLOAT32))
                .isInstanceOf(NetworkFailure.class);
    }
}
