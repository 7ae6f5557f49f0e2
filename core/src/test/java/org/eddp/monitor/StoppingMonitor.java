package org.eddp.monitor;

/** Asks to stop at once. */
public final class StoppingMonitor implements Monitor {
    @Override
    public void onProgress(long done, long total) {}

    @Override
    public boolean stopRequested() {
        return true;
    }
}
