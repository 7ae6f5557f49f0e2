package org.eddp.directions.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import org.eddp.features.Head;
import org.eddp.features.PatchLayer;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** L^ur above a layer with a class token, whose value differs from image to image. */
class PredictionEntropyTest {
    private static final int IMAGES = 6;
    private static final int WIDTH = 5;
    private static final int CONCEPTS = 3;
    private static final int CLASSES = 4;
    private static final double[] THRESHOLDS = {0.1, -0.2, 0.3};
    private static final double[] STRENGTHS = {0.2, 0.5, 1, 0.3, 0.7, 0.4};

    /** A class token and two patches; the token looks at the patches and is read by a linear layer. */
    private static final class Attending implements Network.Cut {
        @Override
        public Network.Layer layer() {
            return new Network.Layer("tokens", "Relu", new long[] {3, WIDTH}, Activation.RELU);
        }

        @Override
        public Tensor lower(Tensor images) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Tensor upper(Tensor tokens) {
            int n = tokens.size(0);
            Tensor query = tokens.narrow(1, 0, 1).contiguous().view(n, WIDTH);
            Tensor patches = tokens.narrow(1, 1, 2).mean(1).view(n, WIDTH);
            return query.times(patches).tanh().mm(Tensor.of(gaussian(WIDTH, CLASSES, 3), tokens.type()));
        }
    }

    private static double evaluate(Matrix filters, Kind kind, Tensor extra, Matrix gradient) {
        Head head = Head.of(PatchLayer.of(new Attending(), RandomProblems.GRID));
        try (Workers workers = new Workers(2);
                TiledStep step = new TiledStep(LossOptions.of(0.1, 0.5), head, Activation.RELU, workers, 2 * WIDTH)) {
            Tensor rows =
                    RandomProblems.features(IMAGES, WIDTH, DType.FLOAT64, 1).rows();
            Evaluation evaluation = step.evaluate(
                    new DenseFeatures(rows, RandomProblems.GRID, extra),
                    new Detectors(filters, THRESHOLDS),
                    Weighting.only(Term.UNCERTAINTY),
                    kind,
                    STRENGTHS,
                    SignalSource.BATCH);
            gradient.add(evaluation.filters(), 1);
            return evaluation.values().get(Term.UNCERTAINTY);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"UNCONSTRAINED", "PRESENT_ONLY"})
    void everyImageKeepsItsToken(Kind kind) {
        try (Scope scope = Scope.open()) {
            Tensor extra = Tensor.of(RandomProblems.positive(IMAGES, WIDTH, 8), DType.FLOAT64);
            Tensor swapped = Tensor.of(RandomProblems.positive(IMAGES, WIDTH, 9), DType.FLOAT64);
            Matrix filters = gaussian(WIDTH, CONCEPTS, 7);
            Matrix gradient = new Matrix(WIDTH, CONCEPTS);
            double value = evaluate(filters, kind, extra, gradient);
            Matrix ignored = new Matrix(WIDTH, CONCEPTS);
            assertThat(Math.abs(value - evaluate(filters, kind, swapped, ignored)))
                    .isGreaterThan(1e-3);
            double h = 1e-6;
            for (int k = 0; k < filters.values().length; k++) {
                Matrix up = filters.copy();
                up.values()[k] += h;
                Matrix down = filters.copy();
                down.values()[k] -= h;
                double slope = (evaluate(up, kind, extra, ignored) - evaluate(down, kind, extra, ignored)) / (2 * h);
                assertThat(gradient.values()[k]).isEqualTo(slope, within(1e-6));
            }
            assertThatThrownBy(() -> evaluate(filters, kind, null, ignored))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContaining("hold none of them");
        }
    }
}
