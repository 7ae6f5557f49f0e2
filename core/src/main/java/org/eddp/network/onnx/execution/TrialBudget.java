package org.eddp.network.onnx.execution;

import java.lang.management.ManagementFactory;
import org.eddp.network.NetworkFailure;
import org.eddp.network.TrialLimits;
import org.eddp.network.onnx.operators.Operands;
import org.eddp.network.onnx.operators.OperatorCost;
import org.eddp.tensor.Engine;

/**
 * Keeps a network within the limits of its first run. A single node can compute for hours, so its work is estimated
 * before it runs, and it is refused if the remaining budget is too small. After every node its actual time and memory
 * are checked.
 */
final class TrialBudget {
    /**
     * Multiplications per second of the limit. A core does two to five times as many within ordinary convolutions and products, and a
     * network of ImageNet size has 1e8 to 1e11.
     */
    private static final double RATE = 1e10;

    /** Nodes that may go unchecked, and multiplications. */
    private static final int OFTEN = 64;

    private static final double NOTICEABLE = 1e7;

    private final TrialLimits limits;
    private final long begun = processorTime();
    private final long bytes;
    /** Estimated work of all nodes so far. */
    private double planned;
    /** The same at the last check, and nodes since then. */
    private double checked;

    private int unchecked;

    TrialBudget(TrialLimits limits) {
        this.limits = limits;
        bytes = Engine.residentBytes() + limits.bytes(0);
    }

    /** @throws NetworkFailure if the node would compute for longer than what is left of the time */
    void plan(GraphStep step, Operands in) {
        plan(step, OperatorCost.of(step.node(), in));
    }

    /** The same for the elements that it writes. */
    void planElements(GraphStep step, double count) {
        plan(step, OperatorCost.ofElements(count));
    }

    private void plan(GraphStep step, double work) {
        planned += work;
        if (!(planned / RATE <= limits.seconds())) { // also refuses NaN
            throw at(step, limits.tooLong());
        }
    }

    /** @throws NetworkFailure if values of this many bytes are more than the memory allows */
    void hold(GraphStep step, double held) {
        if (held > limits.bytes(0)) {
            throw at(step, limits.tooLarge());
        }
    }

    /** {@link #check} after a node with work to speak of, or after some small ones: asking takes longer than a small node. */
    void checkNowAndThen(GraphStep step) {
        if (++unchecked >= OFTEN || planned - checked > NOTICEABLE) {
            check(step);
        }
    }

    /** @throws NetworkFailure if the time or the memory is used up, naming the node that did it */
    void check(GraphStep step) {
        unchecked = 0;
        checked = planned;
        if (processorTime() - begun > limits.seconds() * 1_000_000_000L) {
            throw at(step, limits.tooLong());
        }
        if (Engine.residentBytes() > bytes) {
            throw at(step, limits.tooLarge());
        }
    }

    private static NetworkFailure at(GraphStep step, NetworkFailure why) {
        return new NetworkFailure("node " + step.node().title() + " ("
                + step.node().operator() + ") is as far as its first run came: " + why.getMessage());
    }

    private static long processorTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
