package org.eddp.cli;

import org.eddp.Monitor;

/** Shows the progress of work of many parts, and passes on the wish to stop. */
final class ProgressMonitor implements Monitor {
    private final Progress progress;
    private long seen;

    ProgressMonitor(Progress progress) {
        this.progress = progress;
    }

    @Override
    public void onProgress(long done, long total) {
        progress.advance(done - seen, () -> done + " of " + total);
        seen = done;
    }

    @Override
    public boolean stopRequested() {
        return Interruption.requested();
    }
}
