package org.eddp.experiments.audit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.eddp.experiments.audit.FlawTrial.Ranked;
import org.eddp.files.json.Json;

/**
 * All networks with one share of marked pictures.
 *
 * @param percent of the training pictures of the planted class
 * @param networks number of networks
 * @param harmed networks that the mark harms: the supervised repair gains at least 2 points of accuracy on marked pictures
 * @param rankings what rankings find
 * @param lost why the audit of the learned pairs does not have the flaw first
 * @param repair what the first suggestion repairs
 */
record RateSummary(int percent, int networks, int harmed, List<Found> rankings, Lost lost, Repaired repair) {
    private static final int NEAR = 3;

    /**
     * What a ranking finds.
     *
     * @param set the directions it is about
     * @param ranking its name
     * @param networks it was asked about
     * @param first networks whose flaw has rank 1
     * @param near networks whose flaw is within the first three
     * @param median rank; a flaw that no entry names counts as last
     * @param named networks with a suspect above the line that names the flaw; null for rankings without a line
     * @param wrong suspects above the line that do not name the flaw, in all networks; null for rankings without a line
     */
    public record Found(
            String set,
            String ranking,
            int networks,
            int first,
            int near,
            double median,
            @Json.MayBeNull Integer named,
            @Json.MayBeNull Integer wrong) {}

    /**
     * Why the audit does not have the flaw first.
     *
     * @param networks whose flaw does not have rank 1
     * @param harmless of these, networks that the mark does not harm
     * @param unseparated of the others, networks whose learned pairs do not separate the mark
     * @param unseen of the others, networks whose learned pairs separate the mark, so that the score does not see it
     */
    public record Lost(int networks, int harmless, int unseparated, int unseen) {}

    /**
     * What the first suggestion repairs, over networks that the mark harms and whose flaw the first suggestion names.
     *
     * @param networks number of them
     * @param regained median share of the gain of the supervised repair; null if there are none
     * @param cleanChange median change of the accuracy on clean pictures; null if there are none
     * @param worst lowest change of the accuracy on clean pictures; null if there are none
     */
    public record Repaired(
            int networks,
            @Json.MayBeNull Double regained,
            @Json.MayBeNull Double cleanChange,
            @Json.MayBeNull Double worst) {}

    static RateSummary of(int percent, List<FlawTrial> trials) {
        Map<String, List<Ranked>> same = new LinkedHashMap<>();
        for (FlawTrial trial : trials) {
            trial.rankings()
                    .forEach(r -> same.computeIfAbsent(r.set() + " " + r.ranking(), name -> new ArrayList<>())
                            .add(r));
        }
        List<Found> rankings = same.values().stream().map(RateSummary::found).toList();
        return new RateSummary(
                percent, trials.size(), count(trials, FlawTrial::harmful), rankings, lost(trials), repaired(trials));
    }

    private static Found found(List<Ranked> all) {
        Ranked any = all.get(0);
        boolean line = any.alarms() != null;
        return new Found(
                any.set(),
                any.ranking(),
                all.size(),
                count(all, r -> r.within(1)),
                count(all, r -> r.within(NEAR)),
                median(all, r -> r.rank() == null ? r.entries() : r.rank()),
                line ? count(all, r -> r.named() > 0) : null,
                line ? all.stream().mapToInt(r -> r.alarms() - r.named()).sum() : null);
    }

    private static Lost lost(List<FlawTrial> trials) {
        List<FlawTrial> missed =
                trials.stream().filter(t -> !t.audit().within(1)).toList();
        List<FlawTrial> harmed = missed.stream().filter(FlawTrial::harmful).toList();
        int unseparated = count(harmed, t -> !t.sets().get(0).found());
        return new Lost(missed.size(), missed.size() - harmed.size(), unseparated, harmed.size() - unseparated);
    }

    private static Repaired repaired(List<FlawTrial> trials) {
        List<FlawTrial> found = trials.stream()
                .filter(t -> t.harmful() && t.audit().within(1) && t.repair().suggested() != null)
                .toList();
        if (found.isEmpty()) {
            return new Repaired(0, null, null, null);
        }
        ToDoubleFunction<FlawTrial> change =
                t -> t.repair().suggested().clean() - t.accuracy().clean();
        return new Repaired(
                found.size(),
                median(found, FlawTrial::regained),
                median(found, change),
                found.stream().mapToDouble(change).min().orElseThrow());
    }

    private static <T> int count(List<T> all, Predicate<T> which) {
        return (int) all.stream().filter(which).count();
    }

    static <T> double median(List<T> all, ToDoubleFunction<T> value) {
        double[] sorted = all.stream().mapToDouble(value).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
