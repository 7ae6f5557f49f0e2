package org.eddp.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneralPresetTest {
    @ParameterizedTest
    @CsvSource({"2048, 0.01", "512, 0.0025", "4, 0.0015"})
    void theLastStepIsSlowerWherePatchesAreFew(int images, double rate) {
        assertThat(rateOfTheLastStep(GeneralPreset.of(4), images)).isCloseTo(rate, within(1e-12));
        assertThat(rateOfTheLastStep(GeneralPreset.of(4).withExact(true), images))
                .isEqualTo(0.01);
    }

    private static double rateOfTheLastStep(GeneralPreset preset, int images) {
        try (Scope scope = Scope.open()) {
            double[] values = new double[images * 64];
            DenseFeatures features =
                    new DenseFeatures(Tensor.of(values, DType.FLOAT64, values.length, 1), new Grid(8, 8));
            return preset.of(features).joint().schedule().learningRate();
        }
    }
}
