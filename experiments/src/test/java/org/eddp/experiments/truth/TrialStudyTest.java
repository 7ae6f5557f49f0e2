package org.eddp.experiments.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.directions.Directions;
import org.eddp.directions.LossOptions;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;

/** Made features: the first cause adds 4 to the first feature on two of four cells, the second one hides in noise. */
class TrialStudyTest {
    private static final int WIDTH = 40;
    private static final Grid GRID = new Grid(2, 2);
    private static final double ADDED = 4;
    private static final List<Cause> CAUSES = List.of(new Cause("card", 0), new Cause("tint", 1));

    private static LinearReadout readout(double first) {
        Matrix vectors = new Matrix(WIDTH, 2);
        vectors.set(0, 0, first);
        vectors.set(1, 1, 1);
        return new LinearReadout(vectors, new double[] {0, 2.5});
    }

    /**
     * Pictures.
     *
     * @param causes of every picture, -1 for none
     */
    private static CauseSet set(long seed, int... causes) {
        SplittableRandom random = Seeds.random(seed, 1);
        float[] rows = new float[causes.length * 4 * WIDTH];
        for (int k = 0; k < rows.length; k++) {
            rows[k] = (float) random.nextDouble();
        }
        List<BitSet> shown = List.of(new BitSet(), new BitSet());
        List<String> names = new ArrayList<>();
        int[] labels = new int[causes.length];
        for (int n = 0; n < causes.length; n++) {
            names.add("picture " + n);
            labels[n] = n % 4 == 0 ? 0 : 1;
            for (int p = 0; p < 2 && causes[n] >= 0; p++) {
                shown.get(causes[n]).set(n * 4 + p);
                rows[(n * 4 + p) * WIDTH] += causes[n] == 0 ? (float) ADDED : 0;
            }
        }
        return new CauseSet(
                new DenseFeatures(Tensor.of(rows, causes.length * 4L, WIDTH), GRID, null, Activation.RELU),
                names,
                labels,
                shown);
    }

    private static int[] repeated(int count, int... pattern) {
        int[] all = new int[count];
        for (int n = 0; n < count; n++) {
            all[n] = pattern[n % pattern.length];
        }
        return all;
    }

    /** @param causes of the pictures that directions are learned from */
    private static TrialData data(int... causes) {
        return new TrialData(
                List.of("cat", "dog"),
                CAUSES,
                set(1, causes),
                set(2, repeated(40, 0, -1, -1, 1)),
                set(3, repeated(8, -1)),
                List.of(set(3, repeated(8, 0)), set(3, repeated(8, 1))),
                List.of(new int[] {1, 3, 5}, new int[] {0, 4}));
    }

    /** A detector of the first feature with the right signal vector, and one that never fires on a patch of the second cause. */
    private static Directions directions() {
        Matrix filters = new Matrix(WIDTH, 2);
        filters.set(0, 0, 1);
        filters.set(1, 1, 1);
        return new Directions(filters, new double[] {2, 0.97}, filters.copy(), new double[WIDTH]);
    }

    @Test
    void truthAndAnswersAreThoseThatCanBeWorkedOut() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            TrialData data = data(repeated(40, 0, 1));
            TrialConcepts concepts = TrialConcepts.of(directions(), data, 1, workers, Monitor.NONE);
            assertThat(concepts.learned().groups().get(0)).containsExactly(0);
            assertThat(concepts.learned().overlaps().get(0)).isEqualTo(new ConceptSet.Overlap(1, 0.125));
            assertThat(concepts.learned().found(1)).isFalse();
            TrialStudy study = new TrialStudy(
                    data,
                    concepts,
                    Head.of(readout(3), GRID),
                    Head.of(readout(0), GRID),
                    LossOptions.of(0.01, 0.5),
                    1,
                    workers);
            List<TruthTrial.Planted> causes = study.causes(Monitor.NONE);
            int absence = study.methods().indexOf("typical absence, single moves");
            TruthTrial.Planted card = causes.get(0);
            assertThat(card.pairs()).hasSize(3);
            for (TruthTrial.Pair pair : card.pairs()) {
                assertThat(pair.label()).isEqualTo(1);
                assertThat(pair.cells()).isEqualTo(2);
                assertThat(pair.featureChange()).isCloseTo(ADDED / 2, within(1e-5));
                assertThat(pair.relying().change()).containsExactly(new double[] {6, 0}, within(1e-4));
                assertThat(pair.ignoring().change()).containsExactly(new double[] {0, 0}, within(1e-4));
                TruthTrial.Said said = pair.relying().said().get(absence);
                assertThat(said.contribution()).isCloseTo(6, within(1.6)); // the cause adds to what was there
                assertThat(said.first()).isTrue();
                assertThat(pair.ignoring().said().get(absence).contribution()).isZero();
            }
            assertThat(card.signals().get(0).cosine()).isCloseTo(1, within(1e-6));
            assertThat(card.effects().get(0).rank()).isEqualTo(1);
            assertThat(card.effects().get(0).relying()).isPositive();
            assertThat(card.effects().get(0).ignoring()).isZero();
            assertThat(card.tests()).hasSize(1);
            assertThat(card.tests().get(0).relying().effect())
                    .isCloseTo(card.effects().get(2).relying(), within(1e-9)); // along the difference of means
            assertThat(card.tests().get(0).ignoring().moved()).isFalse();
            assertThat(card.relyingChanged()).isEqualTo(0.25); // every picture with the cause is taken for its class
            assertThat(card.corrections().get(0).changed()).isEqualTo(0.75);

            TruthTrial.Planted hidden = causes.get(1);
            assertThat(hidden.pairs().get(0).relying().change()).containsExactly(new double[] {0, 0}, within(1e-4));
            assertThat(hidden.pairs().get(0).relying().said().get(absence).found())
                    .isFalse();
            assertThat(hidden.tests()).isEmpty();
            assertThat(hidden.signals().get(0).cosine()).isNull();
            assertThat(hidden.corrections().get(0).found()).isFalse();
            assertThat(hidden.corrections().get(0).changed()).isEqualTo(hidden.relyingChanged());
        }
    }

    /** The cause is rare in the pictures, so that noise directions, which are like the patches, seldom contain it. */
    @Test
    void theEffectTestFindsTheCauseOnlyInTheHeadThatReliesOnIt() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            int[] rare = repeated(400, -1);
            Arrays.fill(rare, 0, 10, 0);
            rare[10] = 1;
            TrialData data = data(rare);
            TrialStudy study = new TrialStudy(
                    data,
                    TrialConcepts.of(directions(), data, 1, workers, Monitor.NONE),
                    Head.of(readout(0.5), GRID),
                    Head.of(readout(0), GRID),
                    LossOptions.of(0.01, 0.5),
                    1,
                    workers);
            TruthTrial.Tested tested = study.causes(Monitor.NONE).get(0).tests().get(0);
            assertThat(tested.concept()).isZero();
            assertThat(tested.relying().raised()).isTrue();
            assertThat(tested.relying().q()).isLessThan(0.05);
            assertThat(tested.ignoring().effect()).isCloseTo(0, within(0.1));
            assertThat(tested.ignoring().moved()).isFalse();
            TruthTrial.Run run = study.run("layer");
            assertThat(run.relyingNoise().directions()).isEqualTo(500);
            assertThat(run.relyingNoise().below()).isCloseTo(0.05, within(0.03));
            assertThat(run.ignoringNoise().below()).isCloseTo(0.05, within(0.03));
        }
    }
}
