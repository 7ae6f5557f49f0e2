package org.eddp.monitor;

import java.util.function.Supplier;

/**
 * Observes work, and may stop it. Calls come one at a time.
 *
 * <p>Work with several parts opens a {@link Stage} for each, which has its own progress.
 */
public interface Monitor {
    /** Does nothing. */
    Monitor NONE = (done, total) -> {};

    /**
     * Reports progress.
     *
     * @param done number of finished parts
     * @param total number of parts
     */
    void onProgress(long done, long total);

    /**
     * Reports progress with a status.
     *
     * @param done number of finished parts
     * @param total number of parts
     * @param status a few words, computed only when shown
     */
    default void onProgress(long done, long total, Supplier<String> status) {
        onProgress(done, total);
    }

    /** Whether the status should have details for experts, such as every loss. */
    default boolean wantsDetails() {
        return false;
    }

    /** A remark besides the results: about something left out, an assumption, or long waits. */
    default void remark(String text) {}

    /**
     * Opens a part of the work with its own progress; closed when the part ends.
     *
     * @param name in a word
     * @param total number of parts, if known
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

    /** Throws if the work is to stop. */
    default void check(String work) {
        if (stopRequested()) {
            throw new Stopped(work + " was stopped");
        }
    }

    /** A part of the work that is shown separately while it is open. */
    interface Stage extends Monitor, AutoCloseable {
        @Override
        void close();
    }

    /** Work was stopped on request; finished parts are saved if possible. */
    class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** A stop with a message for the user. */
        public Stopped(String message) {
            super(message);
        }
    }
}
