package org.eddp.images;

import java.util.List;
import java.util.function.Consumer;
import org.eddp.tensor.Tensor;

/**
 * The images of a list as batches for a network, in list order, prepared ahead by threads while the network works.
 *
 * <p>At most two batches and one image per thread are prepared ahead, whatever the length of the list. What comes out does
 * not depend on the number of threads.
 */
public final class ImageBatches {
    private final ImageList list;
    private final Preprocessing preprocessing;
    private final Options options;
    private final ImageReader reader;

    /** Batches with the usual limit on the size of pictures. */
    public ImageBatches(ImageList list, Preprocessing preprocessing, Options options) {
        this(list, preprocessing, options, new ImageReader());
    }

    /** Batches decoded by {@code reader}. */
    public ImageBatches(ImageList list, Preprocessing preprocessing, Options options, ImageReader reader) {
        this.list = list;
        this.preprocessing = preprocessing;
        this.options = options;
        this.reader = reader;
    }

    /** Number of batches of the whole list. */
    public int count() {
        return (int) (((long) list.size() + options.batch() - 1) / options.batch());
    }

    /**
     * Starts preparing.
     *
     * @param first place in the list of the first image wanted: 0, or where an earlier run got to
     * @return the batches; to be closed
     */
    public BatchStream from(int first) {
        if (first < 0 || first > list.size()) {
            throw new IllegalArgumentException(
                    "first = " + first + " lies outside a list of " + list.size() + " images");
        }
        return new BatchStream(list, preprocessing, options, reader, first);
    }

    /**
     * Hands all batches from {@code first} on to {@code consumer}, on the calling thread.
     *
     * @throws ImageFailure if an image cannot be decoded and the options are strict
     */
    public void forEach(int first, Consumer<? super Prepared> consumer) {
        try (BatchStream batches = from(first)) {
            while (batches.hasNext()) {
                consumer.accept(batches.next());
            }
        }
    }

    /**
     * An image that could not be decoded.
     *
     * @param index its place in the list
     * @param name its name in the list
     * @param reason the message of the failure
     */
    public record Skipped(int index, String name, String reason) {}

    /**
     * Images {@code first .. end-1} of a list as a network takes them. Batches always cover the same part of the list,
     * whatever is broken in it; the images that could be decoded are the rows of {@link #values()}.
     *
     * @param first place of the first image in the list
     * @param end one past the place of the last image
     * @param indices place in the list of each row
     * @param values rows x channels x height x width, row-major; belongs to the receiver
     * @param shape of {@code values}
     * @param digests SHA-256 in hexadecimal of the file at each place {@code first .. end-1}; null if it cannot be read
     * @param skipped images that could not be decoded
     */
    public record Prepared(
            int first,
            int end,
            int[] indices,
            float[] values,
            long[] shape,
            List<String> digests,
            List<ImageBatches.Skipped> skipped) {

        /** Number of images that could be decoded; may be 0. */
        public int rows() {
            return indices.length;
        }

        /** The images as a tensor of the open scope. */
        public Tensor tensor() {
            return Tensor.of(values, shape);
        }
    }

    /**
     * How images are prepared ahead of a network.
     *
     * @param batch images per batch
     * @param threads threads that read, decode and resize
     * @param strict stop at the first image that cannot be decoded, instead of skipping it
     */
    public record Options(int batch, int threads, boolean strict) {
        private static final int MOST_THREADS = 1024;

        public Options {
            if (batch < 1) {
                throw new IllegalArgumentException("batch = " + batch + " must be at least 1");
            }
            if (threads < 1 || threads > MOST_THREADS) {
                throw new IllegalArgumentException("threads = " + threads + " must be between 1 and " + MOST_THREADS);
            }
        }

        /** Batches of this size, broken images skipped, a thread per processor. */
        public static Options of(int batch) {
            return new Options(
                    batch, Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()), false);
        }

        /** The same on another number of threads. */
        public Options withThreads(int count) {
            return new Options(batch, count, strict);
        }

        /** The same, stopping at images that cannot be decoded or skipping them. */
        public Options withStrict(boolean stop) {
            return new Options(batch, threads, stop);
        }
    }
}
