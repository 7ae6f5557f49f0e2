package org.eddp.cli;

import java.util.function.Supplier;
import org.eddp.monitor.Monitor;

/** Shows the progress of work of many parts, and passes on the wish to stop. */
final class ProgressMonitor implements Monitor {
    private final Progress progress;
    private final Supplier<String> message;
    private long seen;

    ProgressMonitor(Progress progress) {
        this(progress, () -> "");
    }

    ProgressMonitor(Progress progress, Supplier<String> message) {
        this.progress = progress;
        this.message = message;
    }

    /** The parts may be counted in other units than the progress that shows them. */
    @Override
    public void onProgress(long done, long total) {
        long now = progress.total() * done / Math.max(1, total);
        progress.advance(now - seen, message);
        seen = now;
    }

    @Override
    public boolean stopRequested() {
        return Interruption.requested();
    }
}
