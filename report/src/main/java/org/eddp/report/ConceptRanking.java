package org.eddp.report;

import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import org.eddp.health.Health;
import org.eddp.labels.ConceptNames;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.view.ConceptStanding;

/**
 * The concepts of a run in the order of pages and of the studio: the most convincing first, catch-alls and backgrounds
 * last.
 *
 * @param concepts in this order
 * @param note about the classes they move; empty if that was not measured
 */
public record ConceptRanking(List<Ranked> concepts, String note) {
    /** The label of everything that is not an object. */
    private static final String BACKGROUND = "background";

    public ConceptRanking {
        concepts = List.copyOf(concepts);
    }

    /**
     * A concept in this order.
     *
     * @param effects the classes that it moves
     * @param last whether it is a catch-all or a background, which are folded
     */
    public record Ranked(int concept, MovedClasses effects, ConceptStanding standing, boolean last) {}

    /**
     * Of a run with health and influence where they were measured.
     *
     * @param sizes patches on which each detector fires
     * @param patches of the feature set
     */
    public static ConceptRanking of(Run run, ConceptNames names, long[] sizes, long patches) {
        ConceptMoves moves = new ConceptMoves(run);
        double[] shares = LongStream.of(sizes)
                .mapToDouble(size -> (double) size / patches)
                .toArray();
        List<Health.Detector> health =
                run.read(Results.HEALTH).map(Health::detectors).orElse(List.of());
        List<ConceptStanding> standings =
                ConceptStanding.of(shares, health, run.read(Results.SCORES).orElse(null), moves::isSeen);
        return new ConceptRanking(ordered(standings, moves::of, names), moves.note());
    }

    static List<Ranked> ordered(
            List<ConceptStanding> standings, IntFunction<MovedClasses> effects, ConceptNames names) {
        return standings.stream()
                .map(standing -> new Ranked(
                        standing.concept(),
                        effects.apply(standing.concept()),
                        standing,
                        standing.catchAll()
                                || BACKGROUND.equalsIgnoreCase(
                                        names.of(standing.concept()).name())))
                .sorted(Comparator.comparing(Ranked::last)
                        .thenComparing(r -> -r.standing().value())
                        .thenComparing(Ranked::concept))
                .toList();
    }
}
