package org.eddp.files;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/**
 * Reads again what could not be read: a network file system that does not answer for a moment must not make a picture
 * count as broken. A file that is missing, forbidden or too short stays so, and is not read again.
 */
public final class RepeatedReading {
    private static final long[] WAITS_MILLISECONDS = {50, 250};

    private RepeatedReading() {}

    /** Reads a file once. */
    public interface Reading<T> {
        T read() throws IOException;
    }

    /**
     * Reads, up to three times.
     *
     * @throws IOException of the last time
     */
    public static <T> T of(Reading<T> reading) throws IOException {
        for (long wait : WAITS_MILLISECONDS) {
            try {
                return reading.read();
            } catch (IOException e) {
                if (isLasting(e) || !waited(wait)) {
                    throw e;
                }
            }
        }
        return reading.read();
    }

    private static boolean isLasting(IOException e) {
        return e instanceof NoSuchFileException
                || e instanceof AccessDeniedException
                || e instanceof EOFException
                || e instanceof ClosedByInterruptException;
    }

    private static boolean waited(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
