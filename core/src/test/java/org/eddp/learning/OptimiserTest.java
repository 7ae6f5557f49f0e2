package org.eddp.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.eddp.directions.Term;
import org.eddp.math.Adam;
import org.junit.jupiter.api.Test;

/** Adam and the augmented Lagrangian on problems whose solution is known. */
class OptimiserTest {
    @Test
    void adamTakesThePublishedFirstSteps() {
        double[] x = {1};
        Adam adam = new Adam(1);
        adam.update(x, new double[] {4}, 0.1, 1);
        assertThat(x[0]).isCloseTo(0.9, within(1e-8));
        adam.update(x, new double[] {-2}, 0.1, 2);
        double m = (0.9 * 0.1 * 4 - 0.1 * 2) / (1 - 0.81);
        double v = (0.999 * 0.001 * 16 + 0.001 * 4) / (1 - 0.999 * 0.999);
        assertThat(x[0]).isCloseTo(0.9 - 0.1 * m / (Math.sqrt(v) + 1e-8), within(1e-8));
    }

    @Test
    void annealingGoesFromOneToZeroAlongHalfACosine() {
        assertThat(Rounds.annealing(0, 100)).isEqualTo(1);
        assertThat(Rounds.annealing(50, 100)).isCloseTo(0.5, within(1e-15));
        assertThat(Rounds.annealing(100, 100)).isCloseTo(0, within(1e-15));
    }

    @Test
    void theRateScalesWithTheBatch() {
        LearnOptions.Schedule schedule = new LearnOptions.Schedule(1, 0.2, 0, 4096, 10, 1);
        assertThat(schedule.scaledRate(1024)).isCloseTo(0.05, within(1e-15));
        assertThat(new LearnOptions.Schedule(1, 0.2, 0, 0, 10, 1).scaledRate(7)).isEqualTo(0.2);
    }

    /** min (x-3)^2 subject to |x| = L^mm <= 1 has its solution at x = 1 with multiplier 4. */
    @Test
    void multipliersConvergeToTheKarushKuhnTuckerPoint() {
        LearnOptions.Objective objective =
                new LearnOptions.Objective(Map.of(Term.SPARSITY, 1.0), Map.of(Term.MAXIMUM_MARGIN, 1.0), null);
        AugmentedLagrangian lagrangian = new AugmentedLagrangian(objective, 5);
        double x = 0;
        for (int step = 0; step < 4000; step++) {
            double pull = lagrangian.coefficient(Term.MAXIMUM_MARGIN, Math.abs(x));
            double gradient = 2 * (x - 3) + pull * Math.signum(x);
            x -= 0.01 * gradient;
            if (step % 20 == 19) {
                lagrangian.updateMultipliers(Map.of(Term.MAXIMUM_MARGIN, Math.abs(x)));
            }
        }
        assertThat(x).isCloseTo(1, within(1e-4));
        assertThat(lagrangian.multipliers().get(Term.MAXIMUM_MARGIN)).isCloseTo(4, within(1e-3));
    }

    @Test
    void aConstraintThatIsMetDoesNotPull() {
        LearnOptions.Objective objective =
                new LearnOptions.Objective(Map.of(Term.SPARSITY, 2.0), Map.of(Term.MAXIMUM_ACTIVATION, 0.5), null);
        AugmentedLagrangian lagrangian = new AugmentedLagrangian(objective, 5);
        assertThat(lagrangian.coefficient(Term.MAXIMUM_ACTIVATION, 0.4)).isZero();
        assertThat(lagrangian.coefficient(Term.MAXIMUM_ACTIVATION, 0.7)).isCloseTo(1, within(1e-12));
        assertThat(lagrangian.coefficient(Term.SPARSITY, 9)).isEqualTo(2);
        assertThat(lagrangian.uses(Term.FOCAL_SPARSITY)).isFalse();
        lagrangian.updateMultipliers(Map.of(Term.MAXIMUM_ACTIVATION, 0.1));
        assertThat(lagrangian.multipliers().get(Term.MAXIMUM_ACTIVATION)).isZero();
    }

    @Test
    void orthogonalityThatCannotBeReachedDoesNotOutweighSparsity() {
        LearnOptions.Objective objective = new LearnOptions.Objective(
                        Map.of(Term.FOCAL_SPARSITY, 2.0), Map.of(Term.FILTER_SIGNAL_ORTHOGONALITY, 0.01), null)
                .withPenalty(Term.FILTER_SIGNAL_ORTHOGONALITY, 200);
        AugmentedLagrangian lagrangian = new AugmentedLagrangian(objective, 5);
        Map<Term, Double> stuck = Map.of(Term.FOCAL_SPARSITY, 1.5, Term.FILTER_SIGNAL_ORTHOGONALITY, 0.09);
        for (int i = 0; i < 100; i++) {
            lagrangian.updateMultipliers(stuck);
        }
        assertThat(lagrangian.multipliers().get(Term.FILTER_SIGNAL_ORTHOGONALITY))
                .isCloseTo(2 * 1.5 / 0.09, within(1e-9));
        lagrangian.setProgress(0.75, 0);
        for (int i = 0; i < 100; i++) {
            lagrangian.updateMultipliers(stuck);
        }
        assertThat(lagrangian.multipliers().get(Term.FILTER_SIGNAL_ORTHOGONALITY))
                .as("the limit rises in the second half of the schedule")
                .isCloseTo(1.5 * 2 * 1.5 / 0.09, within(1e-9));
        lagrangian.setProgress(2, 2);
        for (int i = 0; i < 100; i++) {
            lagrangian.updateMultipliers(stuck);
        }
        assertThat(lagrangian.multipliers().get(Term.FILTER_SIGNAL_ORTHOGONALITY))
                .as("and with every further round")
                .isCloseTo(4 * 2 * 1.5 / 0.09, within(1e-9));
    }
}
