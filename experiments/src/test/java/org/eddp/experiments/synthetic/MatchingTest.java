package org.eddp.experiments.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MatchingTest {
    @Test
    void iouCountsPatches() {
        boolean[][] active = {{true, false}, {true, false}, {false, false}, {true, false}};
        boolean[][] present = {{true, false}, {false, true}, {true, false}, {true, false}};
        double[][] iou = DetectorMatching.iou(active, present);
        assertThat(iou[0]).containsExactly(0.5, 1.0 / 3);
        assertThat(iou[1]).containsExactly(0, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 6})
    void theAssignmentIsTheBestOfAllPermutations(int size) {
        SplittableRandom random = new SplittableRandom(size);
        for (int round = 0; round < 20; round++) {
            double[][] score = new double[size][size];
            for (double[] row : score) {
                for (int c = 0; c < size; c++) {
                    row[c] = random.nextInt(8) / 8.0;
                }
            }
            int[] assigned = DetectorMatching.assign(score);
            assertThat(assigned).doesNotHaveDuplicates();
            double total = 0;
            for (int c = 0; c < size; c++) {
                total += score[assigned[c]][c];
            }
            assertThat(total).isCloseTo(best(score, 0, new boolean[size]), within(1e-12));
        }
    }

    private static double best(double[][] score, int concept, boolean[] used) {
        if (concept == score.length) {
            return 0;
        }
        double best = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < score.length; i++) {
            if (!used[i]) {
                used[i] = true;
                best = Math.max(best, score[i][concept] + best(score, concept + 1, used));
                used[i] = false;
            }
        }
        return best;
    }
}
