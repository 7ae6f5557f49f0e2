package org.eddp.cli.terminal;

import java.io.PrintStream;
import java.time.Duration;
import java.util.function.Supplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Progress with the time left on standard error: a bar on a terminal, a line now and then elsewhere. Thread-safe.
 *
 * <p>The width of the terminal comes from the launcher ({@code EDDP_COLUMNS}). The progress bar itself would open the
 * terminal through a library that resets the handler of Ctrl-C. A run could then not be stopped without losing its
 * progress.
 */
final class Progress implements AutoCloseable {
    private static final long LINE_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long MESSAGE_NANOS = Duration.ofMillis(200).toNanos();

    private final String task;
    private final long total;
    private final PrintStream err = Escapes.behind(System.err);
    private final ProgressBar bar;
    private final int columns;
    private final long begin = System.nanoTime();
    private long lastMessage = begin;
    private long done;
    private boolean closed;

    Progress(String task, long total) {
        this.task = task;
        this.total = total;
        columns = terminalColumns();
        bar = columns == 0
                ? null
                : new ProgressBarBuilder()
                        .setConsumer(new Line(err, columns - 1))
                        .setTaskName(task)
                        .setInitialMax(total)
                        .setStyle(ProgressBarStyle.ASCII)
                        .setUpdateIntervalMillis(200)
                        .build();
    }

    /** Steps in all. */
    long total() {
        return total;
    }

    /** Adds {@code steps}; {@code message} is computed only when it is shown. */
    synchronized void advance(long steps, Supplier<String> message) {
        done += steps;
        long now = System.nanoTime();
        if (done == 0) {
            return; // too early to estimate the time left
        }
        if (now - lastMessage < (bar != null ? MESSAGE_NANOS : LINE_NANOS)) {
            return;
        }
        lastMessage = now;
        if (bar != null) {
            bar.stepTo(done);
            bar.setExtraMessage(" " + Escapes.line(message.get()));
        } else {
            double perStep = (now - begin) / 1e9 / done;
            String status = Escapes.line(message.get());
            err.printf(
                    "%s: %d %% (%d of %d), about %s left%s%n",
                    task,
                    100 * done / total,
                    done,
                    total,
                    duration(perStep * (total - done)),
                    status.isEmpty() ? "" : "; " + status);
        }
    }

    /** Prints lines above the display; a bar is cleared first, so that they do not continue its line. */
    synchronized void aside(Runnable lines) {
        if (bar == null || closed) {
            lines.run();
            return;
        }
        synchronized (err) {
            err.print("\r" + " ".repeat(columns - 1) + "\r");
            err.flush();
            lines.run();
        }
    }

    /** Draws the bar from a separate thread, but not while other lines are printed. */
    private static final class Line extends ConsoleProgressBarConsumer {
        private final PrintStream stream;

        Line(PrintStream stream, int columns) {
            super(stream, columns);
            this.stream = stream;
        }

        @Override
        public void accept(String rendered) {
            synchronized (stream) {
                super.accept(rendered);
            }
        }
    }

    /** Width of the terminal behind standard error, or 0 if there is none. */
    private static int terminalColumns() {
        String columns = System.getenv("EDDP_COLUMNS");
        return columns != null && columns.matches("[1-9][0-9]{1,4}") ? Integer.parseInt(columns) : 0;
    }

    private static String duration(double seconds) {
        return seconds < 90 ? Math.round(seconds) + " s" : Math.round(seconds / 60) + " min";
    }

    /** Ends the display; results can be printed then. */
    @Override
    public synchronized void close() {
        if (bar != null && !closed) {
            bar.stepTo(done);
            bar.close();
        }
        closed = true;
    }
}
