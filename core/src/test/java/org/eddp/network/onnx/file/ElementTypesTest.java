package org.eddp.network.onnx.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.junit.jupiter.api.Test;

class ElementTypesTest {
    private static Graph graph(Node... nodes) {
        return Graph.of(
                List.of(nodes),
                List.of(OnnxTensor.of("one", new float[] {1})),
                List.of(ValueInfo.of("image", ElementType.FLOAT16, -1, 3, 4, 4)),
                List.of());
    }

    private static Node node(String operator, String output, String... inputs) {
        return Node.of("", operator, List.of(inputs), List.of(output));
    }

    private static Node cast(String output, String input, ElementType type) {
        return Node.of("", "Cast", List.of(input), List.of(output), Attribute.of("to", type.code()));
    }

    @Test
    void typesFollowTheFirstInput() {
        ElementTypes types = ElementTypes.of(graph(node("Relu", "a", "image"), node("Flatten", "b", "a")));
        assertThat(types.of("b")).isEqualTo(ElementType.FLOAT16);
        assertThat(types.of("one")).isEqualTo(ElementType.FLOAT);
        assertThat(types.of("absent")).isNull();
    }

    @Test
    void someOperatorsChangeThem() {
        ElementTypes types = ElementTypes.of(graph(
                cast("single", "image", ElementType.FLOAT),
                node("Shape", "shape", "image"),
                node("Greater", "above", "single", "one"),
                node("Where", "chosen", "above", "image", "image"),
                node("ConstantOfShape", "zeros", "shape"),
                Node.of("", "Constant", List.of(), List.of("two"), Attribute.of("value_int", 2L)),
                Node.of("", "MaxPool", List.of("image"), List.of("largest", "places"))));
        assertThat(types.of("single")).isEqualTo(ElementType.FLOAT);
        assertThat(types.of("shape")).isEqualTo(ElementType.INT64);
        assertThat(types.of("above")).isEqualTo(ElementType.BOOL);
        assertThat(types.of("chosen")).isEqualTo(ElementType.FLOAT16);
        assertThat(types.of("zeros")).isEqualTo(ElementType.FLOAT);
        assertThat(types.of("two")).isEqualTo(ElementType.INT64);
        assertThat(types.of("largest")).isEqualTo(ElementType.FLOAT16);
        assertThat(types.of("places")).isEqualTo(ElementType.INT64);
    }

    @Test
    void aFileMayDeclareThem() {
        byte[] rest = new MessageWriter()
                .message(
                        13,
                        new MessageWriter()
                                .text(1, "a")
                                .message(
                                        2,
                                        new MessageWriter()
                                                .message(1, new MessageWriter().whole(1, ElementType.BFLOAT16.code()))))
                .toByteArray();
        Node other = new Node("", "Own", "com.example", List.of("image"), List.of("a"), List.of(), new byte[0]);
        Graph plain = graph(other);
        Graph declared = new Graph("", plain.nodes(), plain.initialisers(), plain.inputs(), plain.outputs(), rest);
        assertThat(ElementTypes.of(plain).of("a")).isNull();
        assertThat(ElementTypes.of(declared).of("a")).isEqualTo(ElementType.BFLOAT16);
    }

    @Test
    void cyclesOfADamagedFileEnd() {
        assertThat(ElementTypes.of(graph(node("Relu", "a", "b"), node("Relu", "b", "a")))
                        .of("a"))
                .isNull();
    }

    @Test
    void mixedTypesAreRefused() {
        Node sum = node("Add", "sum", "image", "one");
        assertThatThrownBy(() -> ElementTypes.of(graph(sum)).check(List.of(sum)))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("FLOAT16")
                .hasMessageContaining("'one' of type FLOAT");
    }

    @Test
    void wholeNumbersTakeNoCorrection() {
        Model model = Model.of(17, graph(node("Shape", "layer", "image")));
        assertThatThrownBy(() -> new NodeInsertion(model, "layer", "corrected"))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("INT64");
    }

    /** Earlier versions of the format know no initialiser that is not an input as well. */
    @Test
    void oldFilesGetConstants() {
        Model now = Model.of(11, graph(cast("layer", "image", ElementType.FLOAT)));
        Model old = new Model(3, "", now.opsets(), now.graph(), new byte[0]);
        NodeInsertion insertion = new NodeInsertion(old, "layer", "corrected");
        AddedNodes nodes = insertion.nodes();
        String two = nodes.weight("two", new double[] {2});
        Model model = insertion.finish(nodes.node("doubled", "Mul", List.of(insertion.input(), two)));
        assertThat(model.graph().initialisers()).hasSize(1);
        assertThat(model.graph().nodes()).extracting(Node::operator).containsExactly("Cast", "Constant", "Mul");
        assertThat(model.graph().nodes().get(2).outputs()).containsExactly("layer");
    }
}
