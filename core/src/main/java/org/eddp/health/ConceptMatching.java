package org.eddp.health;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.failure.InvalidInput;
import org.eddp.math.Median;
import org.eddp.math.OneToOne;
import org.eddp.tensor.Matrix;

/**
 * Concepts of two runs, each matched with at most one of the other's: the most similar pair by signal vectors first,
 * each concept at most once.
 *
 * @param others number of concepts of the other run
 * @param filters cosines of the filters of matched concepts
 * @param signals cosines of their signal vectors
 */
record ConceptMatching(int others, double[] filters, double[] signals) {
    /** Cosine above which a concept counts as found again: the paper's bound for signal vectors that are faithful. */
    static final double FOUND = 0.7;

    private record Pair(int concept, int other, double cosine) {}

    static ConceptMatching of(Directions directions, Directions other) {
        if (directions.filters().rows() != other.filters().rows()) {
            throw new InvalidInput("the runs are of different layers: "
                    + directions.filters().rows() + " features, but "
                    + other.filters().rows()
                    + " in the other; compare runs of the same features");
        }
        Matrix filters = cosines(directions.filters(), other.filters());
        Matrix signals = cosines(directions.signals(), other.signals());
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < signals.rows(); i++) {
            for (int j = 0; j < signals.columns(); j++) {
                pairs.add(new Pair(i, j, signals.get(i, j)));
            }
        }
        pairs.sort(Comparator.comparingDouble(Pair::cosine).reversed()); // stable: of equal ones the first
        List<Pair> matched = OneToOne.of(pairs, Pair::concept, Pair::other);
        return new ConceptMatching(
                other.concepts(),
                matched.stream()
                        .mapToDouble(p -> filters.get(p.concept(), p.other()))
                        .toArray(),
                matched.stream().mapToDouble(Pair::cosine).toArray());
    }

    private static Matrix cosines(Matrix ours, Matrix theirs) {
        return ours.normaliseColumns().transposeTimes(theirs.normaliseColumns());
    }

    Health.Stability stability(String name) {
        int found = 0;
        for (double cosine : signals) {
            found += cosine > FOUND ? 1 : 0;
        }
        return new Health.Stability(name, others, found, Median.orZero(filters), Median.orZero(signals));
    }
}
