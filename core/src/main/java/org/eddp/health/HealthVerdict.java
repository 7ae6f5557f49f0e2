package org.eddp.health;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eddp.health.Health.Check;
import org.eddp.health.Health.Part;
import org.eddp.health.Health.Status;

/**
 * The fitness of directions for use, in a few sentences. Detectors come first, because everything depends on them.
 * Differences of means carry edits, corrections, effects and explanations by removal. Learned signal vectors carry the
 * paper's scores and decomposition; if they or the decomposition are poor, that is a reservation about these two alone.
 */
final class HealthVerdict {
    /** The parts that explanations by removal depend on besides detectors. */
    private static final Set<Part> EXPLAINING = Set.of(Part.DIFFERENCES, Part.EXPLANATIONS, Part.SELF_TEST);

    private final List<Check> checks;

    private HealthVerdict(List<Check> checks) {
        this.checks = checks;
    }

    static String of(List<Check> checks) {
        return new HealthVerdict(checks).words();
    }

    private String words() {
        if (is(Part.DETECTORS, Status.POOR)) {
            return "Not fit for use, the detectors are poor: " + findings(Part.DETECTORS) + ".";
        }
        if (is(Part.DIFFERENCES, Status.POOR)) {
            return "Detectors are " + fine(Part.DETECTORS)
                    + ", but many differences of means are noisy, and so is what moves along them (edits, corrections,"
                    + " effects, explanations by removal): " + findings(Part.DIFFERENCES) + "." + reservations();
        }
        if (is(Part.EXPLANATIONS, Status.POOR)) {
            return "Detectors and differences of means are " + fine(Part.DETECTORS, Part.DIFFERENCES)
                    + ", but concepts explain little of what the network says: " + findings(Part.EXPLANATIONS)
                    + ". Edits and corrections take one concept at a time and do not depend on that." + reservations();
        }
        if (is(Part.SELF_TEST, Status.POOR)) {
            return "Detectors and differences of means are " + fine(Part.DETECTORS, Part.DIFFERENCES)
                    + ", but explanations do not agree with what the network does when pictures are changed, so do not"
                    + " rely on them: " + findings(Part.SELF_TEST) + "." + reservations();
        }
        String doubtful = doubtful(Part.values());
        boolean explains = checks.stream().allMatch(c -> !EXPLAINING.contains(c.part()) || c.status() == Status.GOOD);
        String fit = explains
                ? "Fit for explanations of pictures like those learned from"
                : is(Part.EXPLANATIONS, Status.UNKNOWN) ? "Fit for use; explanations were not tried" : "Fit for use";
        return (doubtful.isEmpty() ? fit + "." : fit + ", with reservations: " + doubtful + ".") + reservations();
    }

    /** Problems of the paper's scores or decomposition alone. */
    private String reservations() {
        boolean poor = is(Part.DECOMPOSITION, Status.POOR);
        if (is(Part.SIGNAL_VECTORS, Status.POOR)) {
            return " Many learned signal vectors are noisy, so do not rely on the paper's scores or decomposition: "
                    + findings(Part.SIGNAL_VECTORS) + (poor ? "; " + findings(Part.DECOMPOSITION) : "") + ".";
        }
        return poor ? " Do not rely on the paper's decomposition: " + findings(Part.DECOMPOSITION) + "." : "";
    }

    private String fine(Part... parts) {
        String doubtful = doubtful(parts);
        return doubtful.isEmpty() ? "fine" : "usable with reservations (" + doubtful + ")";
    }

    /** Names of the checks that are only fair. */
    private String doubtful(Part... parts) {
        return checks.stream()
                .filter(c -> List.of(parts).contains(c.part()) && c.status() == Status.FAIR)
                .map(Check::name)
                .collect(Collectors.joining(", "));
    }

    private boolean is(Part part, Status status) {
        return checks.stream().anyMatch(c -> c.part() == part && c.status() == status);
    }

    /** The poor checks of a part. */
    private String findings(Part part) {
        return checks.stream()
                .filter(c -> c.part() == part && c.status() == Status.POOR)
                .sorted(Comparator.comparing(Check::name))
                .map(c -> c.name() + " (" + c.finding() + ")")
                .collect(Collectors.joining("; "));
    }
}
