package org.eddp.explain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.tensor.Matrix;

/**
 * Concepts whose totals only cancel each other. Two concepts are coupled if the signal vector of one moves the detector
 * of the other at least half as far as its own: |w_i.s_j| or |w_j.s_i| at least 1/2, as w_i.s_i = 1. The detectors of
 * such a pair cannot separate their contributions. Coupled concepts, or groups of them, are merged if their totals have
 * opposite signs and sum to at most half the larger one. The pair that cancels most is merged first, until no pair is
 * left.
 */
final class CancellingConcepts {
    private static final double COUPLED = 0.5;
    private static final double LEFT_OVER = 0.5;

    private final List<int[]> coupled = new ArrayList<>();
    private final int concepts;

    /**
     * Finds which concepts are coupled.
     *
     * @param product W^T S
     */
    CancellingConcepts(Matrix product) {
        concepts = product.rows();
        for (int i = 0; i < concepts; i++) {
            for (int j = i + 1; j < concepts; j++) {
                if (Math.max(Math.abs(product.get(i, j)), Math.abs(product.get(j, i))) >= COUPLED) {
                    coupled.add(new int[] {i, j});
                }
            }
        }
    }

    /** The groups of at least two concepts, each by rising number. */
    List<List<Integer>> groups(double[] totals) {
        int[] group = IntStream.range(0, concepts).toArray();
        double[] sums = totals.clone();
        for (int[] pair = best(group, sums); pair != null; pair = best(group, sums)) {
            int into = group[pair[0]];
            int from = group[pair[1]];
            sums[into] += sums[from];
            for (int i = 0; i < concepts; i++) {
                group[i] = group[i] == from ? into : group[i];
            }
        }
        return Arrays.stream(group)
                .distinct()
                .mapToObj(g -> IntStream.range(0, concepts)
                        .filter(i -> group[i] == g)
                        .boxed()
                        .toList())
                .filter(members -> members.size() > 1)
                .toList();
    }

    /** The coupled concepts whose groups cancel most; null if none do. */
    private int[] best(int[] group, double[] sums) {
        int[] best = null;
        double most = 0;
        for (int[] pair : coupled) {
            double a = sums[group[pair[0]]];
            double b = sums[group[pair[1]]];
            double cancelled = Math.min(Math.abs(a), Math.abs(b));
            if (group[pair[0]] != group[pair[1]]
                    && a * b < 0
                    && Math.abs(a + b) <= LEFT_OVER * Math.max(Math.abs(a), Math.abs(b))
                    && cancelled > most) {
                best = pair;
                most = cancelled;
            }
        }
        return best;
    }
}
