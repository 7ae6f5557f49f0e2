package org.eddp.images;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Batches under way; for one thread. Closing it stops the threads that prepare. */
public final class BatchStream implements Iterator<ImageBatches.Prepared>, AutoCloseable {
    private final ImageList list;
    private final Preprocessing preprocessing;
    private final ImageBatches.Options options;
    private final ImageReader reader;
    private final ExecutorService threads;
    private final Deque<Future<Prepared>> ahead = new ArrayDeque<>();
    private final long window;
    private int position;
    private int submitted;

    /** One image: its values, or why there are none. */
    private record Prepared(String digest, float[] values, ImageFailure failure) {}

    BatchStream(
            ImageList list, Preprocessing preprocessing, ImageBatches.Options options, ImageReader reader, int first) {
        this.list = list;
        this.preprocessing = preprocessing;
        this.options = options;
        this.reader = reader;
        this.position = first;
        this.submitted = first;
        this.window = 2L * options.batch() + options.threads();
        // Fails before the work starts rather than at the first batch.
        Math.multiplyExact(preprocessing.length(), Math.min(options.batch(), Math.max(1, list.size())));
        this.threads = Executors.newFixedThreadPool(options.threads(), task -> {
            Thread thread = new Thread(task, "eddp-images");
            thread.setDaemon(true);
            return thread;
        });
        submit();
    }

    private void submit() {
        while (submitted < list.size() && ahead.size() < window) {
            ImageList.Entry entry = list.entries().get(submitted++);
            ahead.add(threads.submit(() -> prepare(entry)));
        }
    }

    private Prepared prepare(ImageList.Entry entry) {
        String digest = null;
        try {
            byte[] file = ImageReader.bytes(entry.path());
            digest = ImageDigests.of(file);
            return new Prepared(
                    digest, preprocessing.apply(reader.decode(file, entry.path().toString())), null);
        } catch (ImageFailure e) {
            return new Prepared(digest, null, e);
        }
    }

    @Override
    public boolean hasNext() {
        return position < list.size();
    }

    /**
     * The next batch, waiting for it if need be.
     *
     * @throws ImageFailure if an image cannot be decoded and the options are strict
     * @throws CancellationException if the calling thread is interrupted
     */
    @Override
    public ImageBatches.Prepared next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the list ends at " + list.size());
        }
        int first = position;
        int end = (int) Math.min(list.size(), (long) first + options.batch());
        int length = preprocessing.length();
        float[] values = new float[(end - first) * length];
        int[] indices = new int[end - first];
        List<String> digests = new ArrayList<>();
        List<ImageBatches.Skipped> skipped = new ArrayList<>();
        int rows = 0;
        for (; position < end; position++) {
            Prepared image = take();
            digests.add(image.digest());
            if (image.failure() == null) {
                System.arraycopy(image.values(), 0, values, rows * length, length);
                indices[rows++] = position;
            } else {
                String name = list.entries().get(position).name();
                skipped.add(
                        new ImageBatches.Skipped(position, name, image.failure().getMessage()));
            }
        }
        return new ImageBatches.Prepared(
                first,
                end,
                Arrays.copyOf(indices, rows),
                rows == indices.length ? values : Arrays.copyOf(values, rows * length),
                new long[] {
                    rows, preprocessing.channels().count(), preprocessing.cropHeight(), preprocessing.cropWidth()
                },
                digests,
                List.copyOf(skipped));
    }

    private Prepared take() {
        try {
            if (Thread.interrupted()) { // an image that is ready would be handed out without a look at the interrupt
                throw new InterruptedException();
            }
            Prepared image = ahead.remove().get();
            submit();
            if (options.strict() && image.failure() != null) {
                throw image.failure();
            }
            return image;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while images were prepared");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("preparing an image failed: " + e.getCause(), e.getCause());
        }
    }

    /** Stops preparing; images that are being decoded are abandoned. */
    @Override
    public void close() {
        threads.shutdownNow();
        ahead.clear();
        position = list.size();
    }
}
