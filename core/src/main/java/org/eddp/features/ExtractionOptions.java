package org.eddp.features;

/**
 * How features are computed and stored. Of their values {@code type} changes the rounding, and {@code batchImages} perhaps
 * the last bit.
 *
 * @param type of the stored numbers
 * @param batchImages images that go through the network together
 * @param shardBytes size of a shard at most; at least one image goes into each
 * @param strict a broken image ends the extraction instead of being skipped
 * @param overwrite features of something else in the folder are deleted, and the extraction begins anew
 */
public record ExtractionOptions(NumberType type, int batchImages, long shardBytes, boolean strict, boolean overwrite) {
    /** Single precision, small batches, shards of 64 MB, broken images skipped. */
    public static final ExtractionOptions DEFAULT =
            new ExtractionOptions(NumberType.FLOAT32, 16, 64L << 20, false, false);

    public ExtractionOptions {
        if (batchImages < 1 || batchImages > 4096) {
            throw new IllegalArgumentException("batch = " + batchImages + " images must be within 1 .. 4096");
        }
        if (shardBytes < 1 || shardBytes > 1L << 30) {
            throw new IllegalArgumentException("shards of " + shardBytes + " bytes must be within 1 .. 2^30");
        }
    }

    /** The same, with features of something else replaced. */
    public ExtractionOptions overwriting() {
        return new ExtractionOptions(type, batchImages, shardBytes, strict, true);
    }

    /** Images per shard for images of that many numbers. */
    int shardImages(long numbersPerImage) {
        return (int) Math.max(1, Math.min(1 << 16, shardBytes / (numbersPerImage * type.bytes())));
    }
}
