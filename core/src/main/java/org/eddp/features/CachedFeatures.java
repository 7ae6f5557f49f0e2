package org.eddp.features;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * A cache of features, up to a memory limit, for a process that reads the same part of a set again and again. Blocks
 * stay in the cache in the order of first use; others are read from the source each time. Thread-safe.
 */
public final class CachedFeatures extends DerivedFeatures implements AutoCloseable {
    private static final long BLOCK_ELEMENTS = 1 << 20;

    private final int blockImages;
    private final long mostBlocks;
    /** Blocks of consecutive images by their number. */
    private final Map<Integer, Tensor> blocks = new ConcurrentHashMap<>();

    /**
     * A cache.
     *
     * @param bytes held at most; at least one block of a few megabytes is
     */
    public CachedFeatures(FeatureSource source, long bytes) {
        super(source);
        long perImage = (long) source.grid().cells() * source.width();
        blockImages = (int) Math.max(1, BLOCK_ELEMENTS / perImage);
        mostBlocks = Math.max(1, bytes / (blockImages * perImage * source.type().bytes()));
    }

    @Override
    public Batch range(int first, int count) {
        int[] images = new int[count];
        for (int i = 0; i < count; i++) {
            images[i] = first + i;
        }
        return select(images);
    }

    @Override
    public Batch select(int[] images) {
        return new CachedBatch(images.clone(), source.select(images));
    }

    /** Number of cached blocks. */
    int held() {
        return blocks.size();
    }

    @Override
    public void close() {
        blocks.values().forEach(Tensor::close);
        blocks.clear();
    }

    /** Copies consecutive images of one block. */
    private void copy(int first, int count, Tensor to) {
        int block = first / blockImages;
        Tensor rows = block(block);
        if (rows == null) {
            Kernels.copy(to, source.range(first, count).rows(0, count));
        } else {
            int cells = grid().cells();
            long from = (long) (first - block * blockImages) * cells;
            Kernels.copy(to, rows.narrow(0, from, (long) count * cells));
        }
    }

    /** A block, or null if there is no room for it. */
    private Tensor block(int block) {
        Tensor known = blocks.get(block);
        return known != null || blocks.size() >= mostBlocks ? known : load(block);
    }

    private synchronized Tensor load(int block) {
        if (blocks.containsKey(block) || blocks.size() >= mostBlocks) {
            return blocks.get(block); // by another thread meanwhile
        }
        int first = block * blockImages;
        int count = Math.min(blockImages, images() - first);
        Tensor rows;
        try (Scope scope = Scope.open()) {
            rows = Scope.release(source.range(first, count).rows(0, count));
        }
        blocks.put(block, rows);
        return rows;
    }

    /** Images whose rows come from blocks, and everything else from the source. */
    private final class CachedBatch implements Batch {
        private final int[] images;
        private final Batch stored;

        CachedBatch(int[] images, Batch stored) {
            this.images = images;
            this.stored = stored;
        }

        @Override
        public int images() {
            return images.length;
        }

        @Override
        public Grid grid() {
            return source.grid();
        }

        @Override
        public int width() {
            return source.width();
        }

        @Override
        public DType type() {
            return source.type();
        }

        @Override
        public Optional<int[]> numbers() {
            return stored.numbers();
        }

        @Override
        public Tensor rows(int first, int count) {
            int cells = grid().cells();
            Tensor rows = Tensor.empty(type(), (long) count * cells, width());
            for (int i = 0; i < count; ) {
                int image = images[first + i];
                int run = 1;
                while (i + run < count
                        && images[first + i + run] == image + run
                        && (image + run) / blockImages == image / blockImages) {
                    run++;
                }
                copy(image, run, rows.narrow(0, (long) i * cells, (long) run * cells));
                i += run;
            }
            return rows;
        }

        @Override
        public int extraTokens() {
            return stored.extraTokens();
        }

        @Override
        public Tensor extra(int first, int count) {
            return stored.extra(first, count);
        }
    }
}
