package org.eddp.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.directions.LossOptions;
import org.eddp.explain.Quality;
import org.eddp.explain.UndecidedPoint;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.files.json.Json;
import org.eddp.health.Health.Check;
import org.eddp.health.Health.Constraint;
import org.eddp.health.Health.Remedy;
import org.eddp.health.Health.Status;
import org.eddp.health.Health.Subject;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults are planted in directions that are the truth about their features. */
class HealthTest {
    private static final int CONCEPTS = 12;
    private static final int WIDTH = 16;
    private static final Grid GRID = new Grid(2, 3);
    private static final Constraint MET = new Constraint("fso", 0.008, 0.01);

    private Scope scope;

    @BeforeEach
    void open() {
        scope = Scope.open();
    }

    @AfterEach
    void close() {
        scope.close();
    }

    /** Every patch holds one concept, written along an axis of its own at a strength around 2, and noise everywhere. */
    private static DenseFeatures features(long seed, int images, double noise) {
        SplittableRandom random = new SplittableRandom(seed);
        int patches = images * GRID.cells();
        double[] values = new double[patches * WIDTH];
        Arrays.setAll(values, k -> noise * random.nextGaussian());
        for (int p = 0; p < patches; p++) {
            values[p * WIDTH + random.nextInt(CONCEPTS)] += 2 + 0.3 * random.nextGaussian();
        }
        return new DenseFeatures(Tensor.of(values, DType.FLOAT32, patches, WIDTH), GRID);
    }

    /** Filters and signal vectors along the axes. */
    private static Directions truth() {
        Matrix axes = Matrix.identity(WIDTH).columns(0, CONCEPTS);
        double[] thresholds = new double[CONCEPTS];
        Arrays.fill(thresholds, 1);
        return new Directions(axes, thresholds, axes.copy(), new double[WIDTH]);
    }

    /** The logits are those of concepts, and 0 where all of them are at their thresholds. */
    private static Health examine(
            Directions directions, DenseFeatures features, List<Constraint> constraints, boolean withHead) {
        return examine(directions, features, constraints, withHead, -1);
    }

    private static Health examine(
            Directions directions,
            DenseFeatures features,
            List<Constraint> constraints,
            boolean withHead,
            double bias) {
        double[] biases = new double[CONCEPTS];
        Arrays.fill(biases, bias);
        LinearReadout readout = new LinearReadout(Matrix.identity(WIDTH).columns(0, CONCEPTS), biases);
        Head head = withHead ? Head.of(readout, GRID) : null;
        return examine(subject(directions, features, constraints, head, LossOptions.of(0.5 / CONCEPTS, 0.5)));
    }

    private static Subject subject(
            Directions directions,
            DenseFeatures features,
            List<Constraint> constraints,
            Head head,
            LossOptions bounds) {
        return new Subject(
                directions,
                features,
                Activation.IDENTITY,
                true,
                bounds,
                3,
                constraints,
                UndecidedPoint.PAPER,
                head,
                head != null ? null : "it is elsewhere",
                truth(),
                "the truth",
                null);
    }

    private static Health examine(Subject subject) {
        try (Workers workers = new Workers(2)) {
            return Health.of(subject, "a test", "d", workers, Monitor.NONE);
        }
    }

    private static Health examine(Directions directions, long seed) {
        return examine(directions, features(seed, 240, 0.05), List.of(MET), true);
    }

    private static Check check(Health health, String name) {
        return health.checks().stream()
                .filter(c -> c.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theTruthIsFitForExplanations(long seed) {
        Health health = examine(truth(), seed);
        assertThat(health.checks()).allSatisfy(c -> assertThat(c.status()).isEqualTo(Status.GOOD));
        assertThat(health.checks()).allSatisfy(c -> assertThat(c.advice()).isEmpty());
        assertThat(health.verdict()).isEqualTo("Fit for explanations of pictures like those learned from.");
        assertThat(health.condition()).isCloseTo(1, within(1e-9));
        assertThat(health.orthogonality()).isCloseTo(0, within(1e-9));
        assertThat(health.redundancy()).isCloseTo(1, within(0.02));
        assertThat(health.stability().found()).isEqualTo(CONCEPTS);
        assertThat(health.explanations().get(0).removed())
                .as("by removal first")
                .isGreaterThan(0.5);
        assertThat(health.explanations().get(1).residual()).isCloseTo(0, within(1e-6));
        assertThat(health.explanations().get(1).entropy()).isCloseTo(1, within(1e-3));
        assertThat(health.limit(true)).isEmpty();
        assertThat(health.limit(false)).isEmpty();
        assertThat(health.detectors().stream()
                        .mapToLong(Health.Detector::patches)
                        .sum())
                .isEqualTo(Math.round(health.redundancy() * health.patches()));
    }

    @Test
    void aSilentDetectorIsFound() {
        Directions directions = truth();
        directions.thresholds()[5] = 100;
        Health health = examine(directions, 1);
        Check check = check(health, "silent detectors");
        assertThat(check.status()).isEqualTo(Status.FAIR);
        assertThat(check.finding()).isEqualTo("1 of 12 detectors never fire");
        assertThat(check.advice())
                .extracting(Health.Advice::remedy, Health.Advice::value)
                .contains(tuple(Remedy.ANOTHER_START, null), tuple(Remedy.FEWER_CONCEPTS, 11.0));
        assertThat(health.detectors().get(5).reliability()).isNull();
        directions.thresholds()[6] = 100;
        Health unfit = examine(directions, 1);
        assertThat(unfit.verdict()).startsWith("Not fit for use").contains("2 of 12");
        assertThat(unfit.limit(true)).hasValueSatisfying(limit -> {
            assertThat(limit.grade()).isEqualTo(Quality.Grade.POOR);
            assertThat(limit.reason())
                    .isEqualTo("The run itself is not reliable: its detectors are poor (silent detectors).");
        });
    }

    /** Shares are judged as learning bounds them; how often detectors fire is said beside. */
    @ParameterizedTest
    @CsvSource({"0.9, LARGEST_SHARE, 0.42, --", "0.4, SMALLEST_SHARE, 0.055, half of it"})
    void softSharesAreHeldAgainstTheirBounds(double largest, Remedy remedy, double value, String words) {
        Health health =
                examine(subject(truth(), features(1, 240, 0.05), List.of(MET), null, LossOptions.of(0.11, largest)));
        Check check = check(health, "sizes");
        assertThat(check.status()).isEqualTo(Status.FAIR);
        double soft = health.detectors().stream()
                .mapToDouble(Health.Detector::share)
                .max()
                .orElseThrow();
        long firing = health.detectors().stream()
                .mapToLong(Health.Detector::patches)
                .max()
                .orElseThrow();
        assertThat(soft).isNotCloseTo((double) firing / health.patches(), within(0.005));
        assertThat(check.finding())
                .startsWith("soft shares (means of y^2, ")
                .contains(String.format("%.2f %% (the largest), where 11.00 %% to %.2f %%", 100 * soft, 100 * largest))
                .contains("12 of 12 are at or near the smallest allowed")
                .endsWith(String.format("%.2f %% (the largest) of the patches", 100.0 * firing / health.patches()));
        assertThat(check.advice()).singleElement().satisfies(advice -> {
            assertThat(advice.remedy()).isEqualTo(remedy);
            assertThat(advice.value()).isEqualTo(value);
            assertThat(advice.words() + " --").contains(words);
        });
    }

    @Test
    void aDuplicateIsFound() {
        Directions directions = truth();
        for (int d = 0; d < WIDTH; d++) {
            directions.filters().set(d, 7, directions.filters().get(d, 2) * 1.5);
            directions.signals().set(d, 7, directions.signals().get(d, 2) / 1.5);
        }
        directions.thresholds()[7] = 1.5;
        Health health = examine(directions, 2);
        assertThat(health.duplicates()).hasSize(1);
        Health.Duplicate pair = health.duplicates().get(0);
        assertThat(List.of(pair.first(), pair.second())).containsExactly(2, 7);
        assertThat(pair.overlap()).isCloseTo(1, within(1e-9));
        assertThat(check(health, "duplicates").status()).isEqualTo(Status.FAIR);
        assertThat(health.condition()).as("W^T S of a repeated concept").isNull();
    }

    @Test
    void theSamePatchesMakeADuplicateWhateverTheDirections() {
        Directions directions = truth();
        // reads concept 2 from another side: 15 idle features lean the filter away, the patches stay the same
        directions.filters().set(WIDTH - 1, 7, 3);
        directions.filters().set(7, 7, 0);
        directions.filters().set(2, 7, 1);
        assertThat(examine(directions, 3).duplicates()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.012, 0.029, 0.031, 0.06, 0.3})
    void aBrokenConstraintIsFound(double value) {
        List<Constraint> constraints = List.of(new Constraint("ma", 0.81, 0.8), new Constraint("fso", value, 0.01));
        Health health = examine(truth(), features(1, 240, 0.05), constraints, true);
        Check check = check(health, "constraints");
        assertThat(check.status()).isEqualTo(value > 0.03 ? Status.POOR : Status.FAIR);
        assertThat(check.part()).isEqualTo(Health.Part.DECOMPOSITION);
        assertThat(check.finding()).contains("L^fso, " + value, "at most 0.01").contains("met: 1 others");
        assertThat(check.advice())
                .filteredOn(a -> a.remedy() == Remedy.LEARN_LONGER)
                .extracting(Health.Advice::value)
                .containsExactly(6.0);
        assertThat(health.verdict()).contains("constraints");
    }

    @Test
    void aConstraintAtItsTargetIsMet() {
        assertThat(new Constraint("mm", 5.09, 5).met()).isTrue();
        assertThat(new Constraint("mm", 5.11, 5).met()).isFalse();
        assertThat(new Constraint("ic", 0.0019, 0).met()).isTrue();
        assertThat(new Constraint("ic", 0.0021, 0).met()).isFalse();
        assertThat(new Constraint("fso", Double.NaN, 0.01).met()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void signalVectorsOfFewNoisyPatchesAreNotReliable(long seed) {
        Health health = examine(truth(), features(seed, 16, 0.6), List.of(MET), true);
        Check check = check(health, "reliability of signal vectors");
        assertThat(check.status()).isNotEqualTo(Status.GOOD);
        assertThat(check.advice())
                .extracting(Health.Advice::remedy)
                .contains(Remedy.MORE_PICTURES, Remedy.FEWER_CONCEPTS);
        assertThat(check(examine(truth(), features(seed, 1600, 0.6), List.of(MET), true), check.name())
                        .status())
                .as("the same of many patches")
                .isEqualTo(Status.GOOD);
    }

    @Test
    void signalVectorsThatFiltersMistakeForEachOtherMakeExplanationsCancel() {
        Directions directions = truth();
        for (int i = 0; i < CONCEPTS; i++) {
            directions.signals().set((i + 1) % CONCEPTS, i, 0.999);
        }
        Health health = examine(directions, 1);
        assertThat(health.condition()).isCloseTo(1.999 / 0.001, within(1.0));
        assertThat(check(health, "condition of W^T S").status()).isEqualTo(Status.FAIR);
        assertThat(check(health, "the paper's decomposition").status()).isEqualTo(Status.POOR);
        assertThat(check(health, "explanations").status())
                .as("by removal, along differences of means")
                .isEqualTo(Status.GOOD);
        assertThat(health.verdict())
                .startsWith("Fit for explanations")
                .contains("Do not rely on the paper's decomposition: ");
        Health untried = examine(directions, features(1, 240, 0.05), List.of(MET), false);
        assertThat(check(untried, "condition of W^T S").status()).isEqualTo(Status.POOR);
    }

    @Test
    void decompositionsOfASmallPartOfTheLogitArePoorFromEveryPoint() {
        Health health = examine(truth(), features(1, 240, 0.05), List.of(MET), true, 50);
        List<Health.Explanations> points =
                health.explanations().stream().filter(e -> !e.byRemoval()).toList();
        assertThat(points).hasSizeGreaterThan(1).allSatisfy(e -> {
            assertThat(e.residual()).isLessThan(0.3);
            assertThat(e.undecided()).isGreaterThan(0.9);
            assertThat(e.grade()).isEqualTo(Quality.Grade.POOR);
        });
        Check check = check(health, "the paper's decomposition");
        assertThat(check.status()).isEqualTo(Status.POOR);
        assertThat(check.advice())
                .extracting(Health.Advice::remedy)
                .contains(Remedy.EXPLAIN_BY_REMOVAL)
                .doesNotContain(Remedy.OTHER_UNDECIDED_POINT, Remedy.ALL_CONCEPTS, Remedy.GIVE_NETWORK);
        assertThat(health.verdict()).startsWith("Fit for explanations").contains("little of the prediction");
        assertThat(health.limit(true))
                .as("explanations by removal do not suffer")
                .isEmpty();
    }

    /** The same logits, ten times as large: the head is as sure where detectors are undecided as anywhere. */
    @Test
    void aHeadThatStaysSureAtTheUndecidedPointIsNoted() {
        double[] biases = new double[CONCEPTS];
        biases[3] = 40;
        LinearReadout sure =
                new LinearReadout(Matrix.identity(WIDTH).columns(0, CONCEPTS).times(10), biases);
        Health health = examine(subject(
                truth(),
                features(1, 240, 0.05),
                List.of(MET),
                Head.of(sure, GRID),
                LossOptions.of(0.5 / CONCEPTS, 0.5)));
        Check check = check(health, "entropy at the undecided point");
        assertThat(check.status()).isEqualTo(Status.POOR);
        assertThat(check.part()).isEqualTo(Health.Part.DECOMPOSITION);
        assertThat(check.finding())
                .startsWith("0.00 of the largest possible, log2 of the number of classes")
                .contains("stays sure of itself");
        assertThat(check(health, "explanations").status()).isEqualTo(Status.POOR);
        assertThat(check.advice()).as("explanations by removal are poor too").isEmpty();
        assertThat(health.verdict()).doesNotStartWith("Not fit");
    }

    @Test
    void noisySignalVectorsAndAPoorDecompositionAreOneReservation() {
        List<Check> checks = examine(truth(), 1).checks().stream()
                .map(c -> c.part() == Health.Part.SIGNAL_VECTORS || c.part() == Health.Part.DECOMPOSITION
                        ? new Check(c.part(), c.name(), Status.POOR, c.finding(), c.advice())
                        : c)
                .toList();
        assertThat(HealthVerdict.of(checks))
                .containsOnlyOnce("o not rely on the paper's")
                .contains("reliability of signal vectors (", "the paper's decomposition (");
    }

    /** What follows from differences of means that are judged poor; the judgement itself is set here, not measured. */
    @Test
    void noisyDifferencesLimitExplanationsByRemoval() {
        Health health = examine(truth(), features(1, 16, 0.05), List.of(MET), true);
        List<Check> checks = health.checks().stream()
                .map(c -> c.part() == Health.Part.DIFFERENCES
                        ? new Check(c.part(), c.name(), Status.POOR, c.finding(), c.advice())
                        : c)
                .toList();
        assertThat(HealthVerdict.of(checks))
                .contains("many differences of means are noisy", "edits, corrections, effects, explanations by removal")
                .doesNotContain("do not depend on that");
        Health noisy = new Health(
                "c", "d", "v", checks, CONCEPTS, WIDTH, 96, List.of(), 0, 1, null, 1, 1, null, List.of(), List.of(),
                List.of(), null, null);
        assertThat(noisy.limit(true)).hasValueSatisfying(limit -> {
            assertThat(limit.grade()).isEqualTo(Quality.Grade.PARTLY);
            assertThat(limit.reason()).contains("reliability of differences of means");
        });
        assertThat(check(health, "reliability of differences of means").finding())
                .endsWith("edits, corrections, effects and explanations by removal move along them");
    }

    /** Of 16 features, of which 1792 patches support as many concepts; all is well but explanations. */
    private static List<Health.Advice> advice(long patches, double residual, double cancellation, int silent) {
        List<Health.Detector> detectors = IntStream.range(0, CONCEPTS)
                .mapToObj(i -> new Health.Detector(i, i < silent ? 0 : patches / CONCEPTS, 1.0 / CONCEPTS, 0.9, 0.9))
                .toList();
        Health.Explanations own = new Health.Explanations("p", 32, 0.1, residual, cancellation, 0.1, false, 0.9, null);
        Measurements measured = new Measurements(
                CONCEPTS, WIDTH, patches, 6, 0, 1, 2.0, 1, 1, detectors, List.of(), List.of(own), null);
        Subject subject = new Subject(
                truth(),
                features(1, 1, 0),
                Activation.IDENTITY,
                true,
                null,
                null,
                List.of(),
                UndecidedPoint.damped(0.1),
                null,
                null,
                null,
                null,
                null);
        return Judgement.checks(subject, measured).stream()
                .flatMap(c -> c.advice().stream())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "1792, 0.5, 1, 0, true",
        "1791, 0.5, 1, 0, false", // too few patches
        "1792, 0.1, 9, 0, false", // more concepts do not help against cancellation
        "1792, 0.5, 1, 1, false" // where fewer are advised, more are not
    })
    void allConceptsAreAdvisedForAResidualOnlyAndNotTogetherWithFewer(
            long patches, double residual, double cancellation, int silent, boolean advised) {
        List<Health.Advice> advice = advice(patches, residual, cancellation, silent);
        assertThat(advice).extracting(Health.Advice::remedy).contains(Remedy.EXPLAIN_BY_REMOVAL);
        assertThat(advice.stream().anyMatch(a -> a.remedy() == Remedy.ALL_CONCEPTS))
                .isEqualTo(advised);
        assertThat(advice.stream().anyMatch(a -> a.remedy() == Remedy.FEWER_CONCEPTS))
                .isEqualTo(silent > 0);
        assertThat(advice)
                .extracting(Health.Advice::words)
                .as("damping leaves one")
                .noneMatch(w -> w.contains("no residual"));
    }

    @Test
    void reservationsAboutDetectorsAreNotPassedOver() {
        Directions directions = truth();
        directions.thresholds()[5] = 100;
        Health health = examine(directions, features(1, 240, 0.05), List.of(MET), true, 50);
        assertThat(health.verdict()).contains("with reservations: silent detectors", "Do not rely on the paper's");
    }

    @Test
    void withoutAHeadExplanationsAreNotTried() {
        Health health = examine(truth(), features(1, 240, 0.05), List.of(MET), false);
        assertThat(check(health, "explanations").status()).isEqualTo(Status.UNKNOWN);
        assertThat(check(health, "explanations").finding()).contains("it is elsewhere");
        assertThat(check(health, "explanations").advice())
                .extracting(Health.Advice::remedy)
                .containsExactly(Remedy.GIVE_NETWORK);
        assertThat(health.verdict()).isEqualTo("Fit for use; explanations were not tried.");
        assertThat(health.explanations()).isEmpty();
    }

    @Test
    void otherDirectionsAreNotFoundAgain() {
        Directions directions = truth();
        Matrix other = new Matrix(WIDTH, CONCEPTS);
        for (int i = 0; i < CONCEPTS; i++) {
            for (int d = 0; d < WIDTH; d++) {
                other.set(d, i, (i < 4 ? d == i : (d & i) % 2 == 0) ? 1 : -0.01);
            }
        }
        ConceptMatching matching = ConceptMatching.of(
                directions, new Directions(other, directions.thresholds(), other, directions.mean()));
        assertThat(matching.stability("other").found()).isEqualTo(4);
        assertThatThrownBy(() -> ConceptMatching.of(
                        directions,
                        new Directions(Matrix.identity(3), new double[3], Matrix.identity(3), new double[3])))
                .hasMessageContaining("different layers");
    }

    @Test
    void isReadAsItWasWritten(@TempDir Path folder) {
        Health health = examine(truth(), 1);
        Json.write(folder.resolve("health.json"), health);
        assertThat(Json.read(folder.resolve("health.json"), Health.class)).isEqualTo(health);
    }

    private static SelfTest.Scores scores(double sign, double slope, double larger, double correlation) {
        SelfTest.Agreement marks = new SelfTest.Agreement(120, sign, slope, 0.8, 4, 2);
        SelfTest.Agreement covered = new SelfTest.Agreement(100, 0.95, 0.4, correlation, 4, 2);
        return new SelfTest.Scores(marks, marks, 0.5, covered, 1, larger);
    }

    private static Health tested(double sign, double slope, double larger, double correlation) {
        double[] biases = new double[CONCEPTS];
        Arrays.fill(biases, -1);
        Subject plain = subject(
                truth(),
                features(1, 240, 0.05),
                List.of(MET),
                Head.of(new LinearReadout(Matrix.identity(WIDTH).columns(0, CONCEPTS), biases), GRID),
                LossOptions.of(0.5 / CONCEPTS, 0.5));
        SelfTest test = new SelfTest(
                40, 1, List.of("card", "logo"), scores(sign, slope, larger, correlation), scores(0.9, 0.5, 0.8, 0.3));
        return examine(new Subject(
                plain.directions(),
                plain.features(),
                plain.activation(),
                plain.subsampling(),
                plain.bounds(),
                plain.rounds(),
                plain.constraints(),
                plain.undecided(),
                plain.head(),
                plain.withoutHead(),
                plain.other(),
                plain.otherName(),
                test));
    }

    @ParameterizedTest
    @CsvSource({
        "0.95, 0.6, 0.9, 0.6, GOOD, GOOD",
        "0.95, 0.3, 0.9, 0.6, FAIR, GOOD", // concepts account for too little
        "0.95, 0.05, 0.9, 0.6, POOR, GOOD",
        "0.6, 0.6, 0.9, 0.6, POOR, GOOD", // wrong signs
        "0.95, 0.6, 0.7, 0.6, GOOD, FAIR",
        "0.95, 0.6, 0.9, 0.3, GOOD, FAIR", // no better than random detectors
        "0.95, 0.6, 0.5, 0.6, GOOD, POOR" // other places matter as much
    })
    void noVerdictIsBetterThanTheSelfTest(
            double sign, double slope, double larger, double correlation, Status marks, Status covering) {
        Health health = tested(sign, slope, larger, correlation);
        assertThat(check(health, "self-test: marks").status()).isEqualTo(marks);
        assertThat(check(health, "self-test: covering").status()).isEqualTo(covering);
        boolean poor = marks == Status.POOR || covering == Status.POOR;
        boolean good = marks == Status.GOOD && covering == Status.GOOD;
        assertThat(health.verdict().startsWith("Fit for explanations")).isEqualTo(good);
        assertThat(health.verdict().contains("explanations do not agree with what the network does"))
                .isEqualTo(poor);
        assertThat(health.verdict().contains("with reservations: self-test")).isEqualTo(!poor && !good);
        assertThat(health.limit(true).map(limit -> limit.grade()))
                .isEqualTo(poor ? Optional.of(Quality.Grade.POOR) : Optional.empty());
        assertThat(health.limit(false))
                .as("the paper's decomposition was not tested")
                .isEmpty();
    }

    @Test
    void theSelfTestIsKeptAndNothingIsSaidWithoutIt(@TempDir Path folder) throws IOException {
        Health health = tested(0.95, 0.3, 0.9, 0.3);
        assertThat(check(health, "self-test: marks").finding())
                .startsWith("40 pictures with a card, a logo each:")
                .contains(
                        "right sign in 95 % and put 0.30 of the change",
                        "Random detectors that fire as often: 90 %, 0.50");
        assertThat(check(health, "self-test: covering").finding()).contains("no better than with random detectors");
        Path file = folder.resolve("health.json");
        Json.write(file, health);
        assertThat(Json.read(file, Health.class)).isEqualTo(health);
        Health without = examine(truth(), 1);
        Json.write(file, without);
        assertThat(Files.readString(file)).doesNotContain("selfTest", "self-test");
        assertThat(Json.read(file, Health.class)).isEqualTo(without);
    }

    @Test
    void agreementOfWhatIsSaidWithTheTruth() {
        SelfTest.Agreement agreement =
                SelfTest.Agreement.of(new double[] {1, -2, 3, 0}, new double[] {0.5, -1, -1.5, 0});
        assertThat(agreement.rightSign()).isEqualTo(0.75);
        assertThat(agreement.slope()).isCloseTo((0.5 + 2 - 4.5) / 14, within(1e-12));
        assertThat(agreement.correlation()).isCloseTo(-1 / Math.sqrt(13 * 2.5), within(1e-12));
        assertThat(agreement.truth()).isEqualTo(1.5);
        assertThat(agreement.said()).isEqualTo(0.75);
        assertThat(SelfTest.Agreement.of(new double[0], new double[0]))
                .isEqualTo(new SelfTest.Agreement(0, 0, 0, 0, 0, 0));
        assertThat(SelfTest.Agreement.of(new double[2], new double[] {1, 2}).slope())
                .isZero();
        assertThat(SelfTest.Agreement.of(new double[] {1, 2}, new double[] {3, 3})
                        .correlation())
                .isZero();
    }

    private static Check advising(Health.Part part, String name, Status status, Health.Advice... advice) {
        return new Check(part, name, status, "", List.of(advice));
    }

    private static Health.Advice value(Remedy remedy, double value) {
        return new Health.Advice(remedy, "w", value);
    }

    private static List<Double> values(List<Check> checks, Remedy remedy) {
        return new ConsistentAdvice(checks)
                .checks().stream()
                        .flatMap(c -> c.advice().stream())
                        .filter(a -> a.remedy() == remedy)
                        .map(Health.Advice::value)
                        .toList();
    }

    @Test
    void adviceDoesNotPointInTwoDirections() {
        Check smaller = advising(Health.Part.DETECTORS, "sizes", Status.FAIR, value(Remedy.SMALLEST_SHARE, 0.01));
        Check larger = advising(
                Health.Part.DETECTORS, "division of the patches", Status.FAIR, value(Remedy.SMALLEST_SHARE, 0.03));
        assertThat(values(List.of(smaller, larger), Remedy.SMALLEST_SHARE)).containsExactly(0.03);
        Check missed = advising(Health.Part.DETECTORS, "constraints", Status.FAIR, value(Remedy.SMALLEST_SHARE, 0.01));
        assertThat(values(List.of(missed, larger), Remedy.SMALLEST_SHARE))
                .as("every concept cannot keep more if it cannot keep what was asked for")
                .containsExactly(0.01);

        Check silent =
                advising(Health.Part.DETECTORS, "silent detectors", Status.FAIR, value(Remedy.FEWER_CONCEPTS, 14));
        Check noisy = advising(Health.Part.DIFFERENCES, "reliability", Status.FAIR, value(Remedy.FEWER_CONCEPTS, 8));
        assertThat(values(List.of(silent, noisy), Remedy.FEWER_CONCEPTS)).containsExactly(8.0, 8.0);
    }

    @ParameterizedTest
    @CsvSource({
        "DETECTORS, POOR, false",
        "DIFFERENCES, POOR, false",
        "EXPLANATIONS, POOR, false",
        "SELF_TEST, POOR, false",
        "SIGNAL_VECTORS, POOR, true",
        "DIFFERENCES, FAIR, true"
    })
    void explanationsByRemovalAreNotAdvisedWhereTheyArePoor(Health.Part part, Status status, boolean advised) {
        Check poor = advising(part, "p", status);
        Check entropy = advising(
                Health.Part.DECOMPOSITION,
                "entropy",
                Status.POOR,
                new Health.Advice(Remedy.EXPLAIN_BY_REMOVAL, "w", null));
        assertThat(values(List.of(poor, entropy), Remedy.EXPLAIN_BY_REMOVAL)).hasSize(advised ? 1 : 0);
    }

    @ParameterizedTest
    @CsvSource({
        "DETECTORS, true, POOR",
        "DETECTORS, false, POOR",
        "DIFFERENCES, true, PARTLY",
        "DIFFERENCES, false, CLEAR",
        "SIGNAL_VECTORS, true, CLEAR",
        "SIGNAL_VECTORS, false, PARTLY",
        "EXPLANATIONS, true, PARTLY",
        "EXPLANATIONS, false, CLEAR",
        "DECOMPOSITION, true, CLEAR",
        "DECOMPOSITION, false, PARTLY",
        "SELF_TEST, true, POOR",
        "SELF_TEST, false, CLEAR"
    })
    void whatIsPoorLimitsTheExplanationsThatRestOnIt(Health.Part part, boolean byRemoval, Quality.Grade best) {
        List<Check> checks = Arrays.stream(Health.Part.values())
                .map(p -> advising(p, "check of " + p, p == part ? Status.POOR : Status.GOOD))
                .toList();
        Health health = new Health(
                "c", "d", "v", checks, 1, 1, 1, List.of(), 0, 1, null, 1, 1, null, List.of(), List.of(), List.of(),
                null, null);
        assertThat(health.limit(byRemoval).map(limit -> limit.grade()).orElse(Quality.Grade.CLEAR))
                .isEqualTo(best);
        health.limit(byRemoval).ifPresent(limit -> assertThat(limit.reason()).contains("check of " + part));
    }
}
