package org.eddp.network.onnx.execution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eddp.network.onnx.operators.FusedOperators;
import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.network.onnx.operators.Operator;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.Tensor;

/**
 * Makes steps faster without changing what they compute. Values between two fused steps are no longer computed, so
 * every program is fused separately; its input and its output stay.
 *
 * <ul>
 *   <li>Padding with zeros becomes part of the convolution that reads it.
 *   <li>The engine pads both sides alike. A convolution that pads them differently gets kernels with a rim of zeros
 *       instead of a padded copy of the image.
 *   <li>x sigmoid(x) is one operation, and so is a GELU that is spelled out with the error function.
 *   <li>A row of weights is added within the product before it.
 *   <li>A convolution limits its values itself, if its only reader is an activation such as ReLU, and adds another
 *       value before. Constant kernels are prepared for it when it first runs.
 *   <li>An activation overwrites the output of the convolution or sum that it reads, if no other step reads that
 *       output.
 * </ul>
 */
final class Fusion {
    /** Operators that allocate memory for their result. */
    private static final Set<String> OWN_MEMORY = Set.of("Conv", "MaxPool", "AveragePool");

    private final ExecutableGraph circuit;
    private final List<GraphStep> steps;
    /** The position of each step; fused steps leave a gap. */
    private final Map<GraphStep, Integer> places = new IdentityHashMap<>();

    private final int target;
    /** The step that computes a value. */
    private final Map<Integer, GraphStep> makers = new HashMap<>();

    private final int[] readers;
    /** Values that are overwritten by a sum. */
    private final Set<Integer> overwritten = new HashSet<>();
    /** Computed when it is first needed. */
    private Boolean finite;

    private final List<Value> constants;

    private Fusion(ExecutableGraph circuit, List<GraphStep> steps, int target) {
        this.circuit = circuit;
        this.steps = new ArrayList<>(steps);
        this.target = target;
        constants = new ArrayList<>(Arrays.asList(circuit.constants()));
        readers = new int[circuit.constants().length];
        for (GraphStep step : steps) {
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
    static StepSequence program(ExecutableGraph circuit, List<GraphStep> steps, int source, int target) {
        Fusion fusion = new Fusion(circuit, steps, target);
        steps.forEach(fusion::improve);
        fusion.steps.removeIf(Objects::isNull);
        fusion.renumber();
        List.copyOf(fusion.steps).forEach(fusion::overwrite);
        fusion.steps.removeIf(Objects::isNull);
        fusion.steps.replaceAll(fusion::prepared);
        return new StepSequence(fusion.constants.toArray(new Value[0]), fusion.steps, source, target);
    }

    private void improve(GraphStep step) {
        if (step.operator() instanceof Operator.Convolving) {
            evenOut(takeInPadding(step));
        } else if (step.node().operator().equals("Mul")) {
            takeInSigmoid(step);
            takeInErrorFunction(step);
        } else if (step.node().operator().equals("Add")) {
            joinProduct(step);
        } else if (step.operator() instanceof Operator.Overwriting) {
            joinConvolution(step);
        }
    }

    private void renumber() {
        places.clear();
        steps.forEach(step -> places.put(step, places.size()));
    }

    /** Steps that overwrite values come last, when it is known which steps read these values. */
    private void overwrite(GraphStep step) {
        if (step.node().operator().equals("Add") && step.inputs().length == 2) {
            takeInConvolution(step);
        } else if (step.operator() instanceof Operator.Overwriting operator
                && !joinsSum(step)
                && isFresh(step.input(0))) {
            replace(step, new GraphStep(step.node(), overwriting(operator), step.inputs(), step.outputs()));
        }
    }

    /** The step that computes a value, if exactly one step reads the value and it is not the target; null otherwise. */
    private GraphStep onlyFor(int slot) {
        return slot < 0 || slot == target || readers[slot] != 1 ? null : makers.get(slot);
    }

    private void replace(GraphStep old, GraphStep fused) {
        steps.set(places.get(old), fused);
        places.put(fused, places.get(old));
        for (int slot : fused.outputs()) {
            makers.put(slot, fused);
        }
    }

    private GraphStep takeInPadding(GraphStep step) {
        GraphStep maker = onlyFor(step.input(0));
        boolean fillUnknown = maker != null && maker.input(2) >= 0 && constant(maker, 2) == null;
        boolean someAxes = maker != null && maker.input(3) >= 0;
        Operator fused = maker == null || fillUnknown || someAxes
                ? null
                : convolving(step).including(maker.operator(), constant(maker, 1), constant(maker, 2));
        if (fused == null) {
            return step;
        }
        int[] inputs = step.inputs().clone();
        inputs[0] = maker.input(0);
        GraphStep both = new GraphStep(step.node(), fused, inputs, step.outputs());
        replace(step, both);
        drop(maker);
        return both;
    }

    private static Operator.Convolving convolving(GraphStep step) {
        return (Operator.Convolving) step.operator();
    }

    private Value constant(GraphStep step, int input) {
        return step.input(input) < 0 ? null : constants.get(step.input(input));
    }

    private void evenOut(GraphStep step) {
        Value kernels = constant(step, 1);
        long[] rim = convolving(step).rim();
        if (kernels == null || rim == null) {
            return;
        }
        Value rimmed = circuit.derive(
                step.input(1) + Arrays.toString(rim), () -> LayerOperations.pad(kernels.tensor(), rim, 0));
        int[] inputs = step.inputs().clone();
        inputs[1] = constants.size();
        constants.add(rimmed);
        replace(step, new GraphStep(step.node(), convolving(step).withRim(), inputs, step.outputs()));
    }

    private void takeInSigmoid(GraphStep step) {
        for (int i = 0; i < 2; i++) {
            GraphStep sigmoid = onlyFor(step.input(i));
            int other = step.input(1 - i);
            if (sigmoid != null && sigmoid.node().operator().equals("Sigmoid") && sigmoid.input(0) == other) {
                replace(step, new GraphStep(step.node(), FusedOperators.silu(), new int[] {other}, step.outputs()));
                drop(sigmoid);
                return;
            }
        }
    }

    private void takeInErrorFunction(GraphStep step) {
        GeluPattern found = GeluPattern.ending(step, this::onlyFor, this::number);
        if (found != null) {
            replace(step, new GraphStep(step.node(), FusedOperators.gelu(), new int[] {found.input()}, step.outputs()));
            found.inner().forEach(this::drop);
        }
    }

    private void joinProduct(GraphStep step) {
        for (int i = 0; i < 2; i++) {
            GraphStep product = onlyFor(step.input(i));
            Value row = constant(step, 1 - i);
            boolean plain =
                    product != null && row != null && product.node().operator().equals("MatMul");
            Value matrix = plain ? constant(product, 1) : null;
            if (matrix != null && isRowFor(row.tensor().shape(), matrix.tensor().shape())) {
                int[] inputs = {product.input(0), product.input(1), step.input(1 - i)};
                replace(step, new GraphStep(product.node(), FusedOperators.linear(), inputs, step.outputs()));
                drop(product);
                return;
            }
        }
    }

    /** Adds the other value within the convolution, and writes the sum over it. */
    private void takeInConvolution(GraphStep step) {
        for (int i = 0; i < 2; i++) {
            GraphStep convolution = onlyFor(step.input(i));
            int other = step.input(1 - i);
            if (convolution != null
                    && convolution.operator() instanceof Operator.Convolving plain
                    && !plain.isLimited() // its limits come before the addition
                    && isConstant(convolution)
                    && convolution.input(0) != other
                    && !overwritten.contains(convolution.input(0))
                    && isLastRead(other, step)) {
                int[] inputs = {convolution.input(0), convolution.input(1), convolution.input(2), other};
                Operator sum = fast(convolution, plain, plain, null, true);
                replace(step, new GraphStep(convolution.node(), sum, inputs, step.outputs()));
                drop(convolution);
                overwritten.add(other);
                return;
            }
        }
    }

    /** Whether a value has its own memory and no later step reads it or a view of it. */
    private boolean isLastRead(int slot, GraphStep step) {
        GraphStep maker = makers.get(slot);
        return maker != null
                && slot != target
                && OWN_MEMORY.contains(maker.node().operator())
                && steps.stream()
                        .filter(other -> other != null && other != step && reads(other, slot))
                        .allMatch(other ->
                                OWN_MEMORY.contains(other.node().operator()) && places.get(other) < places.get(step));
    }

    private static boolean reads(GraphStep step, int slot) {
        return Arrays.stream(step.inputs()).anyMatch(input -> input == slot);
    }

    private boolean isConstant(GraphStep convolution) {
        return constant(convolution, 1) != null && (convolution.input(2) < 0 || constant(convolution, 2) != null);
    }

    private FastConvolution fast(
            GraphStep step, Operator.Convolving plain, Operator.Convolving limited, Operator activation, boolean adds) {
        String key = step.node().outputs() + " " + step.input(1) + " " + limited;
        return new FastConvolution(circuit, key, plain, limited, activation, adds);
    }

    private GraphStep prepared(GraphStep step) {
        if (!(step.operator() instanceof Operator.Convolving convolution) || !isConstant(step)) {
            return step;
        }
        Operator fast = fast(step, convolution, convolution, null, false);
        return new GraphStep(step.node(), fast, step.inputs(), step.outputs());
    }

    private static boolean isRowFor(long[] row, long[] matrix) {
        return matrix.length == 2 && row.length == 1 && row[0] == matrix[1];
    }

    /** The number of a constant with one element, otherwise NaN. */
    private double number(int slot) {
        Value constant = slot < 0 ? null : constants.get(slot);
        return constant == null || constant.tensor().count() != 1 ? Double.NaN : constant.doubles()[0];
    }

    private void drop(GraphStep step) {
        steps.set(places.get(step), null);
    }

    /**
     * Fuses a convolution and the activation that alone reads it, if possible. The fused limits would turn NaN into a
     * number and so hide it; therefore only networks in which finite numbers stay finite are fused.
     */
    private void joinConvolution(GraphStep step) {
        GraphStep maker = onlyFor(step.input(0));
        boolean unknown =
                step.input(1) >= 0 && constant(step, 1) == null || step.input(2) >= 0 && constant(step, 2) == null;
        if (unknown
                || maker == null
                || !(maker.operator() instanceof Operator.Convolving convolution)
                || !staysFinite()) {
            return;
        }
        Operator both = convolution.followedBy(step.operator(), constant(step, 1), constant(step, 2));
        if (both != null) {
            replace(step, new GraphStep(maker.node(), both, maker.inputs(), step.outputs()));
            drop(maker);
        }
    }

    /**
     * The same for a convolution that adds. The fused step takes the position of the activation, so its inputs must not
     * be overwritten before.
     */
    private boolean joinsSum(GraphStep step) {
        GraphStep maker = onlyFor(step.input(0));
        if (step.inputs().length != 1
                || maker == null
                || !(maker.operator() instanceof FastConvolution sum)
                || sum.activation() != null
                || overwritten.contains(maker.input(0))) {
            return false;
        }
        Operator.Convolving limited = sum.plain().followedBy(step.operator(), null, null);
        if (limited == null || !staysFinite()) {
            return false;
        }
        Operator all = fast(maker, sum.plain(), limited, step.operator(), true);
        replace(step, new GraphStep(maker.node(), all, maker.inputs(), step.outputs()));
        drop(maker);
        return true;
    }

    private boolean staysFinite() {
        if (finite == null) {
            finite = circuit.staysFinite();
        }
        return finite;
    }

    /** Whether a value has its own memory and only one reader. */
    private boolean isFresh(int slot) {
        GraphStep maker = onlyFor(slot);
        return maker != null
                && switch (maker.node().operator()) {
                    case "Conv", "Gemm", "BatchNormalization", "Add" -> true;
                    default -> false;
                };
    }

    private static Operator overwriting(Operator.Overwriting operator) {
        return in -> {
            Tensor x = in.tensor(0);
            if (Autograd.isRecorded(x) || !x.isFloating()) {
                return operator.run(in);
            }
            operator.overwrite(in);
            return new Tensor[] {x};
        };
    }
}
