package org.eddp.experiments.truth;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.experiments.truth.TruthTrial.Planted;

/**
 * All trials and what they have in common; the content of {@code truth.json}.
 *
 * @param summaries of all causes, then by network, then by kind of mark
 * @param trials network by network, seed by seed
 */
public record TruthResults(List<TruthSummary> summaries, List<TruthTrial> trials) {
    static TruthResults of(List<TruthTrial> trials) {
        List<String> methods = trials.get(0).methods();
        Map<String, List<Planted>> groups = new LinkedHashMap<>();
        for (TruthTrial trial : trials) {
            trial.causes().forEach(c -> add(groups, "all causes", c));
        }
        if (trials.stream().map(t -> t.settings().network()).distinct().count() > 1) {
            trials.forEach(t -> t.causes().forEach(c -> add(groups, t.settings().network(), c)));
        }
        trials.forEach(t -> t.causes().forEach(c -> add(groups, c.kind(), c)));
        List<TruthSummary> summaries = new ArrayList<>();
        groups.forEach((name, causes) -> summaries.add(TruthSummary.of(name, methods, causes)));
        return new TruthResults(summaries, trials);
    }

    private static void add(Map<String, List<Planted>> groups, String name, Planted cause) {
        groups.computeIfAbsent(name, n -> new ArrayList<>()).add(cause);
    }

    /** As tables for people. */
    public String text() {
        return new TruthTables(this).text();
    }
}
