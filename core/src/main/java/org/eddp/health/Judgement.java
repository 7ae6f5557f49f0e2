package org.eddp.health;

import static org.eddp.health.Health.Part.DETECTORS;
import static org.eddp.health.Health.Part.EXPLANATIONS;
import static org.eddp.health.Health.Part.SIGNAL_VECTORS;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.eddp.directions.Term;
import org.eddp.explain.Conditioning;
import org.eddp.explain.Quality;
import org.eddp.health.Health.Advice;
import org.eddp.health.Health.Check;
import org.eddp.health.Health.Constraint;
import org.eddp.health.Health.Detector;
import org.eddp.health.Health.Explanations;
import org.eddp.health.Health.Part;
import org.eddp.health.Health.Remedy;
import org.eddp.health.Health.Status;
import org.eddp.health.Health.Subject;

/** Judges what was measured by what the method needs; docs/concepts.md says where the bounds come from. */
final class Judgement {
    /** A part of the detectors that may fail without the others being worth less. */
    private static final double FEW = 0.1;
    /**
     * A detector whose share is this close to the smallest allowed one is as large as it was told to be: halfway to an even
     * share, since batches of unequal content make it keep some distance.
     */
    private static final double AT_SMALLEST = 1.5;

    private static final double GOOD_COVERAGE = 0.8;
    private static final double POOR_COVERAGE = 0.5;
    private static final double GOOD_REDUNDANCY = 1.5;
    private static final double POOR_REDUNDANCY = 3;
    /** Reliability at which noise has a quarter of the power of the signal. */
    private static final double RELIABLE = 2.0 / 3;
    /** Reliability at which noise has the power of the signal. */
    private static final double NOISE = 1.0 / 3;

    private static final double STABLE = 0.7;

    private final Subject subject;
    private final Measured measured;
    private final int supported;

    Judgement(Subject subject, Measured measured) {
        this.subject = subject;
        this.measured = measured;
        supported = ConceptNumber.supported(measured.patches(), measured.width());
    }

    List<Check> checks() {
        List<Check> checks = new ArrayList<>();
        if (!subject.constraints().isEmpty()) {
            checks.add(constraints());
        }
        checks.add(silent());
        checks.add(duplicates());
        checks.add(sizes());
        checks.add(division());
        checks.add(reliability());
        checks.add(condition());
        checks.add(explanations());
        if (measured.stability() != null) {
            checks.add(stability());
        }
        return checks;
    }

    private Check constraints() {
        List<Constraint> missed =
                subject.constraints().stream().filter(c -> !c.met()).toList();
        if (missed.isEmpty()) {
            String all = "all " + subject.constraints().size() + " constraints of the last step are met";
            return new Check(DETECTORS, "constraints", Status.GOOD, all, List.of());
        }
        List<String> words = missed.stream().map(Judgement::words).toList();
        int others = subject.constraints().size() - missed.size();
        boolean onlySignals = missed.stream().allMatch(c -> c.loss().equals(fso()));
        boolean far = missed.stream().anyMatch(Judgement::farOff);
        List<Advice> advice = new ArrayList<>();
        advice.add(longer());
        if (missed.stream().anyMatch(c -> c.loss().equals(Term.INACTIVE_CLASSIFIER.symbol()))) {
            advice.add(otherShares());
        }
        fewer(advice);
        return new Check(
                onlySignals ? EXPLANATIONS : DETECTORS,
                "constraints",
                far ? Status.POOR : Status.FAIR,
                "not met: " + String.join(", ", words) + "; met: " + (others == 0 ? "none" : others + " others"),
                advice);
    }

    private static String words(Constraint c) {
        String times = c.target() > 0 ? format(", %.1f times that", c.value() / c.target()) : "";
        String target = c.target() == 0 ? "0" : format("%.4g", c.target());
        return format("L^%s, %.4g where at most %s was asked for%s", c.loss(), c.value(), target, times);
    }

    /** More than twice the target, and not by a hair. */
    private static boolean farOff(Constraint c) {
        return c.value() - c.target() > Math.max(FEW, c.target());
    }

    private Check silent() {
        long silent = measured.silent();
        List<Advice> advice = new ArrayList<>();
        if (silent > 0) {
            advice.add(anotherStart());
            advice.add(advice(Remedy.FEWER_CONCEPTS, "learn fewer concepts"));
        }
        return new Check(
                DETECTORS,
                "silent detectors",
                rare(silent),
                silent == 0
                        ? "every detector fires somewhere"
                        : silent + " of " + measured.concepts() + " detectors never fire",
                advice);
    }

    private Check duplicates() {
        long superfluous = measured.duplicates().stream()
                .mapToInt(Health.Duplicate::second)
                .distinct()
                .count();
        List<Advice> advice = new ArrayList<>();
        String finding = "no two detectors are one concept";
        if (superfluous > 0) {
            Health.Duplicate first = measured.duplicates().get(0);
            finding = format(
                    "%d of %d detectors repeat another one (%d and %d: overlap %.2f, cosine of filters %.2f, of signal"
                            + " vectors %.2f)",
                    superfluous,
                    measured.concepts(),
                    first.first(),
                    first.second(),
                    first.overlap(),
                    first.filters(),
                    first.signals());
            advice.add(advice(Remedy.FEWER_CONCEPTS, "learn fewer concepts"));
            advice.add(anotherStart());
        }
        return new Check(DETECTORS, "duplicates", rare(superfluous), finding, advice);
    }

    private Status rare(long number) {
        if (number == 0) {
            return Status.GOOD;
        }
        return number <= FEW * measured.concepts() ? Status.FAIR : Status.POOR;
    }

    private Check sizes() {
        double[] shares = measured.detectors().stream()
                .mapToDouble(d -> (double) d.patches() / measured.patches())
                .sorted()
                .toArray();
        String finding = format(
                "detectors fire on %.2f %% of the patches (the smallest), %.2f %% (median), %.2f %% (the largest)",
                100 * shares[0], 100 * Medians.of(shares), 100 * shares[shares.length - 1]);
        if (subject.bounds() == null) {
            return new Check(DETECTORS, "sizes", Status.GOOD, finding, List.of());
        }
        double smallest = subject.bounds().minimumShare();
        long told = measured.detectors().stream()
                .filter(d -> d.share() <= AT_SMALLEST * smallest)
                .count();
        boolean most = 2 * told > measured.concepts();
        return new Check(
                DETECTORS,
                "sizes",
                most ? Status.FAIR : Status.GOOD,
                finding
                        + format(
                                "; %d of %d are at or near the smallest share allowed, %.2f %%",
                                told, measured.concepts(), 100 * smallest),
                most
                        ? List.of(
                                otherShares(),
                                advice(
                                        Remedy.FEWER_CONCEPTS,
                                        "learn fewer concepts: their size is what was allowed, not what was found"))
                        : List.of());
    }

    private Check division() {
        double coverage = measured.coverage();
        double redundancy = measured.redundancy();
        boolean good = coverage >= GOOD_COVERAGE && redundancy <= GOOD_REDUNDANCY;
        boolean poor = coverage < POOR_COVERAGE || redundancy > POOR_REDUNDANCY;
        List<Advice> advice = new ArrayList<>();
        if (!good) {
            advice.add(longer());
            if (coverage < GOOD_COVERAGE) {
                advice.add(otherShares());
            }
        }
        return new Check(
                DETECTORS,
                "division of the patches",
                status(good, poor),
                format(
                        "a detector fires on %.0f %% of the patches (coverage), %.2f of them at once on average"
                                + " (redundancy)",
                        100 * coverage, redundancy),
                advice);
    }

    private Check reliability() {
        List<Detector> firing =
                measured.detectors().stream().filter(d -> d.patches() > 0).toList();
        double median = Medians.of(firing.stream()
                .mapToDouble(d -> d.reliability() == null ? 0 : d.reliability())
                .toArray());
        long noise = firing.stream()
                .filter(d -> d.reliability() == null || d.reliability() < NOISE)
                .count();
        double patches =
                Medians.of(firing.stream().mapToDouble(Detector::patches).toArray());
        boolean good = median >= RELIABLE && noise <= FEW * firing.size();
        boolean poor = median < NOISE || noise > firing.size() / 3.0;
        List<Advice> advice = new ArrayList<>();
        if (!good) {
            long needed = (long) ConceptNumber.PATCHES_PER_FEATURE * measured.width() * measured.concepts();
            if (needed > measured.patches()) {
                advice.add(advice(
                        Remedy.MORE_PICTURES,
                        format(
                                "learn from more pictures (about %,d for so many concepts)",
                                (needed + measured.cells() - 1) / measured.cells())));
            }
            fewer(advice);
        }
        return new Check(
                SIGNAL_VECTORS,
                "reliability of signal vectors",
                status(good, poor),
                format(
                        "cosine between the estimates from two halves of the images: %.2f (median); more noise than"
                                + " signal in %d of %d; %,.0f patches each (median), %.1f times the feature width",
                        median, noise, firing.size(), patches, patches / measured.width()),
                advice);
    }

    private Check condition() {
        Double condition = measured.condition();
        double bound = measured.alignment() / Math.sqrt(Math.max(1, measured.concepts()));
        boolean good = wellConditioned();
        // where explanations were tried they show what the condition only lets one fear
        boolean poor = measured.explanations().isEmpty() && (condition == null || condition > Conditioning.BAD);
        List<Advice> advice = new ArrayList<>();
        if (!good) {
            boolean constrained =
                    subject.constraints().stream().anyMatch(c -> c.loss().equals(fso()));
            advice.add(
                    constrained
                            ? longer()
                            : advice(
                                    Remedy.CONSTRAIN_SIGNALS,
                                    "learn filters that ignore each other's signal vectors (L^fso)"));
            fewer(advice);
        }
        return new Check(
                EXPLANATIONS,
                "condition of W^T S",
                status(good, poor),
                (condition == null ? "W^T S is singular" : format("condition number %.3g", condition))
                        + format(
                                "; L^fso is %.3f, and has to be well below %.3f, the cosine of a filter and its own signal"
                                        + " vector (%.2f, median) over sqrt(I)",
                                measured.orthogonality(), bound, measured.alignment()),
                advice);
    }

    private boolean wellConditioned() {
        return measured.condition() != null && measured.condition() <= Conditioning.GOOD;
    }

    private Check explanations() {
        if (measured.explanations().isEmpty()) {
            String why = subject.head() == null ? subject.withoutHead() : "no image has a logit to explain";
            return new Check(
                    EXPLANATIONS,
                    "explanations",
                    Status.UNKNOWN,
                    "not tried: " + why,
                    List.of(advice(Remedy.GIVE_NETWORK, "say where the network is")));
        }
        Explanations own = measured.explanations().get(0);
        return new Check(
                EXPLANATIONS,
                "explanations",
                switch (own.grade()) {
                    case CLEAR -> Status.GOOD;
                    case PARTLY -> Status.FAIR;
                    case POOR -> Status.POOR;
                },
                format(
                        "medians over %d images, as parts of the explained logit: concepts leave %.2f unexplained"
                                + " (residual), and come to %.1f in size where 1 would be without cancellation;"
                                + " correction %.2f; %.2f of the logit is left at the undecided point, %s%s",
                        own.images(),
                        own.residual(),
                        own.cancellation(),
                        own.correction(),
                        own.undecided(),
                        own.point(),
                        own.firstOrder() ? " (of first order: the head is more than one linear layer)" : ""),
                own.grade() == Quality.Grade.CLEAR ? List.of() : betterExplanations(own));
    }

    private List<Advice> betterExplanations(Explanations own) {
        List<Advice> advice = new ArrayList<>();
        measured.explanations().stream()
                .filter(other -> other.grade().compareTo(own.grade()) < 0)
                .min(Comparator.comparing(Explanations::grade).thenComparing(Explanations::residual))
                .ifPresent(other -> advice.add(advice(
                        Remedy.OTHER_UNDECIDED_POINT,
                        format(
                                "explain from another undecided point, %s: residual %.2f, cancellation %.1f",
                                other.point(), other.residual(), other.cancellation()))));
        if (!wellConditioned()) {
            advice.add(longer());
            fewer(advice);
        }
        if (measured.concepts() < measured.width()) {
            advice.add(
                    advice(
                            Remedy.ALL_CONCEPTS,
                            "learn as many concepts as there are features, which leaves no residual, if there are pictures enough"));
        }
        advice.add(advice(
                Remedy.ONE_CONCEPT_AT_A_TIME,
                "ask for influence, edits and corrections: they take one concept at a time and do not suffer"));
        return advice;
    }

    private Check stability() {
        Health.Stability stability = measured.stability();
        int matched = Math.min(measured.concepts(), stability.concepts());
        boolean good = stability.found() >= STABLE * matched;
        return new Check(
                Part.SIGNAL_VECTORS,
                "stability",
                good ? Status.GOOD : Status.FAIR,
                format(
                        "%s finds %d of %d concepts again (cosine of signal vectors above %.1f); medians: filters %.2f,"
                                + " signal vectors %.2f",
                        stability.against(),
                        stability.found(),
                        matched,
                        Matching.FOUND,
                        stability.filters(),
                        stability.signals()),
                good
                        ? List.of()
                        : List.of(advice(
                                Remedy.FEWER_CONCEPTS,
                                "trust concepts that several runs find; fewer concepts are found more often")));
    }

    private static Status status(boolean good, boolean poor) {
        if (poor) {
            return Status.POOR;
        }
        return good ? Status.GOOD : Status.FAIR;
    }

    /** Where there are more concepts than the patches support. */
    private void fewer(List<Advice> advice) {
        if (measured.concepts() > supported) {
            advice.add(advice(
                    Remedy.FEWER_CONCEPTS,
                    supported < 2
                            ? "learn fewer concepts"
                            : "learn fewer concepts (about " + supported + " for so many patches)"));
        }
    }

    private static Advice longer() {
        return advice(Remedy.LEARN_LONGER, "let the last step learn longer");
    }

    private static Advice anotherStart() {
        return advice(Remedy.ANOTHER_START, "try another seed, or several random starts");
    }

    private static Advice otherShares() {
        return advice(Remedy.OTHER_SHARES, "allow concepts other shares of the patches");
    }

    private static Advice advice(Remedy remedy, String words) {
        return new Advice(remedy, words);
    }

    private static String fso() {
        return Term.FILTER_SIGNAL_ORTHOGONALITY.symbol();
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
