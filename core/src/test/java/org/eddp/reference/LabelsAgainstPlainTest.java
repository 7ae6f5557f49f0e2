package org.eddp.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.reference.StepsAgree.assertAgree;
import static org.eddp.reference.StepsAgree.assertFinite;

import org.eddp.directions.Manipulation.Kind;
import org.eddp.directions.Term;
import org.eddp.directions.step.Step.Evaluation;
import org.eddp.directions.step.Step.Weighting;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** L^ur of independent labels: the tiled step against automatic differentiation of the plain one, and against finite differences. */
class LabelsAgainstPlainTest {
    private static RandomProblem problem(int labels, Kind kind, double scale, long seed) {
        RandomProblem problem = new RandomProblem(12, new Grid(2, 2), 9, 5, seed);
        problem.kind = kind;
        problem.tileImages = 5;
        problem.weighting = Weighting.only(Term.UNCERTAINTY);
        problem.head = Head.of(readout(problem, labels, scale), problem.grid);
        return problem;
    }

    private static LinearReadout readout(RandomProblem problem, int labels, double scale) {
        return new LinearReadout(
                problem.gaussian(problem.width, labels).times(scale),
                problem.gaussian(1, labels).values(),
                OutputKind.LABELS);
    }

    /** The same head without its closed form, which goes through automatic differentiation. */
    private static Head formless(Head head) {
        return new Head() {
            @Override
            public Tensor logits(Tensor rows) {
                return head.logits(rows);
            }

            @Override
            public OutputKind outputs() {
                return head.outputs();
            }
        };
    }

    @ParameterizedTest
    @CsvSource({
        "1, UNCONSTRAINED",
        "1, CONSTRAINED",
        "4, UNCONSTRAINED",
        "4, CONSTRAINED",
        "14, CONSTRAINED",
        "4, PRESENT_ONLY"
    })
    void closedFormAndAutomaticDifferentiationAgree(int labels, Kind kind) {
        for (long seed = 1; seed < 4; seed++) {
            RandomProblem problem = problem(labels, kind, 1, seed);
            Evaluation plain = problem.plain();
            assertAgree(problem.tiled(), plain);
            assertAgree(problem.chosen(), plain);
            problem.head = formless(problem.head);
            assertAgree(problem.tiled(), plain);
        }
    }

    @Test
    void theGradientIsThatOfFiniteDifferences() {
        RandomProblem problem = problem(3, Kind.UNCONSTRAINED, 1, 7);
        Matrix gradient = problem.tiled().filters();
        double h = 1e-6;
        for (int k = 0; k < problem.filters.values().length; k++) {
            double own = problem.filters.values()[k];
            problem.filters.values()[k] = own + h;
            double up = problem.tiled().values().get(Term.UNCERTAINTY);
            problem.filters.values()[k] = own - h;
            double down = problem.tiled().values().get(Term.UNCERTAINTY);
            problem.filters.values()[k] = own;
            assertThat(gradient.values()[k]).isCloseTo((up - down) / (2 * h), within(1e-7));
        }
    }

    @Test
    void oneLabelIsTwoClasses() {
        RandomProblem label = problem(1, Kind.UNCONSTRAINED, 1, 3);
        LinearReadout one = label.head.linear().orElseThrow();
        Matrix two = new Matrix(label.width, 2);
        for (int d = 0; d < label.width; d++) {
            two.set(d, 0, one.classVectors().get(d, 0));
        }
        RandomProblem classes = problem(1, Kind.UNCONSTRAINED, 1, 3);
        classes.head = Head.of(new LinearReadout(two, new double[] {one.biases()[0], 0}), classes.grid);
        assertAgree(label.tiled(), classes.tiled());
    }

    @Test
    void undecidedIsOneBitHoweverManyLabels() {
        for (int labels : new int[] {1, 2, 30}) {
            RandomProblem problem = problem(labels, Kind.UNCONSTRAINED, 0, 1);
            problem.head = Head.of(
                    new LinearReadout(new Matrix(problem.width, labels), new double[labels], OutputKind.LABELS),
                    problem.grid);
            assertThat(problem.tiled().values().get(Term.UNCERTAINTY)).isCloseTo(-1, within(1e-15));
        }
    }

    @Test
    void certainLabelsGiveZeroAndNoGradient() {
        RandomProblem problem = problem(6, Kind.UNCONSTRAINED, 1e6, 2);
        Evaluation evaluation = problem.tiled();
        assertFinite(evaluation);
        assertThat(evaluation.values().get(Term.UNCERTAINTY)).isCloseTo(0, within(1e-12));
    }
}
