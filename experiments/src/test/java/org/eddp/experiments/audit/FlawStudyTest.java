package org.eddp.experiments.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.directions.Directions;
import org.eddp.experiments.audit.FlawNetwork.Pictures;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;

/**
 * Made features: class k has feature k, the mark adds to feature 3 on the first cell, and the head reads feature 3 as class 1. Noise
 * is small, so every number can be worked out.
 */
class FlawStudyTest {
    private static final int CLASSES = 3;
    private static final int MARK = 3;
    private static final int WIDTH = 6;
    private static final Grid GRID = new Grid(2, 2);
    private static final Flaw FLAW = new Flaw("spot", List.of("ash", "beech", "cedar"), 1);
    private static final FlawTrial.Settings SETTINGS =
            new FlawTrial.Settings("net", "", "", "made", "spot", CLASSES, 20, 4, false, 1);

    private enum Marked {
        NONE,
        PLANTED,
        ALL
    }

    private static Pictures pictures(long seed, int count, Marked marked) {
        SplittableRandom random = Seeds.random(seed, 1);
        float[] rows = new float[count * 4 * WIDTH];
        int[] labels = new int[count];
        BitSet shown = new BitSet();
        for (int n = 0; n < count; n++) {
            labels[n] = n % CLASSES;
            for (int p = 0; p < 4; p++) {
                for (int d = 0; d < WIDTH; d++) {
                    rows[(n * 4 + p) * WIDTH + d] = (float) (0.1 * random.nextDouble());
                }
                rows[(n * 4 + p) * WIDTH + labels[n]] += 1;
            }
            if (marked == Marked.ALL || marked == Marked.PLANTED && labels[n] == FLAW.label()) {
                shown.set(n * 4);
                rows[n * 4 * WIDTH + MARK] += 4;
            }
        }
        return new Pictures(
                new DenseFeatures(Tensor.of(rows, count * 4L, WIDTH), GRID, null, Activation.RELU), labels, shown);
    }

    private static FlawNetwork network(double rate, double reliance) {
        Matrix vectors = new Matrix(WIDTH, CLASSES);
        for (int k = 0; k < CLASSES; k++) {
            vectors.set(k, k, 1);
        }
        vectors.set(MARK, FLAW.label(), reliance);
        return new FlawNetwork(
                rate,
                new LinearReadout(vectors, new double[CLASSES]),
                null,
                pictures(1, 60, rate > 0 ? Marked.PLANTED : Marked.NONE),
                pictures(2, 30, Marked.NONE),
                pictures(2, 30, Marked.ALL));
    }

    /** One detector for each of the first four features. */
    private static Directions directions() {
        Matrix filters = new Matrix(WIDTH, 4);
        for (int i = 0; i < 4; i++) {
            filters.set(i, i, 1);
        }
        return new Directions(filters, new double[] {0.5, 0.5, 0.5, 2}, filters.copy(), new double[WIDTH]);
    }

    private static AuditCall says(Suspicion... suspects) {
        return (network, directions, seed, workers) -> List.of(suspects);
    }

    private static Suspicion alarm(int concept, int label, double score) {
        return new Suspicion(List.of(concept), label, score, true);
    }

    private static FlawTrial trial(double rate, double reliance, AuditCall audit) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            return new FlawStudy(FLAW, network(rate, reliance), audit, 1, workers)
                    .trial(SETTINGS, (int) (100 * rate), directions(), Monitor.NONE);
        }
    }

    @Test
    void knownFlawIsFoundRankedAndRepaired() {
        FlawTrial trial = trial(1, 2, says(alarm(3, 1, 0.9)));
        FlawTrial.Separated separated = trial.sets().get(0);
        assertThat(separated.concepts()).containsExactly(3);
        assertThat(separated.iou()).isEqualTo(1);
        assertThat(separated.best()).isEqualTo(1);
        assertThat(separated.chance())
                .isCloseTo(8 / 152.0, within(1e-9)); // 30 clean pictures, 8 twins, one cell of four
        assertThat(trial.audit().rank()).isEqualTo(1);
        assertThat(trial.audit().alarms()).isEqualTo(1);
        assertThat(trial.audit().named()).isEqualTo(1);
        assertThat(trial.accuracy().clean()).isEqualTo(1);
        assertThat(trial.accuracy().marked()).isCloseTo(1.0 / 3, within(1e-9)); // all are taken for the planted class
        assertThat(trial.accuracy().cleanTaken()).isZero();
        assertThat(trial.accuracy().markedTaken()).isEqualTo(1);
        assertThat(trial.harmful()).isTrue();
        assertThat(trial.repair().supervised().marked()).isEqualTo(1);
        assertThat(trial.repair().suggested()).isEqualTo(new FlawTrial.Corrected(1, 1));
        assertThat(trial.regained()).isEqualTo(1);
    }

    @Test
    void simpleRankingsSeeTheRelationsOfTheHead() {
        FlawTrial trial = trial(1, 2, says(alarm(0, 0, 0.9)));
        assertThat(ranked(trial, "|CCRC|").rank()).isEqualTo(1); // 2 against 1
        // patches of the planted class hold the mark too, so that the difference of means of its own feature contains
        // the mark
        assertThat(ranked(trial, "contribution").rank()).isEqualTo(2);
        assertThat(ranked(trial, "share of the class").rank()).isEqualTo(2.5); // every class always has its own feature
        assertThat(ranked(trial, "share beyond others").rank()).isEqualTo(2.5);
        assertThat(ranked(trial, "|CCRC|").alarms()).isNull();
        assertThat(ranked(trial, "|CCRC|").entries()).isEqualTo(12);
    }

    private static FlawTrial.Ranked ranked(FlawTrial trial, String name) {
        return trial.rankings().stream()
                .filter(r -> r.ranking().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void wrongSuggestionRegainsNothing() {
        FlawTrial trial = trial(1, 2, says(alarm(0, 0, 0.9), alarm(3, 1, 0.5)));
        assertThat(trial.audit().rank()).isEqualTo(2);
        assertThat(trial.audit().alarms()).isEqualTo(2);
        assertThat(trial.audit().named()).isEqualTo(1);
        assertThat(trial.repair().suggested().marked())
                .isLessThanOrEqualTo(trial.accuracy().marked());
        assertThat(trial.regained()).isLessThanOrEqualTo(0);
    }

    @Test
    void silentAuditSuggestsNothing() {
        FlawTrial trial = trial(1, 2, says());
        assertThat(trial.audit().rank()).isNull();
        assertThat(trial.audit().first()).isNull();
        assertThat(trial.repair().suggested()).isNull();
        assertThat(trial.regained()).isZero();
    }

    @Test
    void headThatIgnoresTheMarkIsNotHarmed() {
        FlawTrial trial = trial(1, 0, says());
        assertThat(trial.accuracy().marked()).isEqualTo(1);
        assertThat(trial.harmful()).isFalse();
    }

    @Test
    void resultsCountFlawsTwinsAndLostSteps() {
        FlawTrial found = trial(1, 2, says(alarm(3, 1, 0.9)));
        FlawTrial missed = trial(1, 2, says(alarm(0, 0, 0.9)));
        FlawTrial harmless = trial(1, 0, says());
        FlawTrial quiet = trial(0, 0, says());
        FlawTrial alarmed = trial(0, 0, says(alarm(3, 1, 0.9)));
        AuditBenchmarkResults results = AuditBenchmarkResults.of(List.of(found, missed, harmless, quiet, alarmed));
        RateSummary all = results.rates().get(0);
        assertThat(all.networks()).isEqualTo(3);
        assertThat(all.harmed()).isEqualTo(2);
        assertThat(all.rankings().get(0).first()).isEqualTo(1);
        assertThat(all.rankings().get(0).named()).isEqualTo(1);
        assertThat(all.rankings().get(0).wrong()).isEqualTo(1);
        assertThat(all.lost()).isEqualTo(new RateSummary.Lost(2, 1, 0, 1));
        assertThat(all.repair().networks()).isEqualTo(1);
        assertThat(all.repair().regained()).isEqualTo(1);
        assertThat(all.repair().worst()).isZero();
        assertThat(results.harmful().get(0).networks()).isEqualTo(2);
        assertThat(results.twins()).isEqualTo(new TwinSummary(2, List.of(new TwinSummary.Alarms("learned", 2, 1, 1))));
        assertThat(results.text())
                .contains(
                        "Flaw on 100 % of its class, all networks: 3",
                        "networks that the mark harms: 2", "Clean twins: 2");
    }
}
