package org.eddp.cli;

import java.io.PrintStream;
import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Progress with the time left on standard error: a bar on a terminal, a line now and then elsewhere. Thread-safe.
 */
final class Progress implements AutoCloseable {
    private static final long LINE_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long MESSAGE_NANOS = Duration.ofMillis(200).toNanos();

    private final String task;
    private final long total;
    private final PrintStream err = System.err;
    private final ProgressBar bar;
    private final long begin = System.nanoTime();
    private long lastMessage = begin;
    private long done;

    Progress(String task, long total) {
        this.task = task;
        this.total = total;
        bar = System.console() == null
                ? null
                : new ProgressBarBuilder()
                        .setTaskName(task)
                        .setInitialMax(total)
                        .setStyle(ProgressBarStyle.ASCII)
                        .setUpdateIntervalMillis(200)
                        .build();
    }

    /** Moves on by {@code steps}; {@code message} is asked for only when it will be shown. */
    synchronized void advance(long steps, java.util.function.Supplier<String> message) {
        done += steps;
        long now = System.nanoTime();
        if (now - lastMessage < (bar != null ? MESSAGE_NANOS : LINE_NANOS)) {
            return;
        }
        lastMessage = now;
        if (bar != null) {
            bar.stepTo(done);
            bar.setExtraMessage(" " + message.get());
        } else {
            double perStep = (now - begin) / 1e9 / done;
            err.printf(
                    "%s: %d %% (%d of %d), about %s left; %s%n",
                    task, 100 * done / total, done, total, duration(perStep * (total - done)), message.get());
        }
    }

    private static String duration(double seconds) {
        return seconds < 90 ? Math.round(seconds) + " s" : Math.round(seconds / 60) + " min";
    }

    @Override
    public synchronized void close() {
        if (bar != null) {
            bar.stepTo(done);
            bar.close();
        }
    }
}
