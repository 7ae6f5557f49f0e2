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
            return "Detectors are " + fine(checks, Part.DETECTORS)
                    + ", but many signal vectors are noisy, and so is what moves along them (influence,"
                    + " edits, corrections, explanations): " + findings(checks, Part.SIGNAL_VECTORS, Status.POOR)
                    + ".";
        }
        if (is(checks, Part.EXPLANATIONS, Status.POOR)) {
            return "Detectors and signal vectors are " + fine(checks, Part.DETECTORS, Part.SIGNAL_VECTORS)
                    + ", but explanations will cancel or leave much unexplained: "
                    + findings(checks, Part.EXPLANATIONS, Status.POOR)
                    + ". Influence, edits and corrections take one concept at a time and do not suffer.";
        }
        String doubtful = doubtful(checks, Part.values());
        boolean explains = checks.stream().allMatch(c -> c.part() == Part.DETECTORS || c.status() == Status.GOOD);
        String fit = explains
                ? "Fit for explanations of pictures like those learned from"
                : is(checks, Part.EXPLANATIONS, Status.UNKNOWN)
                        ? "Fit for use; explanations were not tried"
                        : "Fit for use";
        return doubtful.isEmpty() ? fit + "." : fit + ", with reservations: " + doubtful + ".";
    }

    private static String fine(List<Check> checks, Part... parts) {
        String doubtful = doubtful(checks, parts);
        return doubtful.isEmpty() ? "fine" : "usable with reservations (" + doubtful + ")";
    }

    /** Names of the checks that are only fair. */
    private static String doubtful(List<Check> checks, Part... parts) {
        return checks.stream()
                .filter(c -> List.of(parts).contains(c.part()) && c.status() == Status.FAIR)
                .map(Check::name)
                .collect(Collectors.joining(", "));
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
