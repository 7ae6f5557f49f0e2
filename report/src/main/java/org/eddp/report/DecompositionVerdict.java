package org.eddp.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.eddp.explain.ExplainedImage;
import org.eddp.explain.Explanation;
import org.eddp.explain.Explanation.Conditioning;
import org.eddp.explain.Explanation.Part;
import org.eddp.explain.Quality;
import org.eddp.report.page.NumberText;

/** The verdict on an explanation by the paper's decomposition. */
final class DecompositionVerdict extends ExplanationVerdict {
    private static final double LITTLE_CANCELS = 3;

    private final Explanation explanation;
    private final Quality quality;

    DecompositionVerdict(ExplainedImage explained) {
        super(explained);
        explanation = explained.explanation();
        quality = explanation.quality();
    }

    @Override
    String headline() {
        if (limited()) {
            return "This explanation, by the paper's decomposition, is "
                    + (explained.verdict() == Quality.Grade.POOR ? "not reliable." : "reliable only in part.");
        }
        return switch (explained.verdict()) {
            case CLEAR -> "By the paper's decomposition, concepts explain this prediction.";
            case PARTLY -> "By the paper's decomposition, concepts explain part of this prediction.";
            case POOR -> "By the paper's decomposition, concepts do not explain this prediction.";
        };
    }

    @Override
    String sentence() {
        return spoken(Part::total)
                        .map(part -> explained.opening() + ", by the paper's decomposition mainly because of "
                                + named(part) + ": " + added(part) + " of "
                                + NumberText.significant(explanation.explanationLogit()))
                        .orElse("By the paper's decomposition no concept of this run speaks for "
                                + explained.subjectInSentence())
                + spoken(part -> -part.total())
                        .map(part -> "; against it " + named(part) + ": " + added(part))
                        .orElse("")
                + ".";
    }

    /** The part with the largest contribution, if there is one. */
    private Optional<Part> spoken(ToDoubleFunction<Part> size) {
        return explanation.parts().stream()
                .filter(part -> size.applyAsDouble(part) > 0)
                .max(Comparator.comparingDouble(size));
    }

    /** An absent concept is always called absent. */
    private String named(Part part) {
        String name = part.group()
                ? "concepts " + ExplainedImage.together(part)
                : explained.concepts().get(part.concepts().get(0)).inSentence();
        return name + (part.present() ? "" : ", which is absent from the picture");
    }

    private static String added(Part part) {
        return (part.total() > 0 ? "+" : "") + NumberText.significant(part.total());
    }

    @Override
    boolean limited() {
        return explained.limit() != null && explained.limit().binds(quality.grade());
    }

    @Override
    List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        if (limited()) {
            reasons.add(explained.limit().reason());
        }
        if (!quality.explainsMost()) {
            reasons.add(undecided());
        }
        reasons.add(residual());
        reasons.add(firing());
        reasons.add(cancellation());
        reasons.add(condition(explanation.conditioning()));
        if (!quality.correctionSmaller()) {
            reasons.add("The correction (" + NumberText.significant(explanation.correction())
                    + ") is larger than what the maps come to ("
                    + NumberText.significant(explanation.sample() - explanation.baseline())
                    + "): trust contributions rather than maps.");
        }
        if (quality.grade() != Quality.Grade.CLEAR) {
            reasons.add(remedy());
        }
        return reasons;
    }

    /** The baseline has the larger part of the prediction, however well concepts account for the difference from it. */
    private String undecided() {
        return "The network has not changed its mind at the undecided point, " + explanation.undecided() + ": "
                + NumberText.significant(explanation.baselineLogit()) + " of the logit of "
                + NumberText.significant(explanation.logit()) + " is left there, and not explained.";
    }

    private String residual() {
        String beyond = explanation.firstOrder() ? ", with what lies beyond first order," : "";
        String share =
                Double.isFinite(quality.residual()) ? " (" + NumberText.percent(quality.residual(), 0) + ")" : "";
        return "Concepts account for " + NumberText.significant(explanation.total()) + " of the "
                + NumberText.significant(explanation.explanationLogit()) + " to be explained; the residual" + beyond
                + " is "
                + NumberText.significant(explanation.residual() + (explanation.firstOrder() ? explanation.error() : 0))
                + share + whatItIs() + ".";
    }

    /** A picture shows only its firing concepts, so a large part of absent ones is mentioned. */
    private String firing() {
        String words = "Concepts that fire in the image add " + NumberText.significant(explanation.firing())
                + ", absent ones " + NumberText.significant(explanation.absent());
        return words + (quality.absentLarger() ? ": absent concepts contribute more than those that fire." : ".");
    }

    /** With fewer concepts than features the residual is meaningful. */
    private String whatItIs() {
        Conditioning conditioning = explanation.conditioning();
        if (explanation.residual() == 0) {
            return "";
        }
        return conditioning.spansAll()
                ? explanation.undecided().damping() > 0 ? ", what damping leaves over" : ""
                : ": what " + conditioning.concepts() + " concepts in " + conditioning.features()
                        + " features do not span";
    }

    private String cancellation() {
        double times = quality.cancellation();
        String words = times <= LITTLE_CANCELS
                ? "little of it cancels"
                : times <= Quality.CLEAR_CANCELLATION
                        ? "part of it cancels"
                        : "most of it cancels, and single contributions mean little";
        String groups = explanation.parts().stream()
                .filter(Part::group)
                .map(group -> ExplainedImage.together(group) + " " + NumberText.significant(group.total()))
                .collect(Collectors.joining(", "));
        String grouped = groups.isEmpty()
                ? ""
                : " Concepts that only cancel each other taken together (" + groups + "), "
                        + NumberText.significant(quality.groupedCancellation()) + " times are left.";
        return "What concepts add, for and against, comes to "
                + (Double.isFinite(times) ? NumberText.significant(times) + " times" : "any number of times")
                + " the logit explained: " + words + "." + grouped;
    }

    static String condition(Conditioning conditioning) {
        String number = conditioning.condition() == null
                ? "W^T S is singular"
                : "W^T S has a condition number of " + NumberText.significant(conditioning.condition());
        return number
                + (conditioning.good()
                        ? ": the concepts of this run can be told apart."
                        : conditioning.bad()
                                ? ": the concepts of this run can hardly be told apart, and what one of them adds"
                                        + " trades against others."
                                : ": some concepts of this run overlap, and what one of them adds may trade against"
                                        + " others.");
    }

    private String remedy() {
        Conditioning conditioning = explanation.conditioning();
        List<String> ways = new ArrayList<>();
        if (!quality.explainsMost()) {
            ways.add("explain by removal, which needs no undecided point (./eddp explain without --undecided)");
        }
        if (!conditioning.spansAll() && !conditioning.bad() && quality.residual() > Quality.CLEAR_RESIDUAL) {
            ways.add(spanMore(conditioning.concepts()));
        }
        if (!conditioning.good() || quality.cancellation() > Quality.CLEAR_CANCELLATION) {
            ways.add("learn longer, until L^fso is at its target, which tells concepts apart (./eddp learn --rounds)");
        }
        if (explanation.undecided().damping() == 0 && quality.cancellation() > Quality.CLEAR_CANCELLATION) {
            ways.add("start from the damped undecided point, which makes shorter moves (./eddp explain --undecided"
                    + " damped)");
        }
        return ways.isEmpty()
                ? "More images to learn from may help (./eddp features --images)."
                : "What helps: " + String.join("; ", ways) + ".";
    }
}
