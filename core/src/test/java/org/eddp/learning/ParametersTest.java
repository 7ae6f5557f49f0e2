package org.eddp.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import org.eddp.directions.Detectors;
import org.eddp.directions.RandomProblems;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParametersTest {
    private static final int WIDTH = 6;

    private static Standardisation space(boolean transformed) {
        return new Standardisation(
                RandomProblems.positive(1, WIDTH, 1).values(), transformed ? gaussian(WIDTH, 5, 2) : null);
    }

    @ParameterizedTest
    @CsvSource({"true,true,true", "true,false,true", "false,false,false", "false,true,false", "true,false,false"})
    void theGradientAgreesWithDifferences(boolean shared, boolean orthonormal, boolean transformed) {
        Standardisation space = space(transformed);
        int concepts = 3;
        double[] values =
                gaussian(1, Parameters.size(space, concepts, shared), 3).values();
        Matrix dFilters = gaussian(WIDTH, concepts, 4);
        double[] dThresholds = gaussian(1, concepts, 5).values();
        double marginPull = 0.7;
        Parameters parameters = new Parameters(space, concepts, shared, orthonormal, values);
        double[] gradient = parameters.backward(dFilters, dThresholds, marginPull);
        double step = 1e-6;
        for (int i = 0; i < values.length; i++) {
            double original = values[i];
            values[i] = original + step;
            double above = objective(parameters, dFilters, dThresholds, marginPull);
            values[i] = original - step;
            double below = objective(parameters, dFilters, dThresholds, marginPull);
            values[i] = original;
            assertThat(gradient[i]).as("parameter %d", i).isCloseTo((above - below) / (2 * step), within(1e-6));
        }
    }

    /** A linear function of detectors and margin: its gradient is what backward chains. */
    private static double objective(Parameters parameters, Matrix dFilters, double[] dThresholds, double marginPull) {
        Detectors d = parameters.detectors();
        double sum = marginPull * parameters.maximumMargin();
        for (int k = 0; k < d.filters().values().length; k++) {
            sum += d.filters().values()[k] * dFilters.values()[k];
        }
        for (int i = 0; i < d.concepts(); i++) {
            sum += d.thresholds()[i] * dThresholds[i];
        }
        return sum;
    }

    @Test
    void detectorsSurviveTheWayThroughParameters() {
        Detectors d = new Detectors(gaussian(WIDTH, 4, 6), new double[] {0.3, -2, 1, 0});
        Detectors back = Parameters.of(d, space(false)).detectors();
        assertThat(back.filters().minus(d.filters()).frobenius()).isLessThan(1e-12);
        for (int i = 0; i < 4; i++) {
            assertThat(back.thresholds()[i]).isCloseTo(d.thresholds()[i], within(1e-12));
        }
    }

    @Test
    void theMarginIsOneOverTheLengthOfTheFilter() {
        Detectors d = new Detectors(gaussian(WIDTH, 2, 7), new double[2]);
        double[] norms = d.filters().columnNorms();
        assertThat(Parameters.of(d, space(false)).maximumMargin()).isCloseTo((norms[0] + norms[1]) / 2, within(1e-12));
    }

    @Test
    void retractingDoesNotChangeTheDetectors() {
        Standardisation space = space(true);
        for (boolean orthonormal : new boolean[] {true, false}) {
            double[] values = gaussian(1, Parameters.size(space, 3, true), 8).values();
            Parameters p = new Parameters(space, 3, true, orthonormal, values);
            Matrix before = p.detectors().filters();
            p.retract();
            assertThat(p.detectors().filters().minus(before).frobenius()).isLessThan(1e-12);
        }
    }

    @Test
    void moreOrthonormalConceptsThanDirectionsAreRefusedWithTheRemedy() {
        Standardisation space = space(true);
        double[] values = new double[Parameters.size(space, 6, true)];
        assertThatThrownBy(() -> new Parameters(space, 6, true, true, values))
                .hasMessageContaining("concepts = 6")
                .hasMessageContaining("5")
                .hasMessageContaining("need not be orthonormal");
    }
}
