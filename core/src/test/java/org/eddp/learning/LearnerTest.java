package org.eddp.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eddp.directions.Directions;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation;
import org.eddp.directions.NumericalFailure;
import org.eddp.directions.RandomProblems;
import org.eddp.directions.Term;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Head;
import org.eddp.files.FileFailure;
import org.eddp.learning.LearningResult.LossCurve;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.run.RunInProgress;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LearnerTest {
    private static final int WIDTH = 5;
    private static final Map<String, Object> DATA = Map.of("features", "test");

    @TempDir
    private Path folder;

    private static LearningResult learn(
            LearnOptions options, int threads, LearningMonitor monitor, LearningState.Store store) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(threads)) {
            DenseFeatures x = RandomProblems.features(40, WIDTH, DType.FLOAT32, 3);
            return new Learner(x, options)
                    .head(RandomProblems.head(WIDTH, 3, 4))
                    .workers(workers)
                    .monitor(monitor)
                    .checkpoints(store)
                    .learn();
        }
    }

    private static LearningResult learn(LearnOptions options, int threads) {
        return learn(options, threads, LearningMonitor.NONE, LearningState.Store.NONE);
    }

    /** Asks to stop before a given step. */
    record StopAfter(long steps, long[] last) implements LearningMonitor {
        StopAfter(long steps) {
            this(steps, new long[1]);
        }

        @Override
        public void onStep(Step step) {
            last[0] = step.done();
        }

        @Override
        public boolean stopRequested() {
            return last[0] >= steps;
        }
    }

    @Test
    void sameSeedSameDirectionsForAnyNumberOfThreads() {
        LearnOptions options = ShortRun.options(3, 7);
        Directions one = learn(options, 1).directions();
        assertThat(learn(options, 2).directions()).usingRecursiveComparison().isEqualTo(one);
        assertThat(learn(options, 3).directions()).usingRecursiveComparison().isEqualTo(one);
        assertThat(learn(ShortRun.options(3, 8), 1).directions().filters()).isNotEqualTo(one.filters());
    }

    /** Step (d) whose only constraint is L^mm, with two further rounds at most. */
    private static LearnOptions withRounds(double marginTarget) {
        LearnOptions usual = ShortRun.options(3, 7);
        LearnOptions.Objective joint = new LearnOptions.Objective(
                Map.of(Term.FOCAL_SPARSITY, 0.0), Map.of(Term.MAXIMUM_MARGIN, marginTarget), null);
        return usual.withJoint(
                LearnOptions.Joint.of(usual.joint().schedule(), joint).withRounds(2));
    }

    @ParameterizedTest
    @CsvSource({"100000, 0", "0.000001, 2"})
    void furtherRoundsComeOnlyWhileConstraintsAreNotMet(double marginTarget, int rounds) {
        LearnOptions options = withRounds(marginTarget);
        long[] done = new long[2];
        List<LearningMonitor.Round> further = new ArrayList<>();
        learn(
                options,
                1,
                step -> {
                    done[0] = step.done();
                    done[1] = step.total();
                    if (step.round().isFurther()) {
                        further.add(step.round());
                    }
                },
                LearningState.Store.NONE);
        int scheduled = 2 * 6 + 5 + 12;
        assertThat(done[0]).isEqualTo(scheduled + rounds * 6L).isEqualTo(done[1]);
        assertThat(further).hasSize(rounds * 6);
        for (int n = 0; n < further.size(); n++) {
            assertThat(further.get(n)).isEqualTo(new LearningMonitor.Round(2 + n / 6, 3, 1 + n % 6, 6));
        }
    }

    @Test
    void aRoundThatCostsMoreSparsityThanItGainsIsUndone() {
        LearnOptions usual = ShortRun.options(3, 8);
        LearnOptions.Objective joint = new LearnOptions.Objective(
                Map.of(Term.FOCAL_SPARSITY, 1.0), Map.of(Term.FILTER_SIGNAL_ORTHOGONALITY, 1e-6), null);
        LearnOptions once = usual.withJoint(LearnOptions.Joint.of(usual.joint().schedule(), joint));
        LearnOptions again = usual.withJoint(
                LearnOptions.Joint.of(usual.joint().schedule(), joint).withRounds(2));
        Directions expected = learn(once, 1).directions();
        List<String> remarks = new ArrayList<>();
        LearningResult undone = learn(
                again,
                1,
                new LearningMonitor() {
                    @Override
                    public void onStep(Step step) {
                        // only remarks count
                    }

                    @Override
                    public void remark(String text) {
                        remarks.add(text);
                    }
                },
                LearningState.Store.NONE);
        assertThat(remarks).hasSize(2).last().asString().contains("undone");
        assertThat(undone.directions()).usingRecursiveComparison().isEqualTo(expected);

        int withinTheRound = 2 * 6 + 5 + 12 + 3;
        RunInProgress first = new RunInProgress(folder, again, DATA, false, 1e9);
        assertThatThrownBy(() -> learn(again, 1, new StopAfter(withinTheRound), first))
                .isInstanceOf(Stopped.class);
        RunInProgress second = new RunInProgress(folder, again, DATA, true, 1e9);
        assertThat(learn(again, 2, LearningMonitor.NONE, second).directions())
                .usingRecursiveComparison()
                .isEqualTo(expected);
    }

    @Test
    void detectorsOfStepAAloneAreNotReplaced() {
        LearnOptions usual = ShortRun.options(3, 7);
        LearnOptions.Refine none = LearnOptions.Refine.of(
                new LearnOptions.Schedule(0, 0.01, 0, 0, 3, 5), usual.refine().objective());
        LearnOptions.Joint last = LearnOptions.Joint.of(
                new LearnOptions.Schedule(0, 0.01, 10, 0, 2, 5), usual.joint().objective());
        LearningResult plain = learn(withRefine(usual, none).withJoint(last), 1);
        LearningResult reseeding = learn(
                withRefine(usual, new LearnOptions.Refine(none.schedule(), none.objective(), true))
                        .withJoint(last),
                1);
        assertThat(reseeding.directions()).usingRecursiveComparison().isEqualTo(plain.directions());
        assertThat(plain.curves()).noneMatch(curve -> curve.stage().equals("d"));
    }

    private static LearnOptions withRefine(LearnOptions options, LearnOptions.Refine refine) {
        return options.withLosses(LossOptions.of(0.9, 0.95)) // every detector counts as silent
                .withRefine(refine);
    }

    @Test
    void aFurtherRoundThatWasInterruptedGivesTheSameBytes() {
        LearnOptions options = withRounds(1e-6);
        Directions whole = learn(options, 1).directions();
        RunInProgress first = new RunInProgress(folder, options, DATA, false, 1e9);
        assertThatThrownBy(() -> learn(options, 1, new StopAfter(38), first)).isInstanceOf(Stopped.class);
        RunInProgress second = new RunInProgress(folder, options, DATA, true, 1e9);
        assertThat(learn(options, 2, LearningMonitor.NONE, second).directions())
                .usingRecursiveComparison()
                .isEqualTo(whole);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 4, 6, 11, 14, 20, 26})
    void interruptedAndResumedGivesTheSameBytes(long stop) throws IOException {
        LearnOptions options = ShortRun.options(3, 7);
        Path whole = folder.resolve("whole");
        RunInProgress uninterrupted = new RunInProgress(whole, options, DATA, false, 1e9);
        uninterrupted.finish(learn(options, 1, LearningMonitor.NONE, uninterrupted));

        Path parts = folder.resolve("parts");
        RunInProgress first = new RunInProgress(parts, options, DATA, false, 1e9);
        assertThatThrownBy(() -> learn(options, 2, new StopAfter(stop), first)).isInstanceOf(Stopped.class);
        RunInProgress second = new RunInProgress(parts, options, DATA, true, 1e9);
        assertThat(second.finished()).isNull();
        second.finish(learn(options, 1, LearningMonitor.NONE, second));

        for (String file : new String[] {"directions.safetensors", "run.json"}) {
            assertThat(parts.resolve(file)).hasSameBinaryContentAs(whole.resolve(file));
        }
        assertThat(Files.exists(parts.resolve("checkpoint"))).isFalse();
    }

    /** What is known of steps at the moment they are told. */
    private static LearningMonitor.Step copy(LearningMonitor.Step step) {
        return new LearningMonitor.Step(
                step.stage(),
                step.restart(),
                step.round(),
                step.done(),
                0,
                Map.copyOf(step.values()),
                Map.copyOf(step.targets()),
                Map.copyOf(step.multipliers()));
    }

    @Test
    void whoWatchesWhatGoesOnIsToldTheStepsBefore() {
        LearnOptions options = withRounds(0.000001); // stopped in a further round
        RunInProgress first = new RunInProgress(folder, options, DATA, false, 1e9);
        List<LearningMonitor.Step> seen = new ArrayList<>();
        long[] rounds = new long[1];
        LearningMonitor stopping = new LearningMonitor() {
            @Override
            public void onStep(Step step) {
                seen.add(copy(step));
                rounds[0] = step.round().number();
            }

            @Override
            public boolean stopRequested() {
                return rounds[0] == 2;
            }
        };
        assertThatThrownBy(() -> learn(options, 1, stopping, first)).isInstanceOf(Stopped.class);

        List<LearningMonitor.Step> told = new ArrayList<>();
        LearningMonitor watching = new LearningMonitor() {
            @Override
            public void onResume(List<Step> before) {
                before.forEach(step -> told.add(copy(step)));
            }

            @Override
            public void onStep(Step step) {}
        };
        learn(options, 1, watching, new RunInProgress(folder, options, DATA, true, 1e9));
        assertThat(told).hasSizeGreaterThan(20).isSubsetOf(seen);
        assertThat(told.get(told.size() - 2).round().number()).isEqualTo(1);
    }

    @Test
    void aFinishedRunIsReadBackAndAnotherOneRefused() {
        LearnOptions options = ShortRun.options(3, 7);
        RunInProgress run = new RunInProgress(folder, options, DATA, false, 1e9);
        LearningResult learned = learn(options, 1, LearningMonitor.NONE, run);
        run.finish(learned);
        LearningResult back = new RunInProgress(folder, options, DATA, true, 1e9).finished();
        assertThat(back).usingRecursiveComparison().isEqualTo(learned);
        assertThatThrownBy(() -> new RunInProgress(folder, ShortRun.options(3, 8), DATA, true, 1e9).finished())
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("other options");
    }

    @Test
    void aTruncatedCheckpointIsRefusedAndLeftAlone() throws IOException {
        LearnOptions options = ShortRun.options(3, 7);
        RunInProgress run = new RunInProgress(folder, options, DATA, false, 1e9);
        assertThatThrownBy(() -> learn(options, 1, new StopAfter(5), run)).isInstanceOf(Stopped.class);
        Path checkpoint = folder.resolve("checkpoint");
        byte[] bytes = Files.readAllBytes(checkpoint);
        byte[] half = Arrays.copyOf(bytes, bytes.length / 2);
        Files.write(checkpoint, half);
        RunInProgress again = new RunInProgress(folder, options, DATA, true, 1e9);
        assertThatThrownBy(() -> learn(options, 1, LearningMonitor.NONE, again))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("checkpoint");
        assertThat(Files.readAllBytes(checkpoint)).isEqualTo(half);
    }

    @Test
    void notANumberStopsLearningWithStepTermAndBatchAndSavesTheLastGoodState() {
        LearnOptions options = ShortRun.options(3, 7);
        RunInProgress run = new RunInProgress(folder, options, DATA, false, 1e9);
        // L^ur blows up at its first use, which is the first step of (b): 2 starts of 6 steps come before
        Head broken = rows -> rows.narrow(1, 0, 3).times(Double.NaN);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            DenseFeatures x = RandomProblems.features(40, WIDTH, DType.FLOAT32, 3);
            assertThatThrownBy(() -> new Learner(x, options)
                            .head(broken)
                            .workers(workers)
                            .checkpoints(run)
                            .learn())
                    .isInstanceOf(NumericalFailure.class)
                    .hasMessageContaining("step 1 of 5 of (b)")
                    .hasMessageContaining("L^ur is NaN")
                    .hasMessageContaining("batch 1 of 1");
        }
        RunInProgress repaired = new RunInProgress(folder, options, DATA, true, 1e9);
        LearningResult resumed = learn(options, 1, LearningMonitor.NONE, repaired);
        assertThat(resumed.directions())
                .usingRecursiveComparison()
                .isEqualTo(learn(options, 1).directions());
    }

    @Test
    void aMissingHeadIsRefusedAtOnce() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            DenseFeatures x = RandomProblems.features(10, WIDTH, DType.FLOAT32, 3);
            assertThatThrownBy(() -> new Learner(x, ShortRun.options(3, 1))
                            .workers(workers)
                            .learn())
                    .hasMessageContaining("upper part of the network");
        }
    }

    @Test
    void moreConceptsThanFeaturesLearnFromAFreeStart() {
        LearnOptions o = ShortRun.options(8, 2);
        assertThatThrownBy(() -> learn(o, 1)).hasMessageContaining("need not be orthonormal");
        LearnOptions.Start s = o.start();
        LearnOptions.Start free = s.withStandardise(LearnOptions.Scaling.ZSCORE)
                .withOrthonormal(false)
                .withMosaic(false);
        LearnOptions options = o.withConcepts(8).withStart(free).withSeed(2);
        Directions d = learn(options, 1).directions();
        assertThat(d.concepts()).isEqualTo(8);
        for (int i = 0; i < 8; i++) {
            if (d.hasSignal(i)) {
                assertThat(d.filters().columnDots(d.signals())[i]).isCloseTo(1, within(1e-4));
            }
        }
    }

    @Test
    void ablationsRun() {
        LearnOptions o = ShortRun.options(3, 2);
        LearnOptions.Joint j = o.joint();
        LearnOptions.Objective u = new LearnOptions.Objective(
                j.objective().weights(),
                j.objective().without(Term.FILTER_SIGNAL_ORTHOGONALITY).targets(),
                Manipulation.partial(Manipulation.Kind.UNCONSTRAINED));
        LearnOptions.Objective plainSparsity = new LearnOptions.Objective(
                Map.of(Term.SPARSITY, 2.6),
                u.without(Term.EXCESSIVELY_ACTIVE_CLASSIFIER).targets(),
                null);
        Matrix sampled = learn(o.withJoint(LearnOptions.Joint.of(j.schedule(), u)), 1)
                .directions()
                .signals();
        Matrix all = learn(o.withJoint(LearnOptions.Joint.of(j.schedule(), u).withSubsampling(false)), 1)
                .directions()
                .signals();
        assertThat(all).isNotEqualTo(sampled);
        LearningResult plain = learn(o.withJoint(LearnOptions.Joint.of(j.schedule(), plainSparsity)), 1);
        assertThat(plain.curves().stream().filter(c -> c.stage().equals("d")).map(LossCurve::term))
                .containsExactly("s", "ma", "ic", "mm");
    }
}
