package org.eddp.directions.step;

/** Rows that a worker of {@link SmallPasses} computes in, kept from one block and step to the next. */
final class SmallScratch {
    static final int WORK = 0;
    static final int CONCEPTS = 1;
    static final int FEATURES = 2;
    static final int POOLED = 3;
    static final int LOGITS = 4;
    static final int PROBABILITIES = 5;
    static final int IMAGES = 6;

    private final double[][][] slots = new double[IMAGES + 1][][];

    /** So many rows, each at least {@code length} long, with whatever they held before. */
    double[][] rows(int slot, int rows, int length) {
        double[][] kept = slots[slot];
        if (kept == null || kept.length != rows || kept[0].length < length) {
            kept = new double[rows][length];
            slots[slot] = kept;
        }
        return kept;
    }
}
