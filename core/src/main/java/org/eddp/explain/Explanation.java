package org.eddp.explain;

import java.util.List;

/**
 * Why a network gives an image the logit of a class, in concepts. Everything is in units of the logit.
 *
 * @param label the class explained
 * @param against the class it is set against: all logits are then differences; null if none
 * @param predicted the likeliest class
 * @param probability of {@code label}
 * @param logit l_c(X)
 * @param baselineProbability of {@code label} at the baseline
 * @param baselineEntropy of the prediction at the baseline in bits; the largest possible is log2 of the number of classes
 * @param baselineLogit l_c(X_bm)
 * @param explanationLogit l_e
 * @param sample sum of all concepts' sample
 * @param baseline sum of all concepts' baseline
 * @param correction sum of all concepts' correction
 * @param residual what concepts do not account for
 * @param firstOrder false: the decomposition is exact; true: the head is not pooling and one linear layer, and the gradient
 *     at the image took the place of the class vector
 * @param error l_e - (sample - baseline + correction + residual): rounding where the decomposition is exact, the part beyond
 *     first order otherwise
 * @param relativeError |error| relative to the larger of |l_c(X)| and |l_e|
 * @param concepts every concept, in order
 */
public record Explanation(
        int label,
        Integer against,
        int predicted,
        double probability,
        double logit,
        double baselineProbability,
        double baselineEntropy,
        double baselineLogit,
        double explanationLogit,
        double sample,
        double baseline,
        double correction,
        double residual,
        boolean firstOrder,
        double error,
        double relativeError,
        List<Contribution> concepts) {
    /** Largest relative error of an exact decomposition in single precision. */
    public static final double TOLERANCE = 1e-4;

    public Explanation {
        concepts = List.copyOf(concepts);
    }

    /** Whether the parts add up to the explanation logit. */
    public boolean addsUp() {
        return relativeError <= TOLERANCE;
    }

    /** What no single concept is credited with: size of correction and residual, and of what lies beyond first order. */
    public double unaccounted() {
        return Math.abs(correction) + Math.abs(residual) + (firstOrder ? Math.abs(error) : 0);
    }

    /** Whether that is more than the concepts' own contributions come to. */
    public boolean mostlyUnaccounted() {
        return unaccounted() > Math.abs(sample - baseline);
    }

    /** The concepts with the largest |contribution|, largest first. */
    public List<Contribution> strongest(int count) {
        return concepts.stream()
                .sorted((a, b) -> Double.compare(Math.abs(b.contribution()), Math.abs(a.contribution())))
                .limit(count)
                .toList();
    }

    /**
     * What one concept contributed.
     *
     * @param concept its number
     * @param relation CCRC, w_c.s_i: how much the class logit changes per unit of the concept everywhere (for heads that are not
     *     linear, the mean over the patches)
     * @param sample sample_i: from the concept as it is in the image
     * @param baseline baseline_i: from the concept as it is in the baseline
     * @param correction correction_i: because filters and signal vectors of different concepts are not quite orthogonal
     * @param contribution sample - baseline: the mean of the map
     * @param present patches on which its detector fires
     * @param map concept contribution map: what each patch adds, row by row; in units of the logit, so that its mean is the
     *     contribution
     */
    public record Contribution(
            int concept,
            double relation,
            double sample,
            double baseline,
            double correction,
            double contribution,
            int present,
            double[][] map) {}
}
