package org.eddp.influence;

import org.eddp.tensor.Matrix;

/**
 * I2: whether Pattern-CAVs influence a network more than the signal vectors that carry the same label.
 *
 * <p>The signal vectors of a label play the part of noise: p_{l,k} is the share of them whose |S| is at least that of the
 * label's Pattern-CAV, and a pair counts when p_{l,k} &lt; theta / N_l. I2 is the share of pairs that count; above 0.5,
 * Pattern-CAVs have more influence.
 *
 * @param influence I2
 * @param labels labels that have at least one signal vector
 */
public record PatternComparison(double influence, int labels) {
    /** The paper's level theta. */
    public static final double LEVEL = 0.05;

    /**
     * Compares.
     *
     * @param signals scores of signal vectors, I x K
     * @param labels label of each signal vector, an index into {@code patterns}, or -1 for none
     * @param patterns scores of the Pattern-CAVs, one row per label, L x K
     * @param level theta
     */
    public static PatternComparison of(Matrix signals, int[] labels, Matrix patterns, double level) {
        if (signals.rows() != labels.length || signals.columns() != patterns.columns()) {
            throw new IllegalArgumentException("scores of " + signals.shape() + " do not go with " + labels.length
                    + " labels and patterns of " + patterns.shape());
        }
        int present = 0;
        long counting = 0;
        for (int l = 0; l < patterns.rows(); l++) {
            int sharing = 0;
            int[] atLeast = new int[patterns.columns()];
            for (int i = 0; i < labels.length; i++) {
                if (labels[i] == l) {
                    sharing++;
                    for (int k = 0; k < atLeast.length; k++) {
                        atLeast[k] += Math.abs(signals.get(i, k)) >= Math.abs(patterns.get(l, k)) ? 1 : 0;
                    }
                }
            }
            if (sharing > 0) {
                present++;
                for (int count : atLeast) {
                    counting += count / (double) sharing < level / sharing ? 1 : 0;
                }
            }
        }
        long pairs = (long) present * patterns.columns();
        return new PatternComparison(pairs == 0 ? 0 : counting / (double) pairs, present);
    }
}
