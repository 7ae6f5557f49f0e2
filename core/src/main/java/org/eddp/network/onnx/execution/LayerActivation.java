package org.eddp.network.onnx.execution;

import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.tensor.Activation;

/** Recognises the activation function that computed a value. */
final class LayerActivation {
    private LayerActivation() {}

    static Activation of(GraphStep step, Circuit circuit) {
        return switch (step.node().operator()) {
            case "Relu" -> Activation.RELU;
            case "Clip" -> clip(step, circuit);
            case "Mul" ->
                isSigmoidOf(step.input(0), step.input(1), circuit) || isSigmoidOf(step.input(1), step.input(0), circuit)
                        ? Activation.SILU
                        : Activation.IDENTITY;
            default -> Activation.IDENTITY;
        };
    }

    private static Activation clip(GraphStep step, Circuit circuit) {
        double low = limit(step, 1, circuit, Double.NEGATIVE_INFINITY);
        double high = limit(step, 2, circuit, Double.POSITIVE_INFINITY);
        if (low != 0) {
            return Activation.IDENTITY;
        }
        return high == 6 ? Activation.RELU6 : high == Double.POSITIVE_INFINITY ? Activation.RELU : Activation.IDENTITY;
    }

    private static double limit(GraphStep step, int input, Circuit circuit, double otherwise) {
        if (step.input(input) < 0) {
            return otherwise;
        }
        Value value = circuit.constants()[step.input(input)];
        return value == null || value.tensor().count() != 1 ? Double.NaN : value.doubles()[0];
    }

    private static boolean isSigmoidOf(int slot, int of, Circuit circuit) {
        for (GraphStep step : circuit.steps()) {
            if (step.outputs()[0] == slot) {
                return step.node().operator().equals("Sigmoid") && step.input(0) == of;
            }
        }
        return false;
    }
}
