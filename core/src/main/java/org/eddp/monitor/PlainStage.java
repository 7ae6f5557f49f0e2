package org.eddp.monitor;

import java.util.function.Supplier;

/** A stage that is not shown separately. */
record PlainStage(Monitor whole) implements Monitor.Stage {
    @Override
    public void onProgress(long done, long total) {
        whole.onProgress(done, total);
    }

    @Override
    public void onProgress(long done, long total, Supplier<String> status) {
        whole.onProgress(done, total, status);
    }

    @Override
    public void remark(String text) {
        whole.remark(text);
    }

    @Override
    public boolean stopRequested() {
        return whole.stopRequested();
    }

    @Override
    public void close() {
        // nothing was opened
    }
}
