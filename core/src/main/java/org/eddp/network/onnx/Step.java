package org.eddp.network.onnx;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/**
 * A node with its operator, its values numbered.
 *
 * @param inputs slots of the values it reads, -1 for optional ones left out
 * @param outputs slots of the values it computes, -1 for those nobody reads
 */
record Step(Node node, Operator operator, int[] inputs, int[] outputs) {
    /** Computes the outputs into their slots. */
    void run(Value[] slots) {
        Value[] values = new Value[inputs.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = inputs[i] < 0 ? null : slots[inputs[i]];
        }
        Tensor[] results;
        try {
            results = operator.run(new Inputs(values));
        } catch (NetworkFailure e) {
            throw failure(values, e.getMessage(), e);
        } catch (RuntimeException e) { // the engine's own message goes on with a native stack trace
            String message = e.getMessage() == null ? e.toString() : e.getMessage();
            throw failure(values, message.lines().findFirst().orElse(""), e);
        }
        for (int i = 0; i < outputs.length; i++) {
            if (outputs[i] >= 0) {
                if (i >= results.length) {
                    throw failure(values, "its output " + i + " is not supported", null);
                }
                slots[outputs[i]] = new Value(own(results[i], values));
            }
        }
    }

    /** Every value has a handle of its own, so that it can be released on its own. */
    private static Tensor own(Tensor result, Value[] values) {
        for (Value value : values) {
            if (value != null && value.tensor() == result) {
                return Views.alias(result);
            }
        }
        return result;
    }

    private NetworkFailure failure(Value[] values, String message, RuntimeException cause) {
        String shapes = Arrays.stream(values)
                .map(value -> value == null
                        ? "nothing"
                        : Arrays.toString(value.tensor().shape()))
                .collect(Collectors.joining(", "));
        return new NetworkFailure(
                "node " + node.title() + " (" + node.operator() + ") on inputs of shape " + shapes + ": " + message,
                cause);
    }
}
