package org.eddp.health;

import static org.eddp.health.Health.Part.SELF_TEST;

import java.util.ArrayList;
import java.util.List;
import org.eddp.health.Health.Advice;
import org.eddp.health.Health.Check;
import org.eddp.health.Health.Status;
import org.eddp.health.Health.Subject;
import org.eddp.health.SelfTest.Agreement;

/** Judges the self-test. */
final class SelfTestChecks extends Judgement {
    /** Share of right signs that explanations must have, and below which they are little better than guesses. */
    private static final double RIGHT = 0.9;

    private static final double GUESSED = 0.7;

    /** Slopes of good explanations: the stated change has about the true size. */
    private static final double LEAST_SLOPE = 0.5;

    private static final double LARGEST_SLOPE = 1.5;

    /** Slopes beyond which the size of a contribution is meaningless. */
    private static final double NO_SLOPE = 0.1;

    private static final double ABSURD_SLOPE = 3;

    /** Share of the places that must matter more than the control: 1/2 is chance. */
    private static final double MATTERS = 0.8;

    private static final double HARDLY_MATTERS = 0.6;

    SelfTestChecks(Subject subject, Measurements measured) {
        super(subject, measured);
    }

    List<Check> all() {
        return subject.selfTest() == null
                ? List.of()
                : List.of(marks(subject.selfTest()), covering(subject.selfTest()));
    }

    private Check marks(SelfTest test) {
        Agreement moved = test.run().moved();
        boolean good = moved.rightSign() >= RIGHT && moved.slope() >= LEAST_SLOPE && moved.slope() <= LARGEST_SLOPE;
        boolean poor = moved.rightSign() < GUESSED || moved.slope() < NO_SLOPE || moved.slope() > ABSURD_SLOPE;
        return check(
                "self-test: marks",
                moved,
                status(good, poor),
                format(
                        "%d pictures with a %s each: the logit that a mark changes most changes by %.2f (median size);"
                                + " explanations have the right sign in %.0f %% and put %.2f of the change down to"
                                + " concepts (slope; correlation %.2f), for the predicted class %.0f %%, %.2f and %.2f; a"
                                + " detector starts to fire on the mark in %.0f %%. Random detectors that fire as often:"
                                + " %.0f %%, %.2f and %.2f for the logit that changes most",
                        test.images(),
                        String.join(", a ", test.marks()),
                        moved.truth(),
                        100 * moved.rightSign(),
                        moved.slope(),
                        moved.correlation(),
                        100 * test.run().predicted().rightSign(),
                        test.run().predicted().slope(),
                        test.run().predicted().correlation(),
                        100 * test.run().noticed(),
                        100 * test.chance().moved().rightSign(),
                        test.chance().moved().slope(),
                        test.chance().moved().correlation()));
    }

    private Check covering(SelfTest test) {
        Agreement covered = test.run().covered();
        double larger = test.run().larger();
        boolean better = covered.correlation() > test.chance().covered().correlation();
        boolean good = larger >= MATTERS && covered.rightSign() >= RIGHT && better;
        boolean poor = larger < HARDLY_MATTERS || covered.rightSign() < GUESSED;
        return check(
                "self-test: covering",
                covered,
                status(good, poor),
                format(
                        "%d pictures, one after the other the places covered on which their strongest concepts fire"
                                + " (%d in all): the logit changes by %.2f (median size) where explanations say %.2f, and"
                                + " falls in %.0f %%; it falls by less, %.2f (median), if as many patches are covered"
                                + " elsewhere, in %.0f %%; explanations against true falls: slope %.2f, correlation"
                                + " %.2f%s. Random detectors that fire as often: %.0f %%, slope %.2f, correlation %.2f",
                        test.images(),
                        covered.pairs(),
                        covered.truth(),
                        covered.said(),
                        100 * covered.rightSign(),
                        test.run().control(),
                        100 * larger,
                        covered.slope(),
                        covered.correlation(),
                        better ? "" : ", no better than with random detectors",
                        100 * test.chance().larger(),
                        test.chance().covered().slope(),
                        test.chance().covered().correlation()));
    }

    private Check check(String name, Agreement agreement, Status status, String finding) {
        if (agreement.pairs() == 0) {
            return new Check(
                    SELF_TEST, name, Status.UNKNOWN, "no picture of the run could be tried in this way", List.of());
        }
        List<Advice> advice = new ArrayList<>();
        if (status != Status.GOOD) {
            advice.add(moreToExplainWith());
        }
        return new Check(SELF_TEST, name, status, finding, advice);
    }
}
