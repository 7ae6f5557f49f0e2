package org.eddp.health;

import java.util.ArrayList;
import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.health.Health.Duplicate;
import org.eddp.tensor.Matrix;

/**
 * Detectors that are one concept: they fire on the same patches more often than not, or read along the same direction, or the
 * network writes what they read along the same direction, so that no explanation can tell them apart.
 */
final class Duplicates {
    /** Share of the patches of either on which both fire. */
    static final double OVERLAP = 0.5;
    /** Cosine of filters or of signal vectors: an angle of 26 degrees. */
    static final double COSINE = 0.9;

    private Duplicates() {}

    /** All pairs, in the order of their numbers. */
    static List<Duplicate> of(Directions directions, Census census) {
        Matrix filters = cosines(directions.filters());
        Matrix signals = cosines(directions.signals());
        List<Duplicate> pairs = new ArrayList<>();
        for (int i = 0; i < directions.concepts(); i++) {
            for (int j = i + 1; j < directions.concepts(); j++) {
                double overlap = census.overlap(i, j);
                if (overlap > OVERLAP || filters.get(i, j) > COSINE || signals.get(i, j) > COSINE) {
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
