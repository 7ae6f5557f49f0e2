package org.eddp.learning;

import java.util.Arrays;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.math.Seeds;

/**
 * Draws batches of whole images: every epoch visits each image once, in an order that depends on the seed and the epoch
 * alone, so that learning can resume at any step without replaying the earlier ones.
 */
final class BatchSampler {
    private final FeatureSource source;
    private final int batchImages;
    private final long seed;
    private int cachedEpoch = -1;
    private int[] order;

    /**
     * A sampler over a source.
     *
     * @param batchImages images per batch; 0 or at least as many as there are means all of them, in order
     */
    BatchSampler(FeatureSource source, int batchImages, long seed) {
        this.source = source;
        this.batchImages = batchImages <= 0 ? source.images() : Math.min(batchImages, source.images());
        this.seed = seed;
    }

    /** Images per batch. */
    int batchImages() {
        return batchImages;
    }

    /** Batches per epoch; images that do not fill a last batch are left for another epoch's order. */
    int batchesPerEpoch() {
        return Math.max(1, source.images() / batchImages);
    }

    /** The batch of a step; valid within the open scope. */
    Batch batch(int step) {
        if (batchImages == source.images()) {
            return source.range(0, batchImages);
        }
        int epoch = step / batchesPerEpoch();
        if (epoch != cachedEpoch) {
            order = shuffled(epoch);
            cachedEpoch = epoch;
        }
        int first = step % batchesPerEpoch() * batchImages;
        int[] images = Arrays.copyOfRange(order, first, first + batchImages);
        Arrays.sort(images); // which images matter, not their order: sorted reads are sequential
        return source.select(images);
    }

    private int[] shuffled(int epoch) {
        return Seeds.permutation(source.images(), Seeds.random(seed, epoch));
    }
}
