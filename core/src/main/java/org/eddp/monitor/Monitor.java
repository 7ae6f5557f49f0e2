package org.eddp.monitor;

import java.util.function.Supplier;

/**
 * Watches work, and may ask it to stop. Calls come one at a time.
 *
 * <p>Work that has several parts, each with a progress of its own, opens a {@link Stage} for each.
 */
public interface Monitor {
    /** Watches nothing. */
    Monitor NONE = (done, total) -> {};

    /**
     * More is done.
     *
     * @param done of the parts
     * @param total number of parts
     */
    void onProgress(long done, long total);

    /**
     * More is done, and there is something to say about it.
     *
     * @param status how the work stands, in a few words; asked for only when it is shown
     */
    default void onProgress(long done, long total, Supplier<String> status) {
        onProgress(done, total);
    }

    /** Whether to say how the work stands in numbers that only experts read, such as every loss. */
    default boolean wantsDetails() {
        return false;
    }

    /** Something to know besides the results: what was left out, what was assumed, what takes long. */
    default void remark(String text) {}

    /**
     * A part of the work with a progress of its own; it is closed when it has ended.
     *
     * @param name in a word
     * @param total number of parts, as far as it is known
     */
    default Stage stage(String name, long total) {
        return new PlainStage(this);
    }

    /** Whether to stop; the work then ends with {@link Stopped}. */
    default boolean stopRequested() {
        return false;
    }

    /**
     * A monitor for one piece of work out of several.
     *
     * @param from share of the whole that is done when the piece begins
     * @param to share of the whole that is done when it ends
     */
    default Monitor part(double from, double to) {
        return new PartMonitor(this, from, to);
    }

    /** Throws if a stop was asked for. */
    default void check(String work) {
        if (stopRequested()) {
            throw new Stopped(work + " was stopped");
        }
    }

    /** A part of the work that is shown on its own while it is open. */
    interface Stage extends Monitor, AutoCloseable {
        @Override
        void close();
    }
}
