package org.eddp.experiments.truth;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.experiments.truth.TruthTrial.Planted;

/**
 * All trials and what they have in common; the content of {@code truth.json}.
 *
 * @param summaries of all causes, of those that the learned concepts found if these are not all, by network if there are several, by
 *     kind of cause
 * @param trials network by network, seed by seed
 */
public record TruthResults(List<TruthSummary> summaries, List<TruthTrial> trials) {
    private static final String ALL = "all causes";

    static TruthResults of(List<TruthTrial> trials) {
        List<String> methods = trials.get(0).methods();
        Map<String, List<Planted>> groups = new LinkedHashMap<>();
        for (TruthTrial trial : trials) {
            trial.causes().forEach(c -> add(groups, ALL, c));
        }
        List<Planted> found = groups.get(ALL).stream()
                .filter(c -> c.concepts().get(0).found())
                .toList();
        if (!found.isEmpty() && found.size() < groups.get(ALL).size()) {
            groups.put("causes found by the learned concepts", found);
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
