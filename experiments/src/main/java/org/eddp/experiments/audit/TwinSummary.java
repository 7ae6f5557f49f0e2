package org.eddp.experiments.audit;

import java.util.List;
import org.eddp.experiments.audit.FlawTrial.Ranked;

/**
 * The clean twins.
 *
 * @param networks number of twins
 * @param alarms by set of directions
 */
record TwinSummary(int networks, List<Alarms> alarms) {
    /**
     * False alarms of the audit.
     *
     * @param set of directions
     * @param twins it was asked about
     * @param networks twins with at least one suspect above the line
     * @param suspects above the line, of all twins
     */
    public record Alarms(String set, int twins, int networks, int suspects) {}

    static TwinSummary of(List<FlawTrial> twins) {
        List<String> sets = twins.stream()
                .flatMap(t -> t.sets().stream().map(FlawTrial.Separated::set))
                .distinct()
                .toList();
        return new TwinSummary(
                twins.size(), sets.stream().map(set -> alarms(set, twins)).toList());
    }

    private static Alarms alarms(String set, List<FlawTrial> twins) {
        List<Ranked> audits = twins.stream()
                .flatMap(t -> t.rankings().stream())
                .filter(r -> r.set().equals(set) && r.alarms() != null)
                .toList();
        return new Alarms(
                set,
                audits.size(),
                (int) audits.stream().filter(r -> r.alarms() > 0).count(),
                audits.stream().mapToInt(Ranked::alarms).sum());
    }
}
