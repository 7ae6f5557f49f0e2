package org.eddp.network.onnx.execution;

import java.lang.management.ManagementFactory;
import org.eddp.network.NetworkFailure;
import org.eddp.network.TrialLimits;
import org.eddp.tensor.Engine;

/**
 * Keeps the first run of a network within its limits. It is asked after every node: a single one is bounded by the size of what it
 * may compute, but a file may have many.
 */
final class TrialBudget {
    private final TrialLimits limits;
    private final long begun = processorTime();
    private final long bytes;

    TrialBudget(TrialLimits limits) {
        this.limits = limits;
        bytes = Engine.residentBytes() + limits.bytes(0);
    }

    /** @throws NetworkFailure if the time or the memory is used up, naming the node that did it */
    void check(GraphStep step) {
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
