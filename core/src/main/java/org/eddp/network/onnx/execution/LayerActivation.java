package org.eddp.network.onnx.execution;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.tensor.Activation;

/**
 * Recognises the activation function that computed a value, also where later operators only join, move or select its
 * results.
 */
final class LayerActivation {
    /** Operators whose result has unchanged numbers of their first input. */
    private static final Set<String> MOVING = Set.of(
            "Identity",
            "Dropout",
            "Reshape",
            "Flatten",
            "Squeeze",
            "Unsqueeze",
            "Transpose",
            "Slice",
            "Split",
            "Gather");

    /** The number of operators that are followed back. */
    private static final int FARTHEST = 8;

    private LayerActivation() {}

    static Activation of(GraphStep step, ExecutableGraph circuit) {
        return of(step, circuit, FARTHEST);
    }

    private static Activation of(GraphStep step, ExecutableGraph circuit, int left) {
        String operator = step.node().operator();
        if (left > 0 && MOVING.contains(operator)) {
            return before(step.input(0), circuit, left);
        }
        if (left > 0 && operator.equals("MaxPool")) { // the maximum of ReLU is ReLU of the maximum
            Activation found = before(step.input(0), circuit, left);
            return found == Activation.RELU || found == Activation.RELU6 ? found : Activation.IDENTITY;
        }
        if (left > 0 && operator.equals("Concat")) {
            return together(step, circuit, left);
        }
        return switch (operator) {
            case "Relu" -> Activation.RELU;
            case "Clip" -> clip(step, circuit);
            case "Mul" ->
                isSigmoidOf(step.input(0), step.input(1), circuit) || isSigmoidOf(step.input(1), step.input(0), circuit)
                        ? Activation.SILU
                        : Activation.IDENTITY;
            default -> Activation.IDENTITY;
        };
    }

    private static Activation before(int slot, ExecutableGraph circuit, int left) {
        for (GraphStep step : circuit.steps()) {
            if (Arrays.stream(step.outputs()).anyMatch(output -> output >= 0 && output == slot)) {
                return of(step, circuit, left - 1);
            }
        }
        return Activation.IDENTITY;
    }

    /** The activation that all parts share; of ReLU and ReLU6 that is ReLU. */
    private static Activation together(GraphStep step, ExecutableGraph circuit, int left) {
        Set<Activation> found = EnumSet.noneOf(Activation.class);
        for (int slot : step.inputs()) {
            found.add(before(slot, circuit, left));
        }
        if (found.size() == 1) {
            return found.iterator().next();
        }
        return found.equals(EnumSet.of(Activation.RELU, Activation.RELU6)) ? Activation.RELU : Activation.IDENTITY;
    }

    private static Activation clip(GraphStep step, ExecutableGraph circuit) {
        double low = limit(step, 1, circuit, Double.NEGATIVE_INFINITY);
        double high = limit(step, 2, circuit, Double.POSITIVE_INFINITY);
        if (low != 0) {
            return Activation.IDENTITY;
        }
        return high == 6 ? Activation.RELU6 : high == Double.POSITIVE_INFINITY ? Activation.RELU : Activation.IDENTITY;
    }

    private static double limit(GraphStep step, int input, ExecutableGraph circuit, double otherwise) {
        if (step.input(input) < 0) {
            return otherwise;
        }
        Value value = circuit.constants()[step.input(input)];
        return value == null || value.tensor().count() != 1 ? Double.NaN : value.doubles()[0];
    }

    private static boolean isSigmoidOf(int slot, int of, ExecutableGraph circuit) {
        for (GraphStep step : circuit.steps()) {
            if (step.outputs()[0] == slot) {
                return step.node().operator().equals("Sigmoid") && step.input(0) == of;
            }
        }
        return false;
    }
}
