package org.eddp.health;

import static org.eddp.health.Health.Part.EXPLANATIONS;
import static org.eddp.health.Health.Part.SIGNAL_VECTORS;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eddp.explain.Conditioning;
import org.eddp.explain.Quality;
import org.eddp.health.Health.Advice;
import org.eddp.health.Health.Check;
import org.eddp.health.Health.Detector;
import org.eddp.health.Health.Explanations;
import org.eddp.health.Health.Remedy;
import org.eddp.health.Health.Status;
import org.eddp.health.Health.Subject;
import org.eddp.math.Median;

/** Judges signal vectors, alone and all together in explanations. */
final class SignalChecks extends Judgement {
    /** A part of the signal vectors that may be noise without the others being worth less. */
    private static final double FEW = 0.1;
    /** Reliability at which noise has a quarter of the power of the signal. */
    private static final double RELIABLE = 2.0 / 3;
    /** Reliability at which noise has the power of the signal. */
    private static final double NOISE = 1.0 / 3;

    private static final double STABLE = 0.7;

    SignalChecks(Subject subject, Measured measured) {
        super(subject, measured);
    }

    List<Check> all() {
        List<Check> checks = new ArrayList<>(List.of(reliability(), condition(), explanations()));
        if (measured.stability() != null) {
            checks.add(stability());
        }
        return checks;
    }

    private Check reliability() {
        List<Detector> firing =
                measured.detectors().stream().filter(d -> d.patches() > 0).toList();
        double median = Median.orZero(firing.stream()
                .mapToDouble(d -> d.reliability() == null ? 0 : d.reliability())
                .toArray());
        long noise = firing.stream()
                .filter(d -> d.reliability() == null || d.reliability() < NOISE)
                .count();
        double patches =
                Median.orZero(firing.stream().mapToDouble(Detector::patches).toArray());
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
                    subject.head() == null
                            ? List.of(advice(Remedy.GIVE_NETWORK, "say where the network is"))
                            : List.of());
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
                                + " correction %.2f; %.2f of the logit is left at the undecided point, %s%s%s",
                        own.images(),
                        own.residual(),
                        own.cancellation(),
                        own.correction(),
                        own.undecided(),
                        own.point(),
                        own.quality().explainsMost() ? "" : ": little of the prediction is explained at all",
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
        if (own.residual() > Quality.CLEAR_RESIDUAL && moreConceptsAreSupported()) {
            advice.add(advice(
                    Remedy.ALL_CONCEPTS,
                    "learn as many concepts as there are features: they span all that a patch has, and "
                            + (subject.undecided().damping() > 0
                                    ? "the residual is what damping leaves over"
                                    : "leave no residual")));
        }
        advice.add(advice(
                Remedy.ONE_CONCEPT_AT_A_TIME,
                "ask for influence, edits and corrections: they take one concept at a time and do not suffer"));
        return advice;
    }

    /** Whether there are patches enough for as many concepts as features. */
    private boolean moreConceptsAreSupported() {
        int width = measured.width();
        return measured.concepts() < width && ConceptNumber.supported(measured.patches(), width) == width;
    }

    private Check stability() {
        Health.Stability stability = measured.stability();
        int matched = Math.min(measured.concepts(), stability.concepts());
        boolean good = stability.found() >= STABLE * matched;
        return new Check(
                SIGNAL_VECTORS,
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
}
