package org.eddp.network.onnx.execution;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.tensor.Tensor;

/**
 * A graph ready to run: every value has a slot.
 *
 * @param steps what is computed from the image, in an order in which it can be
 * @param constants what is known already, by slot
 * @param names of the values, by slot
 * @param input slot of the image
 * @param output slot of the logits
 * @param derived constants made from others, by what they were made of
 */
record Circuit(
        List<GraphStep> steps, Value[] constants, String[] names, int input, int output, Map<String, Value> derived) {
    Circuit(List<GraphStep> steps, Value[] constants, String[] names, int input, int output) {
        this(steps, constants, names, input, output, new ConcurrentHashMap<>());
    }

    /** A constant made from others, once; released with them. */
    Value derive(String key, Supplier<Tensor> maker) {
        return derived.computeIfAbsent(key, unused -> Value.kept(maker));
    }

    /** Releases the weights. */
    void close() {
        for (Value constant : constants) {
            if (constant != null) {
                constant.tensor().close();
            }
        }
        derived.values().forEach(constant -> constant.tensor().close());
    }
}
