package org.eddp.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.eddp.explain.Explainer;
import org.eddp.explain.Explanation;
import org.eddp.failure.InvalidInput;
import org.eddp.features.Head;
import org.eddp.intervene.Correction;
import org.eddp.intervene.Correction.RefittedCorrection;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.network.Prediction;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit of small networks: what it says equals what happens, and it finds a mark. */
class AuditorTest {
    private static final int MARK = MarkedPictures.MARK;

    private static Head head(boolean linear) {
        return linear ? Head.of(MarkedPictures.readout(), MarkedPictures.GRID) : MarkedPictures.deep();
    }

    private static Audit audit(boolean marked, boolean linear, int threads) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(threads)) {
            Tensor rows = MarkedPictures.rows(marked);
            return Auditor.of(
                    MarkedPictures.subject(rows, head(linear), workers),
                    AuditOptions.DEFAULT,
                    "test",
                    "digest",
                    workers,
                    Monitor.NONE);
        }
    }

    private static AuditedPair pair(Audit audit, int concept, int label) {
        return audit.ranking().stream()
                .filter(pair ->
                        pair.concept().number() == concept && pair.label().number() == label)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMarkOnOneClassIsTheFirstAndOnlySuspect(boolean linear) {
        Audit audit = audit(true, linear, 2);
        assertThat(audit.ranking().get(0).concept().number()).isEqualTo(MARK);
        assertThat(audit.ranking().get(0).label().number()).isZero();
        assertThat(audit.suspects()).singleElement().satisfies(suspect -> {
            assertThat(suspect.concepts())
                    .singleElement()
                    .satisfies(c -> assertThat(c.number()).isEqualTo(MARK));
            assertThat(suspect.label().number()).isZero();
            assertThat(suspect.sentence()).contains("class 0 rests on concept 3", "standard deviations");
            assertThat(suspect.together().random()).hasSize(AuditOptions.DEFAULT.controls());
            assertThat(suspect.examples()).isNotEmpty();
        });
        assertThat(audit.linear()).isEqualTo(linear);
        assertThat(audit.sentence()).startsWith("One suspect: ");
    }

    /** In a saturating head random directions may do as much, since a margin that is small counts fully. */
    @Test
    void removalIsStrongerThanRandomDirections() {
        AuditedPair.Removal together = audit(true, true, 2).suspects().get(0).together();
        assertThat(together.random()).allMatch(random -> random < together.marginLost());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aNetworkWithoutAMarkHasNoSuspects(boolean linear) {
        Audit audit = audit(false, linear, 2);
        assertThat(audit.suspects()).isEmpty();
        assertThat(audit.isClean()).isTrue();
        assertThat(audit.closely()).isPositive();
        assertThat(audit.sentence()).startsWith("Nothing suspicious: none of the " + audit.closely() + " pairs");
    }

    @Test
    void threadsDoNotChangeTheResult() {
        assertThat(audit(true, true, 3).toString())
                .isEqualTo(audit(true, true, 1).toString());
    }

    @Test
    void aHeadThatIsNotLinearIsExaminedOnASample() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            Audit audit = Auditor.of(
                    MarkedPictures.subject(MarkedPictures.rows(true), head(false), workers),
                    AuditOptions.DEFAULT.withSample(20),
                    "test",
                    "digest",
                    workers,
                    Monitor.NONE);
            assertThat(audit.examined()).isEqualTo(20);
            assertThat(audit.pictures()).isEqualTo(150);
            assertThat(pair(audit, MARK, 0).removal().pictures()).isBetween(1, 20);
        }
    }

    /** Takes the concept out of the features, passes them through the network and counts, picture by picture. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void removalAndPlantingEqualChangedFeaturesThroughTheNetwork(boolean linear) {
        Audit audit = audit(true, linear, 2);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            Tensor rows = MarkedPictures.rows(true);
            Head head = head(linear);
            AuditSubject subject = MarkedPictures.subject(rows, head, workers);
            Correction correction = RefittedCorrection.refitted(
                    subject.source(), subject.directions(), new int[] {MARK}, Activation.RELU, workers);
            ConceptSurvey survey =
                    ConceptSurvey.of(subject.source(), subject.directions().detectors(), workers, Monitor.NONE);
            Planting planting = Planting.of(
                    subject.directions(),
                    MARK,
                    subject.statistics(),
                    survey.firing(MARK),
                    survey.area(MARK),
                    MarkedPictures.GRID,
                    Activation.RELU);
            int left = 0;
            int turned = 0;
            double margin = 0;
            double marginAfter = 0;
            int cells = MarkedPictures.GRID.cells();
            for (int n = 0; n < subject.source().images(); n++) {
                Tensor one = rows.narrow(0, (long) n * cells, cells).copy();
                Prediction before = head.predictions(one)[0];
                Prediction without = head.predictions(correction.apply(one))[0];
                Prediction with = head.predictions(planting.apply(one))[0];
                if (before.has(0)) {
                    left += without.has(0) ? 0 : 1;
                    margin += margin(before);
                    marginAfter += margin(without);
                } else if (!survey.present(MARK).get(n)) {
                    turned += with.has(0) ? 1 : 0;
                }
            }
            AuditedPair pair = pair(audit, MARK, 0);
            assertThat(pair.removal().left()).isEqualTo(left).isPositive();
            assertThat(pair.removal().marginLost()).isCloseTo(1 - marginAfter / margin, within(1e-5));
            assertThat(pair.planting().turned()).isEqualTo(turned).isPositive();
        }
    }

    /** The measured planting and its controls differ in their direction only. */
    @Test
    void controlsPlantWhatTheScoreIsBasedOn() {
        AuditedPair pair = audit(true, true, 2).suspects().get(0).pair();
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            AuditSubject subject = MarkedPictures.subject(MarkedPictures.rows(true), head(true), workers);
            List<BitSet> taken =
                    Stream.generate(BitSet::new).limit(MarkedPictures.CLASSES).toList();
            BitSet secondHalf = new BitSet();
            long seed = AuditOptions.DEFAULT.seed();
            for (int n = 0; n < subject.source().images(); n++) {
                taken.get(subject.predictions().get(n)[0]).set(n);
                secondHalf.set(n, (Seeds.mix(seed, 1, subject.pictures().get(n).hashCode()) & 1) == 1);
            }
            List<Candidate> mark = List.of(new Candidate(MARK, 0));
            List<ClassVersion[]> fits = ClassVersions.of(
                    subject.source(), subject.directions().detectors(), mark, taken, secondHalf, workers, Monitor.NONE);
            AppearanceSums sums =
                    AppearanceSums.of(subject.source(), mark, fits, taken, secondHalf, workers, Monitor.NONE);
            ClassVersion version = fits.get(0)[ClassVersions.ALL];
            Planting planting = new Planting(
                    version.filter(),
                    version.signal(),
                    1,
                    version.offset() + 1,
                    Planting.usual(sums.firing(0), sums.area(0)),
                    MarkedPictures.GRID,
                    Activation.RELU);
            BitSet absent = new BitSet();
            absent.set(0, subject.source().images());
            absent.andNot(
                    ConceptSurvey.of(subject.source(), subject.directions().detectors(), workers, Monitor.NONE)
                            .present(MARK));
            double[] random = Seeds.gaussian(subject.source().width(), Seeds.random(seed, 3, 0));
            ChangeCounts counts = ChangeCounts.of(
                    subject.source(),
                    n -> n,
                    subject.head(),
                    List.of(
                            new ChangeCounts.Change(planting::apply, absent),
                            new ChangeCounts.Change(planting.with(random)::apply, absent)),
                    MarkedPictures.CLASSES,
                    workers,
                    Monitor.NONE);
            assertThat(pair.appearance().gapClosed())
                    .isCloseTo(counts.gapClosed(0, 0), within(1e-9))
                    .isPositive();
            assertThat(pair.planting().random().get(0))
                    .isCloseTo(counts.gapClosed(1, 0), within(1e-9))
                    .isNotZero();
        }
    }

    private static double margin(Prediction prediction) {
        return prediction.logits()[0]
                - Math.max(prediction.logits()[1], prediction.logits()[2]);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void relianceIsTheMeanOfExplanations(boolean linear) {
        Audit audit = audit(true, linear, 2);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            Tensor rows = MarkedPictures.rows(true);
            Head head = head(linear);
            AuditSubject subject = MarkedPictures.subject(rows, head, workers);
            Explainer explainer = new Explainer(
                    subject.directions(),
                    MarkedPictures.GRID,
                    Activation.RELU,
                    head,
                    subject.statistics().absence());
            int cells = MarkedPictures.GRID.cells();
            double sum = 0;
            int count = 0;
            for (int n = 0; n < subject.source().images(); n++) {
                Explanation explanation = explainer.explain(
                        rows.narrow(0, (long) n * cells, cells).copy(), null, null);
                if (explanation.predicted() == 0
                        && explanation.concepts().get(MARK).present() > 0) {
                    sum += explanation.concepts().get(MARK).contribution();
                    count++;
                }
            }
            AuditedPair.Reliance reliance = pair(audit, MARK, 0).reliance();
            assertThat(reliance.present()).isEqualTo(count).isPositive();
            assertThat(reliance.contribution()).isCloseTo(sum / count, within(1e-5));
        }
    }

    /** A planted concept reads as the mean of patches that have it, on its usual cells and nowhere else. */
    @Test
    void plantingWritesTheUsualStrengthOnTheUsualCells() {
        try (Scope scope = Scope.open()) {
            Planting planting = new Planting(
                    new double[] {1, 0},
                    new double[] {0.5, -2},
                    2,
                    3,
                    Planting.usual(new long[] {1, 9, 0, 4}, 2),
                    new org.eddp.features.Grid(2, 2),
                    Activation.RELU);
            double[] planted = planting.apply(Tensor.of(new float[] {1, 5, 1, 5, 1, 5, 4, 5}, 4, 2))
                    .toDoubles();
            assertThat(planted).containsExactly(1, 5, 3, 0, 1, 5, 4, 5);
        }
    }

    @Test
    void theExactTestCountsPermutations() {
        // of the 10 ways to draw 2 of 5 pictures, 3 have both among 3 marked ones, and 9 at least one
        assertThat(Hypergeometric.atLeast(2, 2, 3, 5)).isCloseTo(0.3, within(1e-12));
        assertThat(Hypergeometric.atLeast(1, 2, 3, 5)).isCloseTo(0.9, within(1e-12));
        assertThat(Hypergeometric.atLeast(0, 2, 3, 5)).isEqualTo(1);
        assertThat(Hypergeometric.atLeast(3, 3, 3, 3)).isEqualTo(1);
        assertThat(Hypergeometric.atLeast(500, 500, 500, 1000)).isBetween(0.0, 1e-200);
    }

    @Test
    void aMarginAndADistanceAreSharesOfWhatTheyWere() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            Tensor rows = MarkedPictures.rows(true);
            AuditSubject subject = MarkedPictures.subject(rows, head(true), workers);
            ChangeCounts counts = ChangeCounts.of(
                    subject.source(),
                    n -> n,
                    subject.head(),
                    List.of(
                            new ChangeCounts.Change(same -> same, null),
                            new ChangeCounts.Change(same -> same, new BitSet())),
                    MarkedPictures.CLASSES,
                    workers,
                    Monitor.NONE);
            assertThat(counts.marginLost(0, 0)).isZero();
            assertThat(counts.gapClosed(0, 0)).isZero();
            assertThat(counts.left(0, 0) + counts.joined(0, 0)).isZero();
            assertThat(counts.taken(0, 0) + counts.others(0, 0)).isEqualTo(150);
            assertThat(counts.others(1, 0)).isZero();
        }
    }

    @Test
    void optionsNameTheirValues() {
        assertThatThrownBy(() -> AuditOptions.DEFAULT.withSample(0))
                .isInstanceOf(InvalidInput.class)
                .hasMessageContaining("sample 0");
    }
}
