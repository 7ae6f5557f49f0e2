package org.eddp.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.eddp.directions.Directions;
import org.eddp.explain.Explanation.Conditioning;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.Test;

class ConditioningTest {
    private static Conditioning of(Matrix filters, Matrix signals) {
        return Conditioning.of(
                new Directions(filters, new double[filters.columns()], signals, new double[filters.rows()]));
    }

    @Test
    void isTheRatioOfTheSingularValuesOfTheProduct() {
        Matrix filters = Matrix.of(new double[] {1, 0}, new double[] {0, 1}, new double[] {0, 0});
        // singular values of {{1, a}, {a, 1}} are 1 + a and 1 - a
        Conditioning conditioning =
                of(filters, Matrix.of(new double[] {1, 0.6}, new double[] {0.6, 1}, new double[] {7, 7}));
        assertThat(conditioning.condition()).isCloseTo(1.6 / 0.4, within(1e-12));
        assertThat(conditioning.good()).isTrue();
        assertThat(conditioning.spansAll()).isFalse();
        assertThat(conditioning.features()).isEqualTo(3);
    }

    @Test
    void conceptsWithoutSignalVectorTakeNoPart() {
        Matrix filters = Matrix.identity(3);
        Matrix signals = Matrix.of(new double[] {1, 0, 0}, new double[] {0, 0, 0}, new double[] {0, 0, 4});
        Conditioning conditioning = of(filters, signals);
        assertThat(conditioning.concepts()).isEqualTo(2);
        assertThat(conditioning.condition()).isCloseTo(4, within(1e-12));
    }

    @Test
    void aSingularProductHasNoConditionNumber() {
        Matrix filters = Matrix.of(new double[] {1, 1}, new double[] {0, 0});
        Conditioning conditioning = of(filters, filters);
        assertThat(conditioning.condition()).isNull();
        assertThat(conditioning.bad()).isTrue();
    }
}
