package org.eddp.cli.terminal;

import java.util.function.Supplier;
import org.eddp.monitor.Monitor;

/** Shows progress on the terminal, and passes on requests to stop. */
public class Console implements Monitor {
    private final boolean verbose;
    private Progress shown;

    /** Shows progress in plain words. */
    public Console() {
        this(false);
    }

    /** @param verbose whether to show numbers for experts too */
    public Console(boolean verbose) {
        this.verbose = verbose;
    }

    @Override
    public boolean wantsDetails() {
        return verbose;
    }

    @Override
    public void onProgress(long done, long total) {
        // only stages are shown
    }

    @Override
    public void remark(String text) {
        aside(() -> System.err.println(Escapes.line(text)));
    }

    /** Prints lines while a progress may be shown. */
    public void aside(Runnable lines) {
        if (shown == null) {
            lines.run();
        } else {
            shown.aside(lines);
        }
    }

    @Override
    public Stage stage(String name, long total) {
        shown = new Progress(name, total);
        return new ProgressStage(shown);
    }

    @Override
    public boolean stopRequested() {
        return Interruption.requested();
    }

    /** The progress of one stage. The units of its parts may differ from those of the progress that shows them. */
    private final class ProgressStage implements Stage {
        private final Progress progress;
        private long seen;

        ProgressStage(Progress progress) {
            this.progress = progress;
        }

        @Override
        public void onProgress(long done, long total) {
            onProgress(done, total, () -> "");
        }

        @Override
        public void onProgress(long done, long total, Supplier<String> status) {
            long now = progress.total() * done / Math.max(1, total);
            progress.advance(now - seen, status);
            seen = now;
        }

        @Override
        public void remark(String text) {
            Console.this.remark(text);
        }

        @Override
        public boolean stopRequested() {
            return Console.this.stopRequested();
        }

        @Override
        public void close() {
            progress.close();
            if (shown == progress) {
                shown = null;
            }
        }
    }
}
