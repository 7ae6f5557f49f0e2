package org.eddp.network.torch.script;

import java.lang.management.ManagementFactory;
import org.eddp.network.NetworkFailure;
import org.eddp.network.TrialLimits;

/** Keeps the runs of a program within limits of steps, values and time. */
final class Budget {
    private static final long MOST_STEPS = 20_000_000;
    /** A value in a list takes about 32 bytes of heap. */
    private static final long MOST_VALUES = 4_000_000;

    /** The cost of a recorded call, in values. */
    private static final int CALL = 20;

    private static final int STEPS_BETWEEN = 1024;
    /** Reading the clock takes longer than evaluating an expression. */
    private static final int EXPRESSIONS_BETWEEN = 1 << 16;

    private final TrialLimits limits;
    private final long begun = processorTime();
    private long steps;
    private long expressions;
    private long values;

    Budget(TrialLimits limits) {
        this.limits = limits;
    }

    /** Begins another run: the values of the run before are no longer in memory. */
    void beginRun() {
        values = 0;
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

    /** The same for an expression; a step may have many. */
    void expression() {
        if (++expressions % EXPRESSIONS_BETWEEN == 0) {
            checkTime();
        }
    }

    /**
     * Counts values that a run makes or walks over: items of lists, entries of dictionaries, eight letters of a text. A value that
     * is no longer in use counts as well.
     *
     * @throws NetworkFailure if they are too many for the memory or the time of a run
     */
    void values(long count) {
        values += count;
        if (values > MOST_VALUES) {
            throw new NetworkFailure("its program makes or compares more than " + MOST_VALUES
                    + " values in lists, dictionaries, texts and calls; export the network as ONNX");
        }
    }

    /** The same for a call of an operator on tensors, which stays in memory until the end of the run. */
    void call() {
        values(CALL);
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
