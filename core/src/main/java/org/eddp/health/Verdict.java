package org.eddp.health;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.eddp.health.Health.Check;
import org.eddp.health.Health.Part;
import org.eddp.health.Health.Status;

/** What directions are fit for, in a sentence: detectors come first, what is built on them cannot be better. */
final class Verdict {
    private Verdict() {}

    static String of(List<Check> checks) {
        if (is(checks, Part.DETECTORS, Status.POOR)) {
            return "Not fit for use, the detectors are poor: " + findings(checks, Part.DETECTORS, Status.POOR) + ".";
        }
        if (is(checks, Part.SIGNAL_VECTORS, Status.POOR)) {
            return "Detectors are fine, but signal vectors are mostly noise, and so is what moves along them (influence,"
                    + " edits, corrections, explanations): " + findings(checks, Part.SIGNAL_VECTORS, Status.POOR)
                    + ".";
        }
        if (is(checks, Part.EXPLANATIONS, Status.POOR)) {
            return "Detectors and signal vectors are fine, but explanations will cancel or leave much unexplained: "
                    + findings(checks, Part.EXPLANATIONS, Status.POOR)
                    + ". Influence, edits and corrections take one concept at a time and do not suffer.";
        }
        List<Check> doubtful =
                checks.stream().filter(c -> c.status() == Status.FAIR).toList();
        boolean explains = checks.stream().allMatch(c -> c.part() == Part.DETECTORS || c.status() == Status.GOOD);
        String fit = explains
                ? "Fit for explanations"
                : is(checks, Part.EXPLANATIONS, Status.UNKNOWN)
                        ? "Fit for use; explanations were not tried"
                        : "Fit for use";
        return doubtful.isEmpty()
                ? fit + "."
                : fit + ", with reservations: "
                        + doubtful.stream().map(Check::name).collect(Collectors.joining(", ")) + ".";
    }

    private static boolean is(List<Check> checks, Part part, Status status) {
        return checks.stream().anyMatch(c -> c.part() == part && c.status() == status);
    }

    private static String findings(List<Check> checks, Part part, Status status) {
        return checks.stream()
                .filter(c -> c.part() == part && c.status() == status)
                .sorted(Comparator.comparing(Check::name))
                .map(c -> c.name() + " (" + c.finding() + ")")
                .collect(Collectors.joining("; "));
    }
}
