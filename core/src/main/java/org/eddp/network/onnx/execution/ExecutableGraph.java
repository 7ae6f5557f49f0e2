package org.eddp.network.onnx.execution;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.tensor.PackedConvolution;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * A graph ready to run: every value has a slot.
 *
 * @param steps the computation from the image, in an executable order
 * @param constants known values, by slot
 * @param names of the values, by slot
 * @param input slot of the image
 * @param output slot of the logits
 * @param derived constants made from others, by what they were made of
 * @param packed convolutions with prepared kernels, by what they were made of
 */
record ExecutableGraph(
        List<GraphStep> steps,
        Value[] constants,
        String[] names,
        int input,
        int output,
        Map<String, Value> derived,
        Map<String, Optional<PackedConvolution>> packed) {
    /** Operators that may turn finite numbers into NaN: roots and logarithms of negative numbers, and quotients. */
    private static final Set<String> UNSOUND =
            Set.of("BatchNormalization", "Div", "Log", "Mod", "Pow", "Reciprocal", "Sqrt");

    ExecutableGraph(List<GraphStep> steps, Value[] constants, String[] names, int input, int output) {
        this(steps, constants, names, input, output, new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
    }

    /** Whether finite numbers stay finite in it, short of overflow. */
    boolean staysFinite() {
        return steps.stream().noneMatch(step -> UNSOUND.contains(step.node().operator()))
                && Arrays.stream(constants).allMatch(ExecutableGraph::isFinite);
    }

    private static boolean isFinite(Value constant) {
        if (constant == null || !constant.tensor().isFloating()) {
            return true;
        }
        try (Scope scope = Scope.open()) {
            return Double.isFinite(constant.tensor().sum().item());
        }
    }

    /** A constant made from others, once; released with them. */
    Value derive(String key, Supplier<Tensor> maker) {
        return derived.computeIfAbsent(key, unused -> Value.kept(maker));
    }

    /** A convolution with prepared kernels, made once; null if it cannot be. Released with the constants. */
    PackedConvolution pack(String key, Supplier<PackedConvolution> maker) {
        return packed.computeIfAbsent(key, unused -> Optional.ofNullable(maker.get()))
                .orElse(null);
    }

    /** Releases the weights. */
    void close() {
        for (Value constant : constants) {
            if (constant != null) {
                constant.tensor().close();
            }
        }
        derived.values().forEach(constant -> constant.tensor().close());
        packed.values().forEach(convolution -> convolution.ifPresent(PackedConvolution::close));
    }
}
