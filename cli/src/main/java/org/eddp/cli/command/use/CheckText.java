package org.eddp.cli.command.use;

import org.eddp.study.check.CheckResults;

/** A check as text for build logs. */
final class CheckText {
    private CheckText() {}

    /** One line per rule, then the outcome. */
    static String of(CheckResults results) {
        StringBuilder text = new StringBuilder();
        for (CheckResults.Finding finding : results.findings()) {
            text.append(String.format("%-9s  %s (%s)%n", word(finding.status()), finding.rule(), finding.detail()));
        }
        return text.append(String.format("%s%n", outcome(results))).toString();
    }

    private static String word(CheckResults.Status status) {
        return switch (status) {
            case HELD -> "ok";
            case VIOLATED -> "VIOLATED";
            case UNCHECKED -> "UNCHECKED";
        };
    }

    private static String outcome(CheckResults results) {
        int rules = results.findings().size();
        long violated = results.count(CheckResults.Status.VIOLATED);
        long unchecked = results.count(CheckResults.Status.UNCHECKED);
        String of = " of " + rules + (rules == 1 ? " rule " : " rules ");
        return switch (results.status()) {
            case HELD -> "The policy holds: " + rules + (rules == 1 ? " rule" : " rules") + " checked.";
            case VIOLATED -> violated + of + "violated.";
            case UNCHECKED -> unchecked + of + "could not be checked, " + violated + " violated.";
        };
    }
}
