package org.eddp.health;

import static org.eddp.health.Health.Part.DECOMPOSITION;
import static org.eddp.health.Health.Part.DIFFERENCES;
import static org.eddp.health.Health.Part.EXPLANATIONS;
import static org.eddp.health.Health.Part.SIGNAL_VECTORS;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.eddp.explain.Explanation.Conditioning;
import org.eddp.explain.Quality;
import org.eddp.health.Health.Advice;
import org.eddp.health.Health.Check;
import org.eddp.health.Health.Detector;
import org.eddp.health.Health.Explanations;
import org.eddp.health.Health.Part;
import org.eddp.health.Health.Remedy;
import org.eddp.health.Health.Status;
import org.eddp.health.Health.Subject;
import org.eddp.math.Median;
import org.eddp.network.OutputKind;

/** Judges the directions along which concepts are moved, alone and all together in explanations. */
final class SignalChecks extends Judgement {
    /** Share of the signal vectors that may be noise without making the others less reliable. */
    private static final double FEW = 0.1;
    /** Reliability at which noise has a quarter of the power of the signal. */
    private static final double RELIABLE = 2.0 / 3;
    /** Reliability at which noise has the power of the signal. */
    private static final double NOISE = 1.0 / 3;

    private static final double STABLE = 0.7;

    /** Share of the largest entropy from which the head counts as uncertain at the undecided point. */
    private static final double UNCERTAIN = 0.8;

    private static final double HALF_CERTAIN = 0.5;

    SignalChecks(Subject subject, Measurements measured) {
        super(subject, measured);
    }

    List<Check> all() {
        List<Check> checks = new ArrayList<>(List.of(
                reliability(
                        DIFFERENCES,
                        "reliability of differences of means",
                        "edits, corrections, effects and explanations by removal move along them",
                        Detector::differences),
                reliability(
                        SIGNAL_VECTORS,
                        "reliability of signal vectors",
                        "the paper's scores and decomposition move along them",
                        Detector::reliability),
                explanations(),
                condition()));
        paper().ifPresent(own -> {
            checks.add(decomposition(own));
            if (own.entropy() != null) {
                checks.add(entropy(own));
            }
        });
        if (measured.stability() != null) {
            checks.add(stability());
        }
        return checks;
    }

    private Check reliability(Part part, String name, String use, Function<Detector, Double> cosine) {
        List<Detector> firing =
                measured.detectors().stream().filter(d -> d.patches() > 0).toList();
        double median = Median.orZero(firing.stream()
                .mapToDouble(d -> cosine.apply(d) == null ? 0 : cosine.apply(d))
                .toArray());
        long noise = firing.stream()
                .filter(d -> cosine.apply(d) == null || cosine.apply(d) < NOISE)
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
                part,
                name,
                status(good, poor),
                format(
                        "cosine between the estimates from two halves of the images: %.2f (median); more noise than"
                                + " signal in %d of %d; %,.0f patches each (median), %.1f times the feature width; %s",
                        median, noise, firing.size(), patches, patches / measured.width(), use),
                advice);
    }

    private Check condition() {
        Double condition = measured.condition();
        double bound = measured.alignment() / Math.sqrt(Math.max(1, measured.concepts()));
        boolean good = wellConditioned();
        // explanations that were tried are a better test than the condition number
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
                DECOMPOSITION,
                "condition of W^T S",
                status(good, poor),
                (condition == null ? "W^T S is singular" : format("condition number %.3g", condition))
                        + format(
                                "; L^fso is %.3f, and has to be well below %.3f, the cosine of a filter and its own"
                                        + " signal vector (%.2f, median) over sqrt(I)",
                                measured.orthogonality(), bound, measured.alignment()),
                advice);
    }

    private boolean wellConditioned() {
        return measured.condition() != null && measured.condition() <= Conditioning.GOOD;
    }

    /** The check of explanations by removal. */
    private Check explanations() {
        Optional<Explanations> found =
                measured.explanations().stream().filter(Explanations::byRemoval).findFirst();
        if (found.isEmpty()) {
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
        Explanations own = found.get();
        List<Advice> advice = new ArrayList<>();
        if (own.grade() != Quality.Grade.CLEAR) {
            advice.add(moreToExplainWith());
        }
        return new Check(
                EXPLANATIONS,
                "explanations",
                status(own),
                format(
                        "by removal, median over %d images: without the concepts that speak most for the %s, five at"
                                + " most, %.2f of its %s",
                        own.images(),
                        subject.head().outputs().noun(),
                        own.removed(),
                        subject.head().outputs() == OutputKind.LABELS
                                ? "logit is gone; above 1 the label is no longer found"
                                : "lead over the next class is gone; above 1 the network says another class"),
                advice);
    }

    /** The check of the paper's decomposition, from the undecided point of learning; empty if it was not tried. */
    private Optional<Explanations> paper() {
        return measured.explanations().stream()
                .filter(sample -> !sample.byRemoval())
                .findFirst();
    }

    private static Status status(Explanations sample) {
        return switch (sample.grade()) {
            case CLEAR -> Status.GOOD;
            case PARTLY -> Status.FAIR;
            case POOR -> Status.POOR;
        };
    }

    private Check decomposition(Explanations own) {
        return new Check(
                DECOMPOSITION,
                "the paper's decomposition",
                status(own),
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
                own.grade() == Quality.Grade.CLEAR ? List.of() : betterDecomposition(own));
    }

    private List<Advice> betterDecomposition(Explanations own) {
        List<Advice> advice = new ArrayList<>();
        advice.add(byRemoval());
        measured.explanations().stream()
                .filter(other -> !other.byRemoval() && other.grade().compareTo(own.grade()) < 0)
                .min(Comparator.comparing(Explanations::grade).thenComparing(Explanations::residual))
                .ifPresent(other -> advice.add(advice(
                        Remedy.OTHER_UNDECIDED_POINT,
                        format(
                                "decompose from another undecided point, %s: residual %.2f, cancellation %.1f",
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
        return advice;
    }

    private static Advice byRemoval() {
        return advice(Remedy.EXPLAIN_BY_REMOVAL, "explain by removal, which needs no undecided point");
    }

    private Check entropy(Explanations own) {
        double share = own.entropy();
        boolean good = share >= UNCERTAIN;
        return new Check(
                DECOMPOSITION,
                "entropy at the undecided point",
                status(good, share < HALF_CERTAIN),
                format(
                                "%.2f of the largest possible, %s (median over %d images)",
                                share,
                                subject.head() != null && subject.head().outputs() == OutputKind.LABELS
                                        ? "one bit"
                                        : "log2 of the number of classes",
                                own.images())
                        + (good
                                ? ""
                                : ": the head stays sure of itself at the undecided point, so that the paper's"
                                        + " decomposition explains only part of the logit; explanations by removal do"
                                        + " not depend on it"),
                good ? List.of() : List.of(byRemoval()));
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
                        ConceptMatching.FOUND,
                        stability.filters(),
                        stability.signals()),
                good
                        ? List.of()
                        : List.of(advice(
                                Remedy.FEWER_CONCEPTS,
                                "trust concepts that several runs find; fewer concepts are found more often")));
    }
}
