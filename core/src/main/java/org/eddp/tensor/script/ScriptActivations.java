package org.eddp.tensor.script;

import java.util.Set;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueOptional;
import org.bytedeco.pytorch.JitNode;
import org.bytedeco.pytorch.Value;
import org.bytedeco.pytorch.global.torch;
import org.eddp.tensor.Activation;

/** Recognises the activation function that computed a value. */
final class ScriptActivations {
    /** Operations that hand their first input through when a network is evaluated. */
    private static final Set<String> TRANSPARENT =
            Set.of("aten::dropout", "aten::feature_dropout", "aten::alpha_dropout", "aten::contiguous", "aten::alias");

    private ScriptActivations() {}

    static Activation of(Value value) {
        JitNode node = value.node();
        String kind = ScriptFlow.kind(node);
        if (ScriptFlow.isInPlace(kind)) {
            kind = kind.substring(0, kind.length() - 1);
        }
        if (TRANSPARENT.contains(kind)) {
            return of(node.inputs().get(0));
        }
        return switch (kind) {
            case "aten::relu" -> Activation.RELU;
            case "aten::relu6" -> Activation.RELU6;
            case "aten::silu" -> Activation.SILU;
            case "aten::hardtanh", "aten::clamp" -> between(node);
            case "aten::clamp_min" -> isNumber(node, 1, 0) ? Activation.RELU : Activation.IDENTITY;
            case "aten::threshold" ->
                isNumber(node, 1, 0) && isNumber(node, 2, 0) ? Activation.RELU : Activation.IDENTITY;
            case "aten::mul" -> isSwish(node) ? Activation.SILU : Activation.IDENTITY;
            default -> Activation.IDENTITY;
        };
    }

    private static Activation between(JitNode node) {
        if (!isNumber(node, 1, 0)) {
            return Activation.IDENTITY;
        }
        if (isNumber(node, 2, 6)) {
            return Activation.RELU6;
        }
        IValueOptional high = torch.toIValue(node.inputs().get(2));
        return high.has_value() && high.get().isNone() ? Activation.RELU : Activation.IDENTITY;
    }

    private static boolean isNumber(JitNode node, int input, double expected) {
        IValueOptional constant = torch.toIValue(node.inputs().get(input));
        if (!constant.has_value()) {
            return false;
        }
        IValue number = constant.get();
        return number.isInt() ? number.toInt() == expected : number.isDouble() && number.toDouble() == expected;
    }

    /** x sigmoid(x), written out. */
    private static boolean isSwish(JitNode product) {
        return isSigmoidOf(product.inputs().get(1), product.inputs().get(0))
                || isSigmoidOf(product.inputs().get(0), product.inputs().get(1));
    }

    private static boolean isSigmoidOf(Value value, Value argument) {
        JitNode node = value.node();
        return ScriptFlow.kind(node).equals("aten::sigmoid")
                && node.inputs().get(0).address() == argument.address();
    }
}
