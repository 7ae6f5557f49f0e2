package org.eddp.images;

/**
 * How images are prepared ahead of a network.
 *
 * @param batch images per batch
 * @param threads threads that read, decode and resize
 * @param strict stop at the first image that cannot be decoded, instead of skipping it
 */
public record BatchOptions(int batch, int threads, boolean strict) {
    private static final int MOST_THREADS = 1024;

    public BatchOptions {
        if (batch < 1) {
            throw new IllegalArgumentException("batch = " + batch + " must be at least 1");
        }
        if (threads < 1 || threads > MOST_THREADS) {
            throw new IllegalArgumentException("threads = " + threads + " must be between 1 and " + MOST_THREADS);
        }
    }

    /** Batches of this size, broken images skipped, a thread per processor. */
    public static BatchOptions of(int batch) {
        return new BatchOptions(
                batch, Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()), false);
    }

    /** The same on another number of threads. */
    public BatchOptions withThreads(int count) {
        return new BatchOptions(batch, count, strict);
    }

    /** The same, stopping at images that cannot be decoded or skipping them. */
    public BatchOptions withStrict(boolean stop) {
        return new BatchOptions(batch, threads, stop);
    }
}
