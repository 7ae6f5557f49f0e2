package org.eddp.influence;

/** Told how far the significance test is, and asked whether to go on. */
public interface InfluenceMonitor {
    /** Concepts that are decided. */
    default void concepts(int done, int total) {}

    /** Whether to end with {@link org.eddp.monitor.Stopped}; asked between concepts. */
    default boolean stopRequested() {
        return false;
    }

    /** Says nothing and never stops. */
    InfluenceMonitor SILENT = new InfluenceMonitor() {};
}
