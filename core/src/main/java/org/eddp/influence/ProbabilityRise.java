package org.eddp.influence;

import org.eddp.network.NetworkFailure;

/**
 * The prediction for one image before a perturbation, and the rule by which a probability counts as risen.
 *
 * <p>With d the change of the logits, softmax_k rises exactly when d_k &gt; log sum_j softmax_j exp(d_j). Everything is
 * kept relative to the likeliest class t: a_j = exp(l_j - l_t), so that a network that is all but certain (whose
 * softmax is 1 to all digits) is still read correctly: class t rises when exp(d_t) times the sum of the other a_j
 * exceeds the sum of the other a_j exp(d_j). Neither sum contains the 1 of class t, beside which the others would be
 * lost to rounding.
 *
 * @param top the likeliest class t
 * @param rest sum of a_j over the other classes
 */
record ProbabilityRise(int top, double rest) {
    /** Relative change of a probability's odds below which it counts as the same: the rounding of float logits. */
    static final double TIE = 1e-6;

    static final int FALLS = 0;
    static final int STAYS = 1;
    static final int RISES = 2;

    /** Reads logits and writes a_j into {@code weights}, with 0 at the likeliest class. */
    static ProbabilityRise of(double[] logits, int from, double[] weights, int to, int classes) {
        int top = 0;
        for (int k = 1; k < classes; k++) {
            top = logits[from + k] > logits[from + top] ? k : top;
        }
        double largest = logits[from + top]; // the weights may go where the logits are
        double rest = 0;
        for (int k = 0; k < classes; k++) {
            double weight = k == top ? 0 : Math.exp(logits[from + k] - largest);
            weights[to + k] = weight;
            rest += weight;
        }
        return new ProbabilityRise(top, requireNumber(rest));
    }

    /** Comparisons with NaN are false, which would count as falling: refused instead. */
    static double requireNumber(double sum) {
        if (Double.isNaN(sum)) {
            throw new NetworkFailure("the network's logits are not numbers, so it cannot be said which class rises;"
                    + " check the preprocessing, or take a smaller step");
        }
        return sum;
    }

    /** The bound that a class other than the likeliest has to exceed to rise. */
    double bar(double others, double topExponential) {
        return (others + topExponential) / (1 + rest);
    }

    /** Whether the likeliest class rises, in half images. */
    int verdictOfTop(double others, double topExponential) {
        return verdict(topExponential * rest, others);
    }

    /** Compares an exponential with its bound, in half images. */
    static int verdict(double value, double bar) {
        double margin = TIE * bar;
        return value > bar + margin ? RISES : value >= bar - margin ? STAYS : FALLS;
    }
}
