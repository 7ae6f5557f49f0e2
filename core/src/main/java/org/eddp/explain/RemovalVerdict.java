package org.eddp.explain;

import java.util.ArrayList;
import java.util.List;
import org.eddp.network.OutputKind;

/** How reliable an explanation by removal is, in sentences. */
public final class RemovalVerdict {
    /** Interaction above this share of the sum of contributions is large. */
    private static final double MUCH = 0.5;

    private final ExplainedImage explained;
    private final Explanation explanation;
    private final Explanation.Without without;
    private final RemovalSummary summary;

    /** Judges an explanation by removal. */
    public RemovalVerdict(ExplainedImage explained) {
        this.explained = explained;
        explanation = explained.explanation();
        without = explanation.without();
        summary = new RemovalSummary(
                explained.outputs(),
                explained.label(),
                explained.against(),
                explained.predicted(),
                explained.concepts(),
                explanation,
                explained.instead());
    }

    /** The verdict in a sentence. */
    public String headline() {
        if (limited()) {
            return explained.verdict() == Quality.Grade.POOR
                    ? "This explanation is not reliable."
                    : "This explanation is reliable only in part.";
        }
        return switch (explained.verdict()) {
            case CLEAR -> "Concepts explain this prediction: " + effect() + ".";
            case PARTLY -> "Concepts explain part of this prediction: " + effect() + ".";
            case POOR -> "Concepts do not explain this prediction: " + effect() + ".";
        };
    }

    /** The reasons, a sentence or two each. */
    public List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        if (limited()) {
            reasons.add(explained.limit().reason());
            reasons.add(RemovalSummary.capitalised(effect()) + ".");
        }
        if (isUnsure()) {
            reasons.add("The network itself is unsure: it gives " + named() + " a probability of "
                    + RemovalSummary.percent(explanation.probability()) + ".");
        }
        if (!without.concepts().isEmpty()) {
            reasons.add((without.concepts().size() == 1
                            ? "Taken out, " + summary.together() + " takes "
                            : "Taken out together, " + summary.together() + " take ")
                    + summary.quantity() + " from "
                    + RemovalSummary.number(explanation.logit()) + " to " + RemovalSummary.number(without.logit())
                    + ", and the probability of " + named() + " from "
                    + RemovalSummary.percent(explanation.probability()) + " to "
                    + RemovalSummary.percent(without.probability()) + ".");
        }
        reasons.add(account());
        if (interactsMuch()) {
            reasons.add("The interaction is large: concepts share parts of the picture. Read those on the same patches"
                    + " together, not one by one.");
        }
        return reasons;
    }

    /** Whether the run, not the explanation, makes the verdict. */
    public boolean limited() {
        return explained.limit() != null
                && explained.limit().binds(explanation.quality().grade());
    }

    /** Whether the predicted class has a small probability. */
    public boolean isUnsure() {
        return explained.outputs() == OutputKind.CLASSES
                && summary.said()
                && explanation.probability() < Quality.CONFIDENT;
    }

    /** The prediction without the named concepts. */
    private String effect() {
        int count = without.concepts().size();
        if (count == 0) {
            return "none of them speaks for it";
        }
        String named = count == 1 ? summary.together() : "the " + count + " concepts that speak most for it";
        if (summary.lost()) {
            return "without " + named + " " + otherwise();
        }
        if (without.margin() <= 0) {
            return "without " + named + " " + summary.quantity() + " falls from "
                    + RemovalSummary.number(explanation.logit()) + " to " + RemovalSummary.number(without.logit());
        }
        return without.share() > 0
                ? "without " + named + " " + RemovalSummary.percent(without.share()) + " of " + lead() + " is gone"
                : "without " + named + " nothing of " + lead() + " is gone";
    }

    private String otherwise() {
        if (explained.against() != null) {
            return "the network prefers "
                    + explained.against().inSentence(explained.outputs().noun());
        }
        if (explained.outputs() == OutputKind.LABELS) {
            return "the network no longer finds it";
        }
        return "the network says "
                + (explained.instead() == null
                        ? "another class"
                        : explained.instead().inSentence("class"))
                + " instead";
    }

    private String lead() {
        if (explained.against() != null) {
            return summary.quantity();
        }
        return explained.outputs() == OutputKind.LABELS ? "its logit" : "its lead over the next class";
    }

    private String named() {
        return explained.label().inSentence(explained.outputs().noun());
    }

    private String account() {
        long firing =
                explanation.concepts().stream().filter(c -> c.present() > 0).count();
        if (firing == 0) {
            return "No concept fires in the picture, so there is nothing to take out.";
        }
        if (firing == 1) {
            return "The one concept that fires adds " + RemovalSummary.number(explanation.total()) + ". " + rest("it");
        }
        return "The " + firing + " concepts that fire add "
                + RemovalSummary.number(explanation.total()) + " if each is taken out alone, and "
                + RemovalSummary.number(explanation.explanationLogit())
                + " if all are taken out together; the difference, " + RemovalSummary.number(explanation.interaction())
                + ", is interaction. " + rest("them");
    }

    private String rest(String without) {
        return "Without " + without + " " + summary.quantity() + " is "
                + RemovalSummary.number(explanation.baselineLogit()) + ".";
    }

    private boolean interactsMuch() {
        double single = explanation.concepts().stream()
                .mapToDouble(c -> Math.abs(c.contribution()))
                .sum();
        return Math.abs(explanation.interaction()) > MUCH * single;
    }
}
