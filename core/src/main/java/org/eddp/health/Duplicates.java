package org.eddp.health;

import java.util.ArrayList;
import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.directions.SameConcept;
import org.eddp.health.Health.Duplicate;
import org.eddp.tensor.Matrix;

/** Pairs of detectors that are one concept. */
final class Duplicates {
    private Duplicates() {}

    /** All pairs, in the order of their numbers. */
    static List<Duplicate> of(Directions directions, FiringCounts counts) {
        Matrix filters = cosines(directions.filters());
        Matrix signals = cosines(directions.signals());
        List<Duplicate> pairs = new ArrayList<>();
        for (int i = 0; i < directions.concepts(); i++) {
            for (int j = i + 1; j < directions.concepts(); j++) {
                double overlap = counts.overlap(i, j);
                if (SameConcept.holds(overlap, filters.get(i, j), signals.get(i, j))) {
                    pairs.add(new Duplicate(i, j, overlap, filters.get(i, j), signals.get(i, j)));
                }
            }
        }
        return pairs;
    }

    private static Matrix cosines(Matrix columns) {
        Matrix units = columns.normaliseColumns();
        return units.transposeTimes(units);
    }
}
