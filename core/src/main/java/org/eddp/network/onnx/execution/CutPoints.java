package org.eddp.network.onnx.execution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.eddp.network.onnx.operators.Operator;
import org.eddp.tensor.Tensor;

/**
 * The values at which a network can be cut into two halves.
 *
 * <p>A value is a cut if every path from the pixels to the logits contains it. Paths through the <em>shape</em> of a
 * value do not count: shapes depend on the number and size of the images only, and can be passed to the upper half.
 */
final class CutPoints {
    private static final int NEVER = -1;

    private final ExecutableGraph circuit;
    private final ValueShapes shapes;
    /** Whether a value depends on the pixels other than through shapes. */
    private final boolean[] ofPixels;
    /** Last step on a path from a value to the logits, {@link #NEVER} if there is none. */
    private final int[] lastRead;
    /** Which step computes a value. */
    private final int[] positions;
    /** Whether all shapes that are read are known for any number of images. */
    private final boolean shapesTold;

    CutPoints(ExecutableGraph circuit, ValueShapes shapes) {
        this.circuit = circuit;
        this.shapes = shapes;
        ofPixels = descendants(circuit.input());
        lastRead = lastRead();
        positions = positions();
        shapesTold = circuit.steps().stream()
                .filter(step -> step.operator() instanceof Operator.OfShape && ofPixels[step.input(0)])
                .allMatch(step -> shapes.followsBatch(step.input(0)));
    }

    private int[] positions() {
        int[] found = new int[circuit.names().length];
        Arrays.fill(found, NEVER);
        for (int i = 0; i < circuit.steps().size(); i++) {
            for (int slot : circuit.steps().get(i).outputs()) {
                if (slot >= 0) {
                    found[slot] = i;
                }
            }
        }
        return found;
    }

    private boolean[] descendants(int slot) {
        boolean[] found = new boolean[circuit.names().length];
        found[slot] = true;
        for (GraphStep step : circuit.steps()) {
            if (!(step.operator() instanceof Operator.OfShape) && reads(step, found)) {
                for (int output : step.outputs()) {
                    if (output >= 0) {
                        found[output] = true;
                    }
                }
            }
        }
        return found;
    }

    private static boolean reads(GraphStep step, boolean[] slots) {
        return Arrays.stream(step.inputs()).anyMatch(slot -> slot >= 0 && slots[slot]);
    }

    private int[] lastRead() {
        int[] last = new int[circuit.names().length];
        Arrays.fill(last, NEVER);
        last[circuit.output()] = Integer.MAX_VALUE;
        for (int i = circuit.steps().size() - 1; i >= 0; i--) {
            GraphStep step = circuit.steps().get(i);
            boolean leadsOn = Arrays.stream(step.outputs()).anyMatch(slot -> slot >= 0 && last[slot] != NEVER);
            if (leadsOn && !(step.operator() instanceof Operator.OfShape)) {
                for (int slot : step.inputs()) {
                    if (slot >= 0 && ofPixels[slot] && last[slot] == NEVER) {
                        last[slot] = i;
                    }
                }
            }
        }
        return last;
    }

    /** Whether the logits depend on the pixels at all. */
    boolean connected() {
        return lastRead[circuit.input()] != NEVER;
    }

    boolean ofPixels(int slot) {
        return ofPixels[slot];
    }

    /** The values to cut at, in the order of computation: later steps read no other earlier value. */
    List<Integer> cuts() {
        List<Integer> cuts = new ArrayList<>();
        int open = 1; // the image
        for (int i = 0; i < circuit.steps().size(); i++) {
            GraphStep step = circuit.steps().get(i);
            int index = i;
            open -= (int) Arrays.stream(step.inputs())
                    .distinct()
                    .filter(slot -> slot >= 0 && ofPixels[slot] && lastRead[slot] == index)
                    .count();
            int[] made = Arrays.stream(step.outputs())
                    .filter(slot -> slot >= 0 && ofPixels[slot] && lastRead[slot] != NEVER)
                    .toArray();
            open += made.length;
            if (open == 1
                    && made.length == 1
                    && made[0] != circuit.output()
                    && (shapesTold || stepsAbove(made[0]) != null)) {
                cuts.add(made[0]);
            }
        }
        return cuts;
    }

    /** A value from below {@code slot} that is read above it; null if there is none. */
    String readBeside(int slot) {
        int position = position(slot);
        boolean[] made = new boolean[circuit.names().length];
        made[circuit.input()] = true;
        for (int i = 0; i <= position; i++) {
            for (int output : circuit.steps().get(i).outputs()) {
                if (output >= 0) {
                    made[output] = true;
                }
            }
        }
        for (int other = 0; other < made.length; other++) {
            if (other != slot && made[other] && ofPixels[other] && lastRead[other] > position) {
                return circuit.names()[other];
            }
        }
        return null;
    }

    /** Number of the step that computes a value. */
    int position(int slot) {
        return positions[slot];
    }

    /** The whole network. */
    StepSequence whole() {
        return Fusion.program(circuit, circuit.steps(), circuit.input(), circuit.output());
    }

    /** The steps from the image to a value. */
    StepSequence lower(int slot) {
        boolean[] needed = new boolean[circuit.names().length];
        needed[slot] = true;
        List<GraphStep> steps = new ArrayList<>();
        for (int i = circuit.steps().size() - 1; i >= 0; i--) {
            take(circuit.steps().get(i), needed, steps);
        }
        Collections.reverse(steps);
        return Fusion.program(circuit, steps, circuit.input(), slot);
    }

    /** The steps from a value to the logits. */
    StepSequence upper(int slot) {
        return Fusion.program(circuit, stepsAbove(slot), slot, circuit.output());
    }

    /** The steps from a value to the logits; null if they need a shape that does not follow from the value. */
    private List<GraphStep> stepsAbove(int slot) {
        boolean[] above = descendants(slot);
        boolean[] needed = new boolean[circuit.names().length];
        needed[circuit.output()] = true;
        List<GraphStep> steps = new ArrayList<>();
        for (int i = circuit.steps().size() - 1; i >= 0; i--) {
            GraphStep step = circuit.steps().get(i);
            if (Arrays.stream(step.outputs()).anyMatch(output -> output == slot)) {
                continue;
            }
            if (step.operator() instanceof Operator.OfShape operator
                    && ofPixels[step.input(0)]
                    && !above[step.input(0)]) {
                if (!shapes.followsBatch(step.input(0))) {
                    return null;
                }
                int below = step.input(0);
                Operator told = in ->
                        new Tensor[] {operator.of(shapes.of(below, in.tensor(0).size(0)))};
                step = new GraphStep(step.node(), told, new int[] {slot}, step.outputs());
            }
            take(step, needed, steps);
        }
        Collections.reverse(steps);
        return steps;
    }

    private static void take(GraphStep step, boolean[] needed, List<GraphStep> steps) {
        if (Arrays.stream(step.outputs()).anyMatch(output -> output >= 0 && needed[output])) {
            steps.add(step);
            for (int input : step.inputs()) {
                if (input >= 0) {
                    needed[input] = true;
                }
            }
        }
    }
}
