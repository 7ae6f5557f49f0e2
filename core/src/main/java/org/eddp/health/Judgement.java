package org.eddp.health;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eddp.directions.Term;
import org.eddp.health.Health.Advice;
import org.eddp.health.Health.Check;
import org.eddp.health.Health.Remedy;
import org.eddp.health.Health.Status;
import org.eddp.health.Health.Subject;

/** Compares measurements with the requirements of the method; docs/concepts.md explains the bounds. */
abstract class Judgement {
    /** Further rounds of the last step to try where there were none. */
    private static final int SOME_ROUNDS = 3;

    final Subject subject;
    final Measurements measured;
    private final int most;

    Judgement(Subject subject, Measurements measured) {
        this.subject = subject;
        this.measured = measured;
        most = ConceptNumber.most(measured.patches(), measured.width());
    }

    /** Every check, detectors first. */
    static List<Check> checks(Subject subject, Measurements measured) {
        List<Check> checks = new ArrayList<>(new DetectorChecks(subject, measured).all());
        checks.addAll(new SignalChecks(subject, measured).all());
        checks.addAll(new SelfTestChecks(subject, measured).all());
        return new ConsistentAdvice(checks).checks();
    }

    static Status status(boolean good, boolean poor) {
        if (poor) {
            return Status.POOR;
        }
        return good ? Status.GOOD : Status.FAIR;
    }

    /** Advises fewer concepts if there are more than the patches support. */
    void fewer(List<Advice> advice) {
        if (measured.concepts() > most) {
            advice.add(
                    most < 2
                            ? advice(Remedy.FEWER_CONCEPTS, "learn fewer concepts")
                            : new Advice(
                                    Remedy.FEWER_CONCEPTS,
                                    "learn fewer concepts (about " + most + " for so many patches)",
                                    (double) most));
        }
    }

    /** Twice as many further rounds as were allowed. */
    Advice longer() {
        if (subject.rounds() == null) {
            return advice(Remedy.LEARN_LONGER, "let the last step learn longer");
        }
        int more = subject.rounds() == 0 ? SOME_ROUNDS : 2 * subject.rounds();
        return new Advice(
                Remedy.LEARN_LONGER,
                "let the last step learn longer (" + more + " further rounds at most instead of " + subject.rounds()
                        + ")",
                (double) more);
    }

    /** Advice if concepts account for too little. */
    Advice moreToExplainWith() {
        return moreConceptsAreSupported()
                ? advice(Remedy.ALL_CONCEPTS, "learn more concepts: the patches support them")
                : advice(
                        Remedy.MORE_PICTURES,
                        "learn from more pictures of the kind that is explained, which support more concepts");
    }

    /** Whether there are patches enough for as many concepts as features. */
    boolean moreConceptsAreSupported() {
        int width = measured.width();
        return measured.concepts() < width && ConceptNumber.supported(measured.patches(), width) == width;
    }

    static Advice anotherStart() {
        return advice(Remedy.ANOTHER_START, "try another seed, or several random starts");
    }

    /** Another bound on the shares, to two digits. */
    static Advice share(Remedy bound, String words, double share) {
        double rounded = new BigDecimal(share).round(new MathContext(2)).doubleValue();
        return new Advice(bound, format("%s, %.2g %%", words, 100 * rounded), rounded);
    }

    static Advice advice(Remedy remedy, String words) {
        return new Advice(remedy, words, null);
    }

    static String fso() {
        return Term.FILTER_SIGNAL_ORTHOGONALITY.symbol();
    }

    static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
