package org.eddp.health;

import static org.eddp.health.Health.Part.DECOMPOSITION;
import static org.eddp.health.Health.Part.DETECTORS;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.eddp.directions.Term;
import org.eddp.health.Health.Advice;
import org.eddp.health.Health.Check;
import org.eddp.health.Health.Constraint;
import org.eddp.health.Health.Remedy;
import org.eddp.health.Health.Status;
import org.eddp.health.Health.Subject;
import org.eddp.math.Median;

/** Judges constraints, and detectors: whether they fire, repeat each other, and how they divide the patches. */
final class DetectorChecks extends Judgement {
    /** Name of the check of constraints. */
    static final String CONSTRAINTS = "constraints";

    /** Share of the detectors that may fail without making the others less reliable. */
    private static final double FEW = 0.1;
    /** Tolerance above twice the target, because targets may be 0. */
    private static final double SLACK = 0.01;
    /**
     * A detector whose share is this close to the smallest allowed one counts as being at that bound: halfway to an
     * even share, because batches of unequal content keep it at some distance.
     */
    private static final double AT_SMALLEST = 1.5;

    /** From this part of the largest allowed share on, a detector counts as being at that bound. */
    private static final double AT_LARGEST = 0.95;

    /** Even shares that the largest concept may have without a loss for the others (docs/reproduction.md). */
    private static final double FAIR_LARGEST = 5;

    private static final double GOOD_COVERAGE = 0.8;
    private static final double POOR_COVERAGE = 0.5;
    private static final double GOOD_REDUNDANCY = 1.5;
    private static final double POOR_REDUNDANCY = 3;

    DetectorChecks(Subject subject, Measurements measured) {
        super(subject, measured);
    }

    List<Check> all() {
        List<Check> checks = new ArrayList<>();
        if (!subject.constraints().isEmpty()) {
            checks.add(constraints());
        }
        checks.add(silent());
        checks.add(duplicates());
        checks.add(sizes());
        checks.add(division());
        return checks;
    }

    private Check constraints() {
        List<Constraint> missed =
                subject.constraints().stream().filter(c -> !c.met()).toList();
        if (missed.isEmpty()) {
            String all = "all " + subject.constraints().size() + " constraints of the last step are met";
            return new Check(DETECTORS, CONSTRAINTS, Status.GOOD, all, List.of());
        }
        List<String> words = missed.stream().map(DetectorChecks::words).toList();
        int others = subject.constraints().size() - missed.size();
        boolean onlySignals = missed.stream().allMatch(c -> c.loss().equals(fso()));
        boolean far = missed.stream().anyMatch(DetectorChecks::farOff);
        List<Advice> advice = new ArrayList<>();
        fewer(advice);
        advice.add(longer());
        if (missed.stream().anyMatch(c -> c.loss().equals(Term.INACTIVE_CLASSIFIER.symbol()))) {
            advice.add(smallerShares());
        }
        return new Check(
                onlySignals ? DECOMPOSITION : DETECTORS,
                CONSTRAINTS,
                far ? Status.POOR : Status.FAIR,
                "not met: " + String.join(", ", words) + "; met: " + (others == 0 ? "none" : others + " others"),
                advice);
    }

    private static String words(Constraint c) {
        String times = c.target() > 0 ? format(", %.1f times that", c.value() / c.target()) : "";
        String target = c.target() == 0 ? "0" : format("%.4g", c.target());
        return format("L^%s, %.4g where at most %s was asked for%s", c.loss(), c.value(), target, times);
    }

    /** Clearly more than twice the target. */
    private static boolean farOff(Constraint c) {
        return !(c.value() <= 2 * c.target() + SLACK); // NaN is not met either
    }

    private Check silent() {
        long silent = measured.silent();
        List<Advice> advice = new ArrayList<>();
        if (silent > 0) {
            advice.add(anotherStart());
            advice.add(onlyUseful(silent));
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
            advice.add(onlyUseful(superfluous));
            advice.add(anotherStart());
        }
        return new Check(DETECTORS, "duplicates", rare(superfluous), finding, advice);
    }

    /** Advice to learn only as many concepts as are useful. */
    private Advice onlyUseful(long useless) {
        long left = Math.max(1, measured.concepts() - useless);
        return new Advice(Remedy.FEWER_CONCEPTS, "learn fewer concepts (" + left + " are of use)", (double) left);
    }

    private Status rare(long number) {
        if (number == 0) {
            return Status.GOOD;
        }
        return number <= FEW * measured.concepts() ? Status.FAIR : Status.POOR;
    }

    private Check sizes() {
        String firing = "detectors fire on "
                + spread(measured.detectors().stream().mapToDouble(d -> (double) d.patches() / measured.patches()))
                + " of the patches";
        if (subject.bounds() == null) {
            return new Check(DETECTORS, "sizes", Status.GOOD, firing, List.of());
        }
        double smallest = subject.bounds().minimumShare();
        long told = measured.detectors().stream()
                .filter(d -> d.share() <= AT_SMALLEST * smallest)
                .count();
        long largest = measured.detectors().stream()
                .filter(d -> d.share() >= AT_LARGEST * subject.bounds().maximumShare())
                .count();
        boolean most = 2 * told > measured.concepts();
        return new Check(
                DETECTORS,
                "sizes",
                most ? Status.FAIR : Status.GOOD,
                format(
                        "soft shares (means of y^%s, which is what the bounds are on) are %s, where %.2f %% to %.2f %%"
                                + " are allowed; %d of %d are at or near the smallest allowed, %d at the largest; %s",
                        BigDecimal.valueOf(subject.bounds().membershipExponent())
                                .stripTrailingZeros()
                                .toPlainString(),
                        spread(measured.detectors().stream().mapToDouble(Health.Detector::share)),
                        100 * smallest,
                        100 * subject.bounds().maximumShare(),
                        told,
                        measured.concepts(),
                        largest,
                        firing),
                most ? List.of(otherSizes()) : List.of());
    }

    /** Smallest, median and largest of shares. */
    private static String spread(DoubleStream shares) {
        double[] sorted = shares.sorted().toArray();
        return format(
                "%.2f %% (the smallest), %.2f %% (median), %.2f %% (the largest)",
                100 * sorted[0], 100 * Median.orZero(sorted), 100 * sorted[sorted.length - 1]);
    }

    /**
     * Advice if most concepts are at the smallest size: lower the largest allowed share, so that more patches are left
     * for the others; if that is low already, lower the smallest share.
     */
    private Advice otherSizes() {
        double largest = FAIR_LARGEST / measured.concepts();
        return subject.bounds().maximumShare() > 1.01 * largest
                ? share(
                        Remedy.LARGEST_SHARE,
                        "allow the largest concept less, so that more patches are left for the others",
                        largest)
                : share(
                        Remedy.SMALLEST_SHARE,
                        "the bound determines their size, not the features: see how small they become with half of it",
                        subject.bounds().minimumShare() / 2);
    }

    private Advice smallerShares() {
        return share(
                Remedy.SMALLEST_SHARE,
                "ask every concept for less of the patches",
                subject.bounds().minimumShare() / 2);
    }

    private Check division() {
        double coverage = measured.coverage();
        double redundancy = measured.redundancy();
        boolean good = coverage >= GOOD_COVERAGE && redundancy <= GOOD_REDUNDANCY;
        boolean poor = coverage < POOR_COVERAGE || redundancy > POOR_REDUNDANCY;
        List<Advice> advice = new ArrayList<>();
        if (!good) {
            advice.add(longer());
            double even = GOOD_COVERAGE / measured.concepts();
            if (coverage < GOOD_COVERAGE
                    && subject.bounds() != null
                    && subject.bounds().minimumShare() < even) {
                advice.add(share(Remedy.SMALLEST_SHARE, "ask every concept for more of the patches", even));
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
}
