package org.eddp.files;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Keeps the first failure of a stream, because writers such as {@link java.io.PrintWriter} swallow it, and a full disk
 * would look like success. Stays open when the writer closes it, because the file must still be forced to the disk.
 */
final class GuardedStream extends OutputStream {
    private final OutputStream out;
    private IOException failure;

    GuardedStream(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
        guard(() -> out.write(b));
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        guard(() -> out.write(bytes, from, count));
    }

    @Override
    public void flush() throws IOException {
        guard(out::flush);
    }

    @Override
    public void close() throws IOException {
        flush();
    }

    /** Flushes, and throws the failure that a writer may have swallowed. */
    void finish() throws IOException {
        if (failure != null) {
            throw failure;
        }
        flush();
    }

    private void guard(Action action) throws IOException {
        try {
            action.run();
        } catch (IOException e) {
            failure = failure == null ? e : failure;
            throw e;
        }
    }

    private interface Action {
        void run() throws IOException;
    }
}
