package org.eddp.experiments.audit;

import java.util.Comparator;
import java.util.List;

/**
 * One entry of a ranking: concepts that are taken for one, and a class.
 *
 * @param concepts their numbers
 * @param label the class
 * @param score higher is more suspicious
 * @param flagged whether it is above the line; such entries come before all others
 */
record Suspicion(List<Integer> concepts, int label, double score, boolean flagged) {
    private static final Comparator<Suspicion> ORDER =
            Comparator.comparing(Suspicion::flagged).thenComparingDouble(Suspicion::score);

    /** A pair of one concept and a class, not above any line. */
    static Suspicion of(int concept, int label, double score) {
        return new Suspicion(List.of(concept), label, score, false);
    }

    /** Whether it names the flaw: the planted class, and at least one concept of the mark. */
    boolean names(int planted, List<Integer> ofMark) {
        return label == planted && concepts.stream().anyMatch(ofMark::contains);
    }

    /** The most suspicious entry, the first one among equals; null if there is none. */
    static Suspicion first(List<Suspicion> ranking) {
        return ranking.stream()
                .reduce((best, other) -> ORDER.compare(other, best) > 0 ? other : best)
                .orElse(null);
    }

    /**
     * The rank of the flaw: 1 plus the entries that are more suspicious than the best entry that names the flaw, plus half of the other
     * entries that are equally suspicious.
     *
     * @return null if no entry names the flaw
     */
    static Double rank(List<Suspicion> ranking, int planted, List<Integer> ofMark) {
        Suspicion best = ranking.stream()
                .filter(s -> s.names(planted, ofMark))
                .max(ORDER)
                .orElse(null);
        if (best == null) {
            return null;
        }
        long higher = ranking.stream().filter(s -> ORDER.compare(s, best) > 0).count();
        long equal = ranking.stream()
                .filter(s -> ORDER.compare(s, best) == 0 && !s.names(planted, ofMark))
                .count();
        return 1 + higher + equal / 2.0;
    }
}
