package org.eddp.experiments.world;

/**
 * What is made.
 *
 * @param train pictures to learn from
 * @param val pictures to judge by
 * @param size of the pictures, in pixels both ways
 * @param annotationSize of the label maps, in pixels both ways; at most {@code size}
 * @param seed of everything that is drawn
 */
public record WorldOptions(int train, int val, int size, int annotationSize, long seed) {
    /** Enough to train a network well. */
    public static final WorldOptions USUAL = new WorldOptions(4000, 1000, 128, 64, 1);

    /** Enough to see every part of the experiment at work within minutes. */
    public static final WorldOptions QUICK = new WorldOptions(2400, 600, 128, 64, 1);

    private static final int SMALLEST_SIZE = 32;
    private static final int LARGEST_SIZE = 1024;
    private static final int MOST = 1_000_000;

    public WorldOptions {
        require(train >= 1 && train <= MOST, "train = " + train + " pictures must be within 1 .. " + MOST);
        require(val >= 1 && val <= MOST, "val = " + val + " pictures must be within 1 .. " + MOST);
        require(
                size >= SMALLEST_SIZE && size <= LARGEST_SIZE,
                "size = " + size + " must be within " + SMALLEST_SIZE + " .. " + LARGEST_SIZE + " pixels");
        require(
                annotationSize >= 8 && annotationSize <= size,
                "annotation size = " + annotationSize + " must be within 8 .. " + size + ", the size of the pictures");
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    /** The same with another seed. */
    public WorldOptions withSeed(long other) {
        return new WorldOptions(train, val, size, annotationSize, other);
    }
}
