package org.eddp.monitor;

/** Watches work of many parts, and may ask it to stop. Calls come one at a time. */
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
}
