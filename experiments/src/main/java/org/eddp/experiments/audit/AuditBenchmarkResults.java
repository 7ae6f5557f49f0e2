package org.eddp.experiments.audit;

import java.util.List;
import java.util.TreeSet;

/**
 * All networks and what they have in common; the content of {@code audit-benchmark.json}.
 *
 * @param rates by share of the planted class that shows the mark, the largest first
 * @param harmful the same of the networks that the mark harms
 * @param twins clean twins
 * @param trials network by network
 */
public record AuditBenchmarkResults(
        List<RateSummary> rates, List<RateSummary> harmful, TwinSummary twins, List<FlawTrial> trials) {
    static AuditBenchmarkResults of(List<FlawTrial> trials) {
        List<FlawTrial> flawed = trials.stream().filter(FlawTrial::isFlawed).toList();
        return new AuditBenchmarkResults(
                rates(flawed),
                rates(flawed.stream().filter(FlawTrial::harmful).toList()),
                TwinSummary.of(trials.stream().filter(t -> !t.isFlawed()).toList()),
                trials);
    }

    private static List<RateSummary> rates(List<FlawTrial> flawed) {
        TreeSet<Integer> percents = new TreeSet<>();
        flawed.forEach(t -> percents.add(t.percent()));
        return percents.descendingSet().stream()
                .map(percent -> RateSummary.of(
                        percent,
                        flawed.stream().filter(t -> t.percent() == percent).toList()))
                .toList();
    }

    /** The results as tables. */
    public String text() {
        return new AuditBenchmarkTables(this).text();
    }
}
