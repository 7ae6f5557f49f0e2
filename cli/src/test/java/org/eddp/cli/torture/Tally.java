package org.eddp.cli.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Trials of one command and one fault, counted. */
final class Tally {
    private final Subject subject;
    private final Fault fault;
    private int trials;
    private int struck;
    private int failed;
    private int wrong;
    private final List<String> what = new ArrayList<>();

    Tally(Subject subject, Fault fault) {
        this.subject = subject;
        this.fault = fault;
    }

    void add(Outcome outcome) {
        trials++;
        struck += outcome.struck() ? 1 : 0;
        failed += outcome.failed() ? 1 : 0;
        wrong += outcome.isWell() ? 0 : 1;
        outcome.wrong().stream()
                .map(text -> subject.name() + ", " + fault.words() + ": " + text)
                .filter(text -> !what.contains(text))
                .forEach(what::add);
    }

    int trials() {
        return trials;
    }

    int struck() {
        return struck;
    }

    int wrong() {
        return wrong;
    }

    /** What was wrong, each thing once. */
    List<String> what() {
        return what;
    }

    static String header() {
        return String.format(
                Locale.ROOT,
                "%-10s  %-20s %7s %7s %8s %6s %6s",
                "command",
                "fault",
                "trials",
                "struck",
                "message",
                "equal",
                "wrong");
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%-10s  %-20s %7d %7d %8s %6d %6d",
                subject.name(),
                fault.words(),
                trials,
                struck,
                fault == Fault.KILL || fault == Fault.FREEZE ? "-" : Integer.toString(failed),
                trials - wrong,
                wrong);
    }
}
