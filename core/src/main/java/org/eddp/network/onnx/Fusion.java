package org.eddp.network.onnx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eddp.tensor.Operators;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/**
 * Makes steps faster without changing what they compute. Values that only live between two fused steps are no longer
 * computed, so this is done for every program on its own: what it starts from and what it is to compute stays.
 *
 * <ul>
 *   <li>Padding with zeros becomes part of the convolution that reads it.
 *   <li>The engine pads both sides alike. A convolution that pads them differently gets kernels with a rim of zeros
 *       instead of a padded copy of the image.
 *   <li>x sigmoid(x) is one operation.
 *   <li>An activation is written over the convolution or sum it reads, if nobody else reads that.
 * </ul>
 */
final class Fusion {
    private final Circuit circuit;
    private final List<Step> steps;
    /** Where a step is; fused ones leave a gap. */
    private final Map<Step, Integer> places = new IdentityHashMap<>();

    private final int target;
    /** Who computes a value, among these steps. */
    private final Map<Integer, Step> makers = new HashMap<>();

    private final int[] readers;
    private final List<Value> constants;

    private Fusion(Circuit circuit, List<Step> steps, int target) {
        this.circuit = circuit;
        this.steps = new ArrayList<>(steps);
        this.target = target;
        constants = new ArrayList<>(Arrays.asList(circuit.constants()));
        readers = new int[circuit.constants().length];
        for (Step step : steps) {
            places.put(step, places.size());
            for (int slot : step.outputs()) {
                makers.put(slot, step);
            }
            for (int slot : step.inputs()) {
                if (slot >= 0) {
                    readers[slot]++;
                }
            }
        }
    }

    /** A program that runs these steps of the circuit. */
    static Program program(Circuit circuit, List<Step> steps, int source, int target) {
        Fusion fusion = new Fusion(circuit, steps, target);
        for (Step step : steps) {
            fusion.improve(step);
        }
        fusion.steps.removeIf(Objects::isNull);
        return new Program(fusion.constants.toArray(new Value[0]), fusion.steps, source, target);
    }

    private void improve(Step step) {
        if (step.operator() instanceof Convolution) {
            evenOut(takeInPadding(step));
        } else if (step.node().operator().equals("Mul")) {
            takeInSigmoid(step);
        } else if (step.operator() instanceof Operator.Overwriting operator && isFresh(step.input(0))) {
            replace(step, new Step(step.node(), overwriting(operator), step.inputs(), step.outputs()));
        }
    }

    /** Who computes a value that a single step reads and nobody else wants; null if it is not like that. */
    private Step onlyFor(int slot) {
        return slot < 0 || slot == target || readers[slot] != 1 ? null : makers.get(slot);
    }

    private void replace(Step old, Step fused) {
        steps.set(places.get(old), fused);
        places.put(fused, places.get(old));
        for (int slot : fused.outputs()) {
            makers.put(slot, fused);
        }
    }

    private Step takeInPadding(Step step) {
        Convolution convolution = (Convolution) step.operator();
        Step maker = onlyFor(step.input(0));
        if (maker == null
                || !(maker.operator() instanceof Padding padding)
                || !padding.mode().equals("constant")
                || !convolution.windows().padsFixed()) {
            return step;
        }
        long[] pads = zeroPads(maker);
        if (pads == null) {
            return step;
        }
        int[] inputs = step.inputs().clone();
        inputs[0] = maker.input(0);
        Step fused = new Step(step.node(), convolution.after(pads), inputs, step.outputs());
        replace(step, fused);
        steps.set(places.get(maker), null);
        return fused;
    }

    /** Spatial padding with zeros: all beginnings, then all ends; null if it pads anything else. */
    private long[] zeroPads(Step step) {
        Value pads = constant(step, 1);
        Value value = constant(step, 2);
        boolean given = step.input(2) >= 0;
        if (pads == null || (given && (value == null || value.doubles()[0] != 0))) {
            return null;
        }
        long[] all = pads.longs();
        int rank = all.length / 2;
        boolean spatial = rank > 2 && all[0] == 0 && all[1] == 0 && all[rank] == 0 && all[rank + 1] == 0;
        if (!spatial || Arrays.stream(all).anyMatch(length -> length < 0)) {
            return null;
        }
        long[] found = new long[2 * (rank - 2)];
        System.arraycopy(all, 2, found, 0, rank - 2);
        System.arraycopy(all, rank + 2, found, rank - 2, rank - 2);
        return found;
    }

    private Value constant(Step step, int input) {
        return step.input(input) < 0 ? null : constants.get(step.input(input));
    }

    /** Pads both sides alike, as much as the larger one, and moves the kernel by zeros on the other side. */
    private void evenOut(Step step) {
        Convolution convolution = (Convolution) step.operator();
        Windows windows = convolution.windows();
        Value kernels = constant(step, 1);
        long[] pads = windows.pads();
        if (kernels == null || pads == null || !windows.padsFixed()) {
            return;
        }
        int rank = pads.length / 2;
        long[] even = pads.clone();
        long[] rim = new long[2 * rank];
        for (int i = 0; i < rank; i++) {
            long dilation = windows.dilations() == null ? 1 : windows.dilations()[i];
            long more = pads[i + rank] - pads[i];
            if (more % dilation != 0) {
                return;
            }
            even[i] = Math.max(pads[i], pads[i + rank]);
            even[i + rank] = even[i];
            rim[2 * (rank - 1 - i) + (more > 0 ? 0 : 1)] = Math.abs(more) / dilation; // last dimension first
        }
        if (Arrays.equals(even, pads)) {
            return;
        }
        Value rimmed =
                circuit.derive(step.input(1) + Arrays.toString(rim), () -> Operators.pad(kernels.tensor(), rim, 0));
        int[] inputs = step.inputs().clone();
        inputs[1] = constants.size();
        constants.add(rimmed);
        Convolution fused = new Convolution(windows.withPads(even), convolution.groups());
        replace(step, new Step(step.node(), fused, inputs, step.outputs()));
    }

    private void takeInSigmoid(Step step) {
        for (int i = 0; i < 2; i++) {
            Step sigmoid = onlyFor(step.input(i));
            int other = step.input(1 - i);
            if (sigmoid != null && sigmoid.node().operator().equals("Sigmoid") && sigmoid.input(0) == other) {
                Operator silu = in -> new Tensor[] {Operators.silu(in.tensor(0))};
                replace(step, new Step(step.node(), silu, new int[] {other}, step.outputs()));
                steps.set(places.get(sigmoid), null);
                return;
            }
        }
    }

    /** Whether a value is in memory of its own that only one step reads. */
    private boolean isFresh(int slot) {
        Step maker = onlyFor(slot);
        return maker != null
                && switch (maker.node().operator()) {
                    case "Conv", "Gemm", "BatchNormalization", "Add" -> true;
                    default -> false;
                };
    }

    private static Operator overwriting(Operator.Overwriting operator) {
        return in -> {
            Tensor x = in.tensor(0);
            if (Views.recorded(x) || !x.isFloating()) {
                return operator.run(in);
            }
            operator.overwrite(in);
            return new Tensor[] {x};
        };
    }
}
