package org.eddp.images;

import java.util.function.Consumer;

/**
 * The images of a list as batches for a network, in list order, prepared ahead by threads while the network works.
 *
 * <p>At most two batches and one image per thread are prepared ahead, whatever the length of the list. What comes out does
 * not depend on the number of threads.
 */
public final class ImageBatches {
    private final ImageList list;
    private final Preprocessing preprocessing;
    private final BatchOptions options;
    private final ImageReader reader;

    /** Batches with the usual limit on the size of pictures. */
    public ImageBatches(ImageList list, Preprocessing preprocessing, BatchOptions options) {
        this(list, preprocessing, options, new ImageReader());
    }

    /** Batches decoded by {@code reader}. */
    public ImageBatches(ImageList list, Preprocessing preprocessing, BatchOptions options, ImageReader reader) {
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
    public void forEach(int first, Consumer<? super PreparedBatch> consumer) {
        try (BatchStream batches = from(first)) {
            while (batches.hasNext()) {
                consumer.accept(batches.next());
            }
        }
    }
}
