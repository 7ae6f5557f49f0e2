package org.eddp.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eddp.directions.Directions;
import org.eddp.directions.LossOptions;
import org.eddp.explain.ExplainedImage;
import org.eddp.explain.Quality;
import org.eddp.explain.UndecidedPoint;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.files.json.Json;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Workers;

/**
 * The health of directions: measurements without labels, and conclusions. Content of {@code health.json}.
 *
 * @param command that made it
 * @param directions digest of the directions it is about
 * @param verdict their fitness for use, in a sentence
 * @param checks every judgement with its advice
 * @param concepts number of concepts I
 * @param width feature width D
 * @param patches looked at
 * @param constraints of the last step of learning; empty if they were not learned
 * @param orthogonality L^fso of the directions as they are, over all concepts that have a signal vector
 * @param alignment median cosine of a filter and its own signal vector
 * @param condition condition number of W^T S over these concepts; null if it is singular
 * @param coverage share of the patches on which a detector fires
 * @param redundancy detectors that fire on a patch, on average
 * @param smallestShare of the patches that learning allows a concept; null if directions were not learned
 * @param detectors one by one
 * @param duplicates pairs of detectors that are one concept
 * @param explanations how a sample of images is explained: by removal first, then by the paper's decomposition from the
 *     undecided point of learning and from others; empty if it was not
 * @param stability comparison with another run; null if there was none
 * @param selfTest result of the self-test; null if it was not requested
 */
public record Health(
        String command,
        String directions,
        String verdict,
        List<Check> checks,
        int concepts,
        int width,
        long patches,
        List<Constraint> constraints,
        double orthogonality,
        double alignment,
        @Json.MayBeNull Double condition,
        double coverage,
        double redundancy,
        @Json.MayBeNull Double smallestShare,
        List<Detector> detectors,
        List<Duplicate> duplicates,
        List<Explanations> explanations,
        @Json.MayBeNull Stability stability,

        @JsonInclude(JsonInclude.Include.NON_NULL) SelfTest selfTest) {
    public Health {
        checks = List.copyOf(checks);
        constraints = List.copyOf(constraints);
        detectors = List.copyOf(detectors);
        duplicates = List.copyOf(duplicates);
        explanations = List.copyOf(explanations);
    }

    /**
     * Measures and judges directions.
     *
     * @param command that made it
     * @param digest of the directions
     */
    public static Health of(Subject subject, String command, String digest, Workers workers, Monitor monitor) {
        Measurements measured = new Examination(subject, workers, monitor).measure();
        List<Check> checks = Judgement.checks(subject, measured);
        return new Health(
                command,
                digest,
                HealthVerdict.of(checks),
                checks,
                measured.concepts(),
                measured.width(),
                measured.patches(),
                subject.constraints(),
                measured.orthogonality(),
                measured.alignment(),
                measured.condition(),
                measured.coverage(),
                measured.redundancy(),
                subject.bounds() == null ? null : subject.bounds().minimumShare(),
                measured.detectors(),
                measured.duplicates(),
                measured.explanations(),
                measured.stability(),
                subject.selfTest());
    }

    /**
     * The limit on verdicts of explanations: no explanation is better than the detectors, than the directions that it
     * uses, or than explanations of this kind in general.
     *
     * @param byRemoval whether explanations are by removal, not by the paper's decomposition
     * @return empty if there is none
     */
    public Optional<ExplainedImage.Limit> limit(boolean byRemoval) {
        boolean differences = byRemoval && checks.stream().anyMatch(c -> c.part() == Part.DIFFERENCES);
        return limit(Part.DETECTORS, Quality.Grade.POOR, "its detectors are poor")
                .or(() -> byRemoval
                        ? limit(
                                Part.SELF_TEST,
                                Quality.Grade.POOR,
                                "its explanations do not agree with what happens when pictures are changed")
                        : Optional.empty())
                .or(() -> limit(
                        differences ? Part.DIFFERENCES : Part.SIGNAL_VECTORS,
                        Quality.Grade.PARTLY,
                        "the directions along which concepts are moved are noisy"))
                .or(() -> byRemoval
                        ? limit(
                                Part.EXPLANATIONS,
                                Quality.Grade.PARTLY,
                                "its concepts explain little of what the network says of most pictures")
                        : limit(
                                Part.DECOMPOSITION,
                                Quality.Grade.PARTLY,
                                "the paper's decomposition is poor with these directions"));
    }

    private Optional<ExplainedImage.Limit> limit(Part part, Quality.Grade grade, String why) {
        String poor = poor(part);
        return poor.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new ExplainedImage.Limit(grade, "The run itself is not reliable: " + why + " (" + poor + ")."));
    }

    /** Names of the checks of a part that are poor. */
    private String poor(Part part) {
        return checks.stream()
                .filter(c -> c.part() == part && c.status() == Status.POOR)
                .map(Check::name)
                .collect(Collectors.joining(", "));
    }

    /** The status of a check. */
    public enum Status {
        /** As required by the method. */
        GOOD,
        /** Usable with reservations. */
        FAIR,
        /** Not to be relied on. */
        POOR,
        /** Could not be measured. */
        UNKNOWN
    }

    /** The subject of a check, which is unreliable if the check is poor. */
    public enum Part {
        /** Filters and thresholds. */
        DETECTORS,
        /** Differences of means: the directions of edits, corrections, effects and explanations by removal. */
        DIFFERENCES,
        /** Signal vectors: the directions of the paper's scores and decomposition. */
        SIGNAL_VECTORS,
        /** Explanations by removal. */
        EXPLANATIONS,
        /** The paper's decomposition, which moves all concepts at once. */
        DECOMPOSITION,
        /** The self-test of explanations by removal. */
        SELF_TEST
    }

    /** Advice; front ends map it to their options. */
    public enum Remedy {
        /** Step (d) learns longer. */
        LEARN_LONGER,
        /** Fewer concepts. */
        FEWER_CONCEPTS,
        /** As many concepts as features. */
        ALL_CONCEPTS,
        /** More pictures. */
        MORE_PICTURES,
        /** Another seed, or several random starts. */
        ANOTHER_START,
        /** Another bound on the share that every concept keeps. */
        SMALLEST_SHARE,
        /** Another bound on the share that no concept exceeds. */
        LARGEST_SHARE,
        /** L^fso as a constraint: variant C. */
        CONSTRAIN_SIGNALS,
        /** Explanations that start from another undecided point. */
        OTHER_UNDECIDED_POINT,
        /** Explanations by removal, which need no undecided point. */
        EXPLAIN_BY_REMOVAL,
        /** The network, which is missing. */
        GIVE_NETWORK
    }

    /**
     * One judgement.
     *
     * @param part its subject
     * @param name of the check
     * @param finding the result, with its numbers
     * @param advice empty if none is needed
     */
    public record Check(Part part, String name, Status status, String finding, List<Advice> advice) {
        public Check {
            advice = List.copyOf(advice);
        }
    }

    /**
     * Advice.
     *
     * @param words what to do, with the value to try if there is one
     * @param value to try, such as a number of concepts or a share of the patches; null where there is none to give
     */
    public record Advice(
            Remedy remedy, String words, @Json.MayBeNull Double value) {}

    /**
     * A loss that learning was to keep at or below a target.
     *
     * @param loss its symbol
     * @param value at the end
     */
    public record Constraint(String loss, double value, double target) {
        /** An active constraint is near its target, slightly above or below. */
        private static final double RELATIVE = 0.02;

        private static final double ABSOLUTE = 0.001;

        /** At its target or below, or above by no more than 2 % of it (0.001 for small targets, 0.002 for 0). */
        public boolean met() {
            return value - target <= (target == 0 ? 2 * ABSOLUTE : Math.max(ABSOLUTE, RELATIVE * target));
        }
    }

    /**
     * One detector.
     *
     * @param patches on which it fires
     * @param share of the patches as L^ic counts it: the mean of its sharpened memberships
     * @param reliability cosine between its signal vectors from the images of even and of odd number; null if one of these has
     *     none. With signal s and noise of power e in an estimate from half of the patches it is |s|^2 / (|s|^2 + e), so that at
     *     1/3 the noise of the estimate from all patches, e/2, has the power of the signal, and at 2/3 a quarter of it
     * @param differences the same cosine of its differences of means; null in the same case
     */
    public record Detector(
            int concept,
            long patches,
            double share,
            @Json.MayBeNull Double reliability,
            @Json.MayBeNull Double differences) {}

    /**
     * Two detectors that are one concept.
     *
     * @param overlap patches on which both fire, as a share of those on which one does
     * @param filters cosine of their filters
     * @param signals cosine of their signal vectors
     */
    public record Duplicate(int first, int second, double overlap, double filters, double signals) {}

    /**
     * How images of the set are explained: medians over a sample of them, as parts of the explained logit l_e.
     *
     * @param point their reference: the picture without its concepts, or an undecided point
     * @param images explained
     * @param undecided size of the logit that is left at the undecided point, as a part of the image's own
     * @param residual size of the part that concepts do not account for
     * @param cancellation sum of the sizes of all concepts' totals: 1 if none speaks against another
     * @param correction size of the sum of corrections
     * @param firstOrder whether the head is more than one linear layer, so that gradients took the place of class
     *     vectors
     * @param entropy of the prediction at the point, as a share of the largest possible; null if that is 0
     * @param removed part of the lead of the class that is gone without the concepts that speak most for it; null
     *     unless by removal
     */
    public record Explanations(
            String point,
            int images,
            double undecided,
            double residual,
            double cancellation,
            double correction,
            boolean firstOrder,
            @Json.MayBeNull Double entropy,
            @Json.MayBeNull Double removed) {
        /** Whether they are by removal, not by the paper's decomposition. */
        boolean byRemoval() {
            return removed != null;
        }

        /** The grade of such explanations. */
        Quality.Grade grade() {
            return quality().grade();
        }

        /** The same as numbers of one explanation. */
        Quality quality() {
            return new Quality(
                    1, cancellation, cancellation, residual, correction, true, 0, undecided, 0, 0, removed, null);
        }
    }

    /**
     * Agreement with another run of the same layer, each concept matched with one of the other's.
     *
     * @param against name of the other run
     * @param concepts of the other run
     * @param found concepts whose signal vector has a cosine above 0.7 with its match's
     * @param filters median cosine of matched filters
     * @param signals median cosine of matched signal vectors
     */
    public record Stability(String against, int concepts, int found, double filters, double signals) {}

    /**
     * The directions to examine, and their inputs.
     *
     * @param features they were learned from
     * @param activation of the layer
     * @param subsampling whether signal vectors are those of the patches on which a detector fires
     * @param bounds on the share of a concept; null if they were not learned
     * @param rounds further rounds of the last step that were allowed; null if they were not learned
     * @param constraints where losses ended that have a target
     * @param undecided where explanations start from
     * @param head of the network; null if missing
     * @param withoutHead why there is none
     * @param other directions of another run to compare with, or null
     * @param otherName name of the other run
     * @param selfTest result of the self-test, or null
     */
    public record Subject(
            Directions directions,
            FeatureSource features,
            Activation activation,
            boolean subsampling,
            LossOptions bounds,
            Integer rounds,
            List<Constraint> constraints,
            UndecidedPoint undecided,
            Head head,
            String withoutHead,
            Directions other,
            String otherName,
            SelfTest selfTest) {
        public Subject {
            constraints = List.copyOf(constraints);
        }
    }
}
