package org.eddp.network.onnx.execution;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.operators.Operands;
import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.network.onnx.operators.Operator;
import org.eddp.network.onnx.operators.ShapeInference;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * A node with its operator, its values numbered.
 *
 * @param inputs slots of the values it reads, -1 for optional ones left out
 * @param outputs slots of the values it computes, -1 for those that are never read
 */
record GraphStep(Node node, Operator operator, int[] inputs, int[] outputs) {
    /** Slot of an input, -1 if it is left out. */
    int input(int index) {
        return index < inputs.length ? inputs[index] : -1;
    }

    /** Computes the outputs into their slots. */
    void run(Value[] slots) {
        fill(slots, operator::run);
    }

    /** Outlines of the outputs into their slots. */
    void outline(Value[] slots) {
        fill(slots, in -> ShapeInference.of(operator, in));
    }

    /** Its inputs. */
    Operands operands(Value[] slots) {
        return new Operands(values(slots));
    }

    private Value[] values(Value[] slots) {
        Value[] values = new Value[inputs.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = inputs[i] < 0 ? null : slots[inputs[i]];
        }
        return values;
    }

    private void fill(Value[] slots, Operator how) {
        Value[] values = values(slots);
        Tensor[] results;
        try {
            Operands in = new Operands(values);
            results = Scope.innerAll(() -> how.run(in)); // releases intermediate values at once
        } catch (NetworkFailure e) {
            throw failure(values, e.getMessage(), e);
        } catch (RuntimeException e) { // the engine's message ends in a native stack trace
            String message = e.getMessage() == null ? e.toString() : e.getMessage();
            throw failure(values, message.lines().findFirst().orElse(""), e);
        }
        for (int i = 0; i < outputs.length; i++) {
            if (outputs[i] >= 0) {
                if (i >= results.length) {
                    throw failure(values, "its output " + i + " is not supported", null);
                }
                slots[outputs[i]] = new Value(results[i]);
            }
        }
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
