package org.eddp.directions.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import org.eddp.directions.Detectors;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation.Kind;
import org.eddp.directions.RandomProblems;
import org.eddp.directions.Term;
import org.eddp.directions.step.Step.Evaluation;
import org.eddp.directions.step.Step.SignalSource;
import org.eddp.directions.step.Step.Weighting;
import org.eddp.features.DenseFeatures;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;

class PresentOnlyAlignmentTest {
    private static final int IMAGES = 6;
    private static final int WIDTH = 5;
    private static final int CONCEPTS = 3;

    private static Evaluation evaluate(Detectors detectors, double[] strengths) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2);
                TiledStep step = new TiledStep(
                        LossOptions.of(0.1, 0.5), RandomProblems.head(WIDTH, 4, 3), Activation.RELU, workers, 40)) {
            DenseFeatures features = RandomProblems.features(IMAGES, WIDTH, DType.FLOAT64, 1);
            return step.evaluate(
                    features,
                    detectors,
                    Weighting.only(Term.UNCERTAINTY),
                    Kind.PRESENT_ONLY,
                    strengths,
                    SignalSource.BATCH);
        }
    }

    private static double value(Matrix filters, double[] thresholds, double[] strengths) {
        return evaluate(new Detectors(filters, thresholds), strengths).values().get(Term.UNCERTAINTY);
    }

    @Test
    void gradientEqualsFiniteDifferences() {
        Matrix filters = gaussian(WIDTH, CONCEPTS, 7);
        double[] thresholds = {0.1, -0.2, 0.3};
        double[] strengths = {0.2, 0.5, 1, 0.3, 0.7, 0.4};
        Evaluation evaluation = evaluate(new Detectors(filters, thresholds), strengths);
        double h = 1e-6;
        for (int k = 0; k < filters.values().length; k++) {
            Matrix up = filters.copy();
            up.values()[k] += h;
            Matrix down = filters.copy();
            down.values()[k] -= h;
            double slope = (value(up, thresholds, strengths) - value(down, thresholds, strengths)) / (2 * h);
            assertThat(evaluation.filters().values()[k]).isEqualTo(slope, within(1e-6));
        }
        for (int i = 0; i < CONCEPTS; i++) {
            double[] up = thresholds.clone();
            up[i] += h;
            double[] down = thresholds.clone();
            down[i] -= h;
            double slope = (value(filters, up, strengths) - value(filters, down, strengths)) / (2 * h);
            assertThat(evaluation.thresholds()[i]).isEqualTo(slope, within(1e-6));
        }
    }

    /** Where no detector fires nothing moves, and the entropy is that of the features themselves. */
    @Test
    void absentConceptsStay() {
        Matrix filters = gaussian(WIDTH, CONCEPTS, 7);
        double[] never = {100, 100, 100};
        double moved = value(filters, never, new double[] {1, 1, 1, 1, 1, 1});
        double[] gradientless = new double[IMAGES];
        assertThat(moved).isEqualTo(value(filters, new double[3], gradientless), within(1e-12));
    }

    /** With all concepts present the manipulation is the unconstrained one. */
    @Test
    void presentConceptsMoveAsInTheUnconstrainedManipulation() {
        Matrix filters = gaussian(WIDTH, CONCEPTS, 7);
        double[] always = {-100, -100, -100};
        double[] strengths = {0.001, 0.002, 0.003, 0.001, 0.002, 0.003};
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1);
                TiledStep step = new TiledStep(
                        LossOptions.of(0.1, 0.5), RandomProblems.head(WIDTH, 4, 3), Activation.RELU, workers, 40)) {
            Tensor rows =
                    RandomProblems.features(IMAGES, WIDTH, DType.FLOAT64, 1).rows();
            double unconstrained = step.evaluate(
                            new DenseFeatures(rows, RandomProblems.GRID),
                            new Detectors(filters, always),
                            Weighting.only(Term.UNCERTAINTY),
                            Kind.UNCONSTRAINED,
                            strengths,
                            SignalSource.BATCH)
                    .values()
                    .get(Term.UNCERTAINTY);
            assertThat(value(filters, always, strengths)).isEqualTo(unconstrained, within(1e-10));
        }
    }
}
