package org.eddp.study.view;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.eddp.health.Health;
import org.eddp.influence.Influence;

/**
 * How convincing a concept is: {@code reliability x specificity x effect}, each from 0 to 1. Pages show the most convincing concepts
 * first. A factor that was not measured is 1 for all concepts of the run, so that the others decide.
 *
 * @param reliability cosine between the differences of means, along which effects are measured, that two halves of the images
 *     give; 0 if it is negative or was not measurable for this concept
 * @param specificity an even share of the patches (1 / number of concepts) divided by the concept's own share, at most 1
 * @param effect largest |mean change of log p| of a class times (1 - q), where q is the smallest false discovery rate at which that
 *     effect is significant; relative to the largest value of all concepts
 * @param catchAll whether it fires on more than {@value #EVEN_SHARES} even shares of the patches and moves no class more than noise
 *     directions do
 */
public record ConceptStanding(int concept, double reliability, double specificity, double effect, boolean catchAll) {
    private static final double EVEN_SHARES = 2;

    /** The product of the factors. */
    public double value() {
        return reliability * specificity * effect;
    }

    /**
     * Of all concepts of a run.
     *
     * @param shares of the patches on which each detector fires
     * @param health of every detector; empty if it was not measured
     * @param influence null if it was not measured
     * @param asked the classes whose effects count
     */
    public static List<ConceptStanding> of(
            double[] shares, List<Health.Detector> health, Influence influence, IntPredicate asked) {
        double[] effects = new double[shares.length];
        double largest = 0;
        for (int i = 0; i < shares.length; i++) {
            effects[i] = influence == null ? 1 : effect(influence, i, asked);
            largest = Math.max(largest, effects[i]);
        }
        List<ConceptStanding> all = new ArrayList<>();
        for (int i = 0; i < shares.length; i++) {
            double evenShares = shares[i] * shares.length;
            int concept = i;
            boolean moves = influence != null
                    && influence.test() != null
                    && IntStream.range(0, influence.classes())
                            .anyMatch(k -> asked.test(k) && influence.test().isMoved(concept, k));
            all.add(new ConceptStanding(
                    i,
                    health.isEmpty() ? 1 : reliability(health.get(i)),
                    evenShares > 1 ? 1 / evenShares : 1,
                    largest > 0 ? effects[i] / largest : 1,
                    evenShares > EVEN_SHARES && !moves));
        }
        return all;
    }

    private static double reliability(Health.Detector detector) {
        Double measured = detector.differences();
        return measured == null || !(measured > 0) ? 0 : Math.min(1, measured);
    }

    private static double effect(Influence influence, int concept, IntPredicate asked) {
        double largest = 0;
        for (int k = 0; k < influence.classes(); k++) {
            if (asked.test(k)) {
                double q = influence.isEffectTested(concept)
                        ? influence.test().qValues().get(concept, k)
                        : 0;
                double size = Math.abs(influence.effects().get(concept, k)) * (1 - q);
                largest = size > largest ? size : largest;
            }
        }
        return largest;
    }
}
