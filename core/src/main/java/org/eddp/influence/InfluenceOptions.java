package org.eddp.influence;

/**
 * How influence is measured.
 *
 * @param perturbation how far features are moved
 * @param noise what the scores are compared with
 * @param significance level of the whole table; each of its I x K tests has this divided by I K (Bonferroni). The paper's
 *     is 0.05
 */
public record InfluenceOptions(Perturbation perturbation, NoiseOptions noise, double significance) {
    public InfluenceOptions {
        if (!(significance > 0 && significance < 1)) {
            throw new IllegalArgumentException("significance = " + significance + " must be within 0 .. 1");
        }
    }

    /** The paper's numbers. */
    public static InfluenceOptions of(long seed) {
        return new InfluenceOptions(Perturbation.DEFAULT, NoiseOptions.of(seed), 0.05);
    }
}
