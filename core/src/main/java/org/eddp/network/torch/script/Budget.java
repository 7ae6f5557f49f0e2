package org.eddp.network.torch.script;

import java.lang.management.ManagementFactory;
import org.eddp.network.NetworkFailure;
import org.eddp.network.TrialLimits;

/** Keeps the runs of a program within limits of steps, values and time. */
final class Budget {
    private static final long MOST_STEPS = 20_000_000;
    private static final int MOST_CALLS = 1_000_000;
    /** A value in a list takes about 32 bytes of heap. */
    private static final long MOST_VALUES = 4_000_000;

    private static final int STEPS_BETWEEN = 1024;
    /** Expressions are evaluated faster than the clock is read. */
    private static final int EXPRESSIONS_BETWEEN = 1 << 16;

    private final TrialLimits limits;
    private final long mostSteps;
    private final long begun = processorTime();
    private long steps;
    private long expressions;
    private long values;
    private int calls;

    Budget(TrialLimits limits) {
        this(limits, MOST_STEPS);
    }

    /** With fewer steps than networks may take. */
    Budget(TrialLimits limits, long mostSteps) {
        this.limits = limits;
        this.mostSteps = mostSteps;
    }

    /** Begins another run: the values of the run before are no longer in memory. */
    void beginRun() {
        values = 0;
    }

    /** @throws NetworkFailure if the program has taken too long */
    void step() {
        if (++steps > mostSteps) {
            throw new NetworkFailure("it did not come to an end within " + mostSteps
                    + " steps; networks with loops that depend on data cannot be read: export it as ONNX");
        }
        if (steps % STEPS_BETWEEN == 0) {
            checkTime();
        }
    }

    /** The same for an expression, of which a step may have many. */
    void expression() {
        if (++expressions % EXPRESSIONS_BETWEEN == 0) {
            checkTime();
        }
    }

    /**
     * Counts values that a run makes or walks over: items of lists, entries of dictionaries, eight letters of a text.
     *
     * @throws NetworkFailure if they are too many for the memory or the time of a run
     */
    void values(long count) {
        values += count;
        if (values > MOST_VALUES) {
            throw new NetworkFailure("its program makes or compares more than " + MOST_VALUES
                    + " values in lists, dictionaries and texts; export the network as ONNX");
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
