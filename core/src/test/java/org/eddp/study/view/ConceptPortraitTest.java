package org.eddp.study.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.eddp.labels.ConceptNames;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.Test;

class ConceptPortraitTest {
    private static final int WIDTH = 64;
    private static final int CONCEPTS = 200;

    private static Matrix random() {
        SplittableRandom random = new SplittableRandom(3);
        Matrix columns = new Matrix(WIDTH, CONCEPTS);
        for (int k = 0; k < columns.values().length; k++) {
            columns.values()[k] = random.nextGaussian();
        }
        return columns;
    }

    @Test
    void unrelatedDirectionsAreNotAlike() {
        Matrix columns = random();
        for (int d = 0; d < WIDTH; d++) { // 1 is written as 0 is, with noise; 2 is the opposite of 3
            columns.set(d, 1, columns.get(d, 0) + 0.5 * columns.get(d, 1));
            columns.set(d, 2, -columns.get(d, 3));
        }
        ConceptNames names = new ConceptNames(CONCEPTS, null);
        long strangers = 0;
        for (int i = 2; i < CONCEPTS; i++) {
            strangers += ConceptPortrait.neighbours(columns, i, names).size();
        }
        assertThat(strangers).as("of 198 concepts about two by chance").isLessThanOrEqualTo(6);
        assertThat(ConceptPortrait.neighbours(columns, 0, names))
                .extracting(ConceptPortrait.Neighbour::number)
                .contains(1);
    }

    @Test
    void theBarRisesWithTheConceptsAndFallsWithTheWidth() {
        assertThat(ConceptPortrait.alike(256, 64)).isBetween(0.2, 0.3);
        assertThat(ConceptPortrait.alike(256, 1000)).isGreaterThan(ConceptPortrait.alike(256, 64));
        assertThat(ConceptPortrait.alike(512, 64)).isLessThan(ConceptPortrait.alike(256, 64));
        assertThat(ConceptPortrait.alike(1, 2)).isBetween(0.0, 1.0);
    }
}
