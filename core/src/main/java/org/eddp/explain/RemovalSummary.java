package org.eddp.explain;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;

/**
 * An explanation by removal in a sentence or two: the concept that speaks most for the class, how much of the logit it
 * adds, the concept that speaks most against the class, and the prediction without all concepts that were removed
 * together.
 *
 * @param instead that prediction
 */
record RemovalSummary(
        OutputKind outputs,
        Named label,
        Named against,
        Named predicted,
        List<ConceptName> concepts,
        Explanation explanation,
        Named instead) {
    private static final MathContext DIGITS = new MathContext(3);

    String sentence() {
        List<Integer> strongest = without().concepts();
        if (strongest.isEmpty()) {
            return opening(outputs, label, against)
                    + ", but no concept of this run speaks for it: without the concepts that fire, "
                    + quantity() + " goes from " + number(explanation.logit()) + " to "
                    + number(explanation.baselineLogit()) + ".";
        }
        return opening(concepts.get(strongest.get(0)).inSentence()) + ": "
                + ofLogit(explanation.concepts().get(strongest.get(0)).contribution()) + opposed() + ". Without "
                + together() + " the network " + outcome() + ".";
    }

    /** The contribution of a concept relative to the logit. */
    private String ofLogit(double contribution) {
        double logit = explanation.logit();
        return signed(contribution)
                + (logit <= 0 ? " to " + quantity() + " of " : contribution > logit ? ", more than all of " : " of ")
                + number(logit);
    }

    private String opposed() {
        return explanation.concepts().stream()
                .filter(c -> c.present() > 0 && c.contribution() < 0)
                .min(Comparator.comparingDouble(Explanation.Contribution::contribution))
                .map(c -> "; against it " + concepts.get(c.concept()).inSentence() + ": " + signed(c.contribution()))
                .orElse("");
    }

    private static String signed(double value) {
        return (value > 0 ? "+" : "") + number(value);
    }

    private String opening(String concept) {
        return said() && against == null
                ? opening(outputs, label, against) + ", mainly because of " + concept
                : "What speaks most for " + subject() + (said() ? "" : ", which the network does not say,") + " is "
                        + concept;
    }

    /** The prediction without the concepts. */
    private String outcome() {
        if (against != null) {
            return without().marginWithout() < 0
                    ? (explanation.logit() < 0 ? "still prefers " : "prefers ") + against.inSentence(outputs.noun())
                    : "still prefers " + label.inSentence(outputs.noun());
        }
        if (!said()) {
            return "gives it a probability of " + percent(without().probability());
        }
        if (outputs == OutputKind.LABELS) {
            return (lost() ? "no longer finds it" : "still finds it") + ", with a probability of "
                    + percent(without().probability());
        }
        if (lost()) {
            return "says " + (instead == null ? "another class" : instead.inSentence("class"));
        }
        double share = without().share();
        return "still says it, with "
                + (share > 0 ? percent(share) + " of its lead gone" : "as large a lead as before");
    }

    /** Whether the explained class is the predicted one. */
    boolean said() {
        return outputs == OutputKind.LABELS
                ? explanation.probability() > 0.5
                : explanation.label() == explanation.predicted();
    }

    /** Whether the prediction changes without the concepts; if two classes are compared, whether the other one wins. */
    boolean lost() {
        if (against != null) {
            return explanation.logit() > 0 && without().marginWithout() < 0;
        }
        return said()
                && (outputs == OutputKind.LABELS
                        ? without().probability() <= 0.5
                        : without().predicted() != explanation.label());
    }

    /** The concepts removed together, by their numbers. */
    String together() {
        List<Integer> strongest = without().concepts();
        int last = strongest.size() - 1;
        return last == 0
                ? "concept " + strongest.get(0)
                : "concepts "
                        + strongest.subList(0, last).stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(", "))
                        + " and " + strongest.get(last);
    }

    /** The name of the quantity that falls. */
    String quantity() {
        return against == null ? "the logit" : "the difference of the two logits";
    }

    private Explanation.Without without() {
        return explanation.without();
    }

    private String subject() {
        String kind = outputs.noun();
        return label.inSentence(kind) + (against == null ? "" : " rather than " + against.inSentence(kind));
    }

    /** The explained class, as the beginning of a sentence: "Saint Bernard rather than boxer". */
    static String opening(OutputKind outputs, Named label, Named against) {
        String kind = outputs.noun();
        return capitalised(label.plain(kind) + (against == null ? "" : " rather than " + against.plain(kind)));
    }

    /** The text with a capital first letter. */
    static String capitalised(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    /** Formats a value with three digits. */
    static String number(double value) {
        if (value == 0 || !Double.isFinite(value)) {
            return value == 0 ? "0.00" : String.valueOf(value);
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS);
        int missing = DIGITS.getPrecision() - rounded.precision();
        return rounded.setScale(rounded.scale() + missing).toPlainString().replace('-', '\u2212');
    }

    /** Whole percents. */
    static String percent(double share) {
        if (share > 0 && share < 0.01) {
            return "less than 1 %";
        }
        return share > 0.99 && share < 1 ? "more than 99 %" : Math.round(100 * share) + " %";
    }
}
