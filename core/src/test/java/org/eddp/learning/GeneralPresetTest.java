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
    @CsvSource({"2048, 0.01", "512, 0.005", "4, 0.002"})
    void theLastStepIsSlowerWherePatchesAreFew(int images, double rate) {
        assertThat(rateOfTheLastStep(new GeneralPreset(4), images)).isCloseTo(rate, within(1e-12));
        assertThat(rateOfTheLastStep(new GeneralPreset(4).withExactInverse(), images))
                .isEqualTo(0.01);
    }

    @ParameterizedTest
    @CsvSource({"4096, 38", "512, 200", "4, 200"})
    void theLastStepHasNotTooManyPassesOverFewImages(int images, int passes) {
        assertThat(lastStep(new GeneralPreset(4), images).epochs()).isEqualTo(passes);
        assertThat(lastStep(new GeneralPreset(4).withExactInverse(), 4).epochs())
                .isEqualTo(600);
    }

    private static double rateOfTheLastStep(GeneralPreset preset, int images) {
        return lastStep(preset, images).learningRate();
    }

    private static LearnOptions.Schedule lastStep(GeneralPreset preset, int images) {
        try (Scope scope = Scope.open()) {
            double[] values = new double[images * 64];
            DenseFeatures features =
                    new DenseFeatures(Tensor.of(values, DType.FLOAT64, values.length, 1), new Grid(8, 8));
            return preset.of(features).joint().schedule();
        }
    }
}
