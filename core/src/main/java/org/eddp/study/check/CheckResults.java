package org.eddp.study.check;

import java.util.List;

/**
 * What a check found.
 *
 * @param command the command line that made it
 * @param run name of the run
 * @param directions digest of its directions
 * @param findings one for every rule, in the order of the policy
 */
public record CheckResults(String command, String run, String directions, List<Finding> findings) {
    public CheckResults {
        findings = List.copyOf(findings);
    }

    /** How a rule ended. */
    public enum Status {
        /** The rule holds. */
        HELD,
        /** The rule is violated. */
        VIOLATED,
        /** The rule could not be checked. */
        UNCHECKED
    }

    /**
     * One rule.
     *
     * @param rule what it demands, in words
     * @param status how it ended
     * @param detail the number that was measured, or why it could not be checked
     */
    public record Finding(String rule, Status status, String detail) {}

    /** {@link Status#UNCHECKED} if a rule could not be checked, else {@link Status#VIOLATED} if one is violated. */
    public Status status() {
        if (count(Status.UNCHECKED) > 0) {
            return Status.UNCHECKED;
        }
        return count(Status.VIOLATED) > 0 ? Status.VIOLATED : Status.HELD;
    }

    /** Number of rules that ended in this way. */
    public long count(Status status) {
        return findings.stream().filter(finding -> finding.status() == status).count();
    }
}
