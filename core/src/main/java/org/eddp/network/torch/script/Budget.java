package org.eddp.network.torch.script;

import java.lang.management.ManagementFactory;
import org.eddp.network.NetworkFailure;
import org.eddp.network.TrialLimits;

/** Keeps the runs of a program within limits of steps and time. */
final class Budget {
    private static final long MOST_STEPS = 20_000_000;
    private static final int MOST_CALLS = 1_000_000;
    private static final int STEPS_BETWEEN = 1024;

    private final TrialLimits limits;
    private final long begun = processorTime();
    private long steps;
    private int calls;

    Budget(TrialLimits limits) {
        this.limits = limits;
    }

    /** @throws NetworkFailure if the program has taken too long */
    void step() {
        if (++steps > MOST_STEPS) {
            throw new NetworkFailure("it did not come to an end within " + MOST_STEPS
                    + " steps; networks with loops that depend on data cannot be read: export it as ONNX");
        }
        if (steps % STEPS_BETWEEN == 0) {
            checkTime();
        }
    }

    /** The same for a call of an operator on tensors. */
    void call() {
        if (++calls > MOST_CALLS) {
            throw new NetworkFailure("it calls more than " + MOST_CALLS + " operators on tensors");
        }
        checkTime();
    }

    private void checkTime() {
        if (processorTime() - begun > limits.seconds() * 1_000_000_000L) {
            throw limits.tooLong();
        }
    }

    private static long processorTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
