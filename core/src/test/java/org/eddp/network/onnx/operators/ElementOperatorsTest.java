package org.eddp.network.onnx.operators;

import java.util.stream.Stream;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Activations, arithmetic and comparisons against ONNX Runtime. */
class ElementOperatorsTest {
    @ParameterizedTest
    @MethodSource({"activations", "softmax", "arithmetic", "wholeNumbers", "comparisons"})
    void agreesWithTheReference(OneNode node) {
        node.check(1e-5);
    }

    private static OneNode one(String operator) {
        return new OneNode(operator, 14).random(2, 3, 4);
    }

    static Stream<OneNode> activations() {
        return Stream.of(
                one("Relu"),
                one("Sigmoid"),
                one("Tanh"),
                one("Erf"),
                one("Softplus"),
                one("Softsign"),
                one("HardSwish"),
                one("LeakyRelu"),
                one("LeakyRelu").with("alpha", 0.3f),
                one("Elu"),
                one("Elu").with("alpha", 1.7f),
                one("Selu"),
                one("Selu").with("alpha", 2f).with("gamma", 1.5f),
                one("HardSigmoid"),
                one("HardSigmoid").with("alpha", 1 / 6f).with("beta", 0.5f),
                one("PRelu").random(3, 1),
                new OneNode("PRelu", 11).random(2, 3, 4, 4).random(3, 1, 1),
                one("Clip").number(-0.5f).number(1),
                one("Clip").number(0),
                one("Clip").nothing().number(0.25f),
                one("Clip"),
                new OneNode("Clip", 12)
                        .whole(-3, 5, 9)
                        .wholes(new long[] {0})
                        .wholes(new long[] {7})
                        .gives(ElementType.INT64));
    }

    static Stream<OneNode> softmax() {
        return Stream.of("Softmax", "LogSoftmax")
                .flatMap(name -> Stream.of(
                        new OneNode(name, 13).random(2, 3, 4),
                        new OneNode(name, 13).random(2, 3, 4).with("axis", 1),
                        new OneNode(name, 11).random(2, 3, 4),
                        new OneNode(name, 11).random(2, 3, 4).with("axis", 2),
                        new OneNode(name, 12).random(2, 3, 4).with("axis", -2),
                        new OneNode(name, 11).random(2, 3, 4).with("axis", 0)));
    }

    static Stream<OneNode> arithmetic() {
        return Stream.of(
                one("Add").random(3, 1),
                one("Sub").random(4),
                one("Mul").random(2, 1, 1),
                one("Div").random(1, 2, 3, 4),
                new OneNode("Pow", 13).between(0, 3, 2, 3).number(1.5f),
                new OneNode("Pow", 13).random(2, 3).number(2),
                new OneNode("Pow", 13).between(0, 3, 2, 3).random(3),
                new OneNode("Pow", 13).random(2, 3).wholes(new long[] {3}),
                new OneNode("Mod", 13).random(2, 3).between(1, 2, 3).with("fmod", 1),
                one("Sum").random(2, 3, 4).random(3, 1),
                one("Sum"),
                one("Mean").random(2, 3, 4).random(1, 1, 4),
                one("Min").random(2, 3, 4).random(4),
                one("Max").random(2, 3, 4).random(4),
                new OneNode("Sqrt", 13).between(0, 4, 2, 3),
                one("Exp"),
                new OneNode("Log", 13).between(0.1, 4, 2, 3),
                one("Abs"),
                one("Neg"),
                one("Sign"),
                one("Sin"),
                one("Cos"),
                new OneNode("Reciprocal", 13).between(0.1, 4, 2, 3),
                one("Floor"),
                one("Ceil"),
                one("Round"),
                new OneNode("Round", 13).floats(new float[] {-2.5f, -1.5f, -0.5f, 0.5f, 1.5f, 2.5f}, 6));
    }

    static Stream<OneNode> wholeNumbers() {
        return Stream.of(
                new OneNode("Add", 13).whole(1, -2, 3).whole(4).gives(ElementType.INT64),
                new OneNode("Mul", 13).whole(1, -2, 1L << 40).whole(4).gives(ElementType.INT64),
                new OneNode("Div", 13)
                        .whole(7, -7, 7, -7, 6)
                        .whole(2, 2, -2, -2, 3)
                        .gives(ElementType.INT64),
                new OneNode("Mod", 13).whole(7, -7, 7, -7).whole(3, 3, -3, -3).gives(ElementType.INT64),
                new OneNode("Mod", 13)
                        .whole(7, -7, 7, -7)
                        .whole(3, 3, -3, -3)
                        .with("fmod", 1)
                        .gives(ElementType.INT64),
                new OneNode("Max", 13).whole(1, 5, 3).whole(4).gives(ElementType.INT64));
    }

    static Stream<OneNode> comparisons() {
        return Stream.concat(
                Stream.of("Equal", "Greater", "Less", "GreaterOrEqual", "LessOrEqual")
                        .map(name -> new OneNode(name, 13)
                                .floats(new float[] {1, 2, 3, -1}, 4)
                                .floats(new float[] {2}, 1)
                                .gives(ElementType.BOOL)),
                Stream.of(
                        new OneNode("Equal", 13).whole(1, 2, 3).whole(1, 0, 3).gives(ElementType.BOOL),
                        new OneNode("Not", 13).truths(1, 0).gives(ElementType.BOOL),
                        new OneNode("And", 13)
                                .truths(1, 0, 1, 0)
                                .truths(1, 1, 0, 0)
                                .gives(ElementType.BOOL),
                        new OneNode("Or", 13)
                                .truths(1, 0, 1, 0)
                                .truths(1, 1, 0, 0)
                                .gives(ElementType.BOOL),
                        new OneNode("Xor", 13)
                                .truths(1, 0, 1, 0)
                                .truths(1, 1, 0, 0)
                                .gives(ElementType.BOOL),
                        new OneNode("Where", 13).truths(1, 0, 1).random(2, 3).random(3)));
    }
}
