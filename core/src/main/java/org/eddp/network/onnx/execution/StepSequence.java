package org.eddp.network.onnx.execution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.network.onnx.operators.Operator;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/** Runs steps from one value to another. Thread-safe; a value is released as soon as no later step reads it. */
final class StepSequence {
    private final Value[] constants;
    private final List<GraphStep> steps;
    private final int source;
    private final int target;
    /** Whether there are convolutions: the engine's are fastest with the channels of a pixel side by side. */
    private final boolean onImages;
    /** Slots to release after each step. */
    private final int[][] releases;

    /** Sees values as they are computed. */
    interface Observer {
        /** Receives a value, which it must not keep. */
        void computed(int slot, Tensor value);
    }

    /**
     * @param constants by slot; not modified
     * @param steps in an order in which they can run
     * @param source slot of the given value
     * @param target slot of the wanted value
     */
    StepSequence(Value[] constants, List<GraphStep> steps, int source, int target) {
        this.constants = constants;
        this.steps = List.copyOf(steps);
        this.source = source;
        this.target = target;
        onImages = steps.stream()
                .anyMatch(step ->
                        step.operator() instanceof Operator.Convolving || step.operator() instanceof FastConvolution);
        releases = releases();
    }

    private int[][] releases() {
        int[] last = new int[constants.length];
        for (int i = 0; i < steps.size(); i++) {
            for (int slot : steps.get(i).outputs()) {
                mark(last, slot, i);
            }
            for (int slot : steps.get(i).inputs()) {
                mark(last, slot, i);
            }
        }
        List<List<Integer>> after = new ArrayList<>();
        steps.forEach(step -> after.add(new ArrayList<>()));
        for (GraphStep step : steps) {
            for (int slot : step.outputs()) {
                if (slot >= 0 && slot != target) {
                    after.get(last[slot]).add(slot);
                }
            }
        }
        return after.stream()
                .map(slots -> slots.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    private static void mark(int[] last, int slot, int step) {
        if (slot >= 0) {
            last[slot] = step;
        }
    }

    List<GraphStep> steps() {
        return steps;
    }

    /** Elements of the largest value that it computes for one image. */
    long largest(ValueShapes shapes) {
        return steps.stream()
                .flatMapToInt(step -> Arrays.stream(step.outputs()))
                .mapToLong(slot -> shapes.elements(slot))
                .max()
                .orElse(1);
    }

    /** The wanted value; belongs to the open scope. */
    Tensor run(Tensor given) {
        return run(given, null);
    }

    /** The wanted value; {@code observer} (may be null) sees everything computed on the way. */
    Tensor run(Tensor given, Observer observer) {
        return Scope.inner(() -> execute(given, observer));
    }

    private Tensor execute(Tensor given, Observer observer) {
        Value[] slots = constants.clone();
        slots[source] = new Value(onImages && given.shape().length == 4 ? Views.channelsLast(given) : given);
        for (int i = 0; i < releases.length; i++) {
            GraphStep step = steps.get(i);
            step.run(slots);
            if (observer != null) {
                for (int slot : step.outputs()) {
                    if (slot >= 0) {
                        observer.computed(slot, slots[slot].tensor());
                    }
                }
            }
            for (int slot : releases[i]) {
                slots[slot].tensor().close();
                slots[slot] = null;
            }
        }
        return slots[target].tensor().contiguous();
    }

    /**
     * Types and shapes of all values, without computing them.
     *
     * @param given an outline
     * @param budget that the steps must stay within
     */
    void outline(Tensor given, TrialBudget budget, Observer observer) {
        try (Scope scope = Scope.open()) {
            Value[] slots = constants.clone();
            slots[source] = new Value(given);
            double held = bytes(given);
            for (int i = 0; i < releases.length; i++) {
                GraphStep step = steps.get(i);
                budget.plan(step, step.operands(slots));
                step.outline(slots);
                double written = 0;
                for (int slot : step.outputs()) {
                    if (slot >= 0) {
                        Tensor value = slots[slot].tensor();
                        observer.computed(slot, value);
                        written += value.count();
                        held += bytes(value);
                    }
                }
                budget.planElements(step, written);
                budget.hold(step, held);
                budget.checkNowAndThen(step);
                for (int slot : releases[i]) {
                    held -= bytes(slots[slot].tensor());
                    slots[slot].tensor().close();
                    slots[slot] = null;
                }
            }
        }
    }

    private static double bytes(Tensor value) {
        return (double) value.count() * value.type().bytes();
    }
}
