package org.eddp.audit;

/** The exact test by permutations of whether two kinds of pictures overlap by chance. */
final class Hypergeometric {
    private Hypergeometric() {}

    /**
     * Probability that at least so many of the drawn pictures are marked.
     *
     * @param both drawn and marked
     * @param drawn number of pictures that are drawn at random
     * @param marked number of marked pictures
     * @param all number of pictures
     */
    static double atLeast(int both, int drawn, int marked, int all) {
        int least = Math.max(0, drawn + marked - all);
        int most = Math.min(drawn, marked);
        if (both <= least) {
            return 1;
        }
        // relative to the first term, by the ratio of neighbours, so that nothing overflows
        double term = 1;
        double sum = 1;
        double tail = 0;
        for (int k = least; k < most; k++) {
            term *= (drawn - k) / (k + 1.0) * ((marked - k) / (double) (all - drawn - marked + k + 1));
            sum += term;
            tail += k + 1 >= both ? term : 0;
            if (sum > 1e200) {
                term /= 1e200;
                tail /= 1e200;
                sum /= 1e200;
            }
        }
        return Math.min(1, tail / sum);
    }
}
