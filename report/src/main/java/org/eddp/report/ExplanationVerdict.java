package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import org.eddp.explain.Conditioning;
import org.eddp.explain.Explanation;
import org.eddp.explain.Quality;
import org.eddp.report.page.NumberText;

/** How far an explanation can be relied on, in words, and what would make it better. */
final class ExplanationVerdict {
    private static final double LITTLE_CANCELS = 3;

    private final Explanation explanation;
    private final Quality quality;

    ExplanationVerdict(Explanation explanation) {
        this.explanation = explanation;
        quality = explanation.quality();
    }

    /** The verdict in a sentence. */
    String headline() {
        return switch (quality.grade()) {
            case CLEAR -> "Concepts explain this prediction.";
            case PARTLY -> "Concepts explain part of this prediction.";
            case POOR -> "Concepts do not explain this prediction.";
        };
    }

    /** What stands behind it, a sentence or two each. */
    List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        if (!quality.explainsMost()) {
            reasons.add(undecided());
        }
        reasons.add(residual());
        reasons.add(cancellation());
        if (explanation.conditioning() != null) {
            reasons.add(condition(explanation.conditioning()));
        }
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

    /** However well concepts account for the difference from it, the baseline has the larger part of the prediction. */
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

    /** With fewer concepts than features the residual has a meaning of its own. */
    private String whatItIs() {
        Conditioning conditioning = explanation.conditioning();
        if (conditioning == null || explanation.residual() == 0) {
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
        int groups = explanation.cancelling().size();
        String grouped = groups == 0
                ? ""
                : " " + (groups == 1 ? "One group" : groups + " groups")
                        + " of concepts that only cancel each other taken together, "
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
                                ? ": the concepts of this run can hardly be told apart, and what one of them adds trades"
                                        + " against others."
                                : ": some concepts of this run overlap, and what one of them adds may trade against others.");
    }

    private String remedy() {
        Conditioning conditioning = explanation.conditioning();
        List<String> ways = new ArrayList<>();
        if (!quality.explainsMost()) {
            ways.add("the undecided point of learning is where the network was made uncertain");
        }
        if (conditioning != null
                && !conditioning.spansAll()
                && !conditioning.bad()
                && quality.residual() > Quality.CLEAR_RESIDUAL) {
            ways.add(
                    "images of the kind that is explained, and more concepts if there are images enough to learn them from,"
                            + " span more");
        }
        if (conditioning == null || !conditioning.good() || quality.cancellation() > Quality.CLEAR_CANCELLATION) {
            ways.add("longer learning, until L^fso is at its target, tells concepts apart");
        }
        if (explanation.undecided().damping() == 0 && quality.cancellation() > Quality.CLEAR_CANCELLATION) {
            ways.add("the damped undecided point makes shorter moves");
        }
        return ways.isEmpty()
                ? "More images to learn from, or longer learning, may help."
                : "What helps: " + String.join("; ", ways) + ".";
    }
}
