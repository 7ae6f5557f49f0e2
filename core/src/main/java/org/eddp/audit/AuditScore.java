package org.eddp.audit;

import java.util.List;
import org.eddp.math.Median;

/**
 * The score of a pair: how much the concept looks like an artefact in pictures of the class ({@link Appearance#constancy}), relative to the
 * median of all pairs that were looked at closely, times whether the class rests on it: 1 if planting it closes a tenth of the distance of
 * other pictures to the class, and less if it closes less. docs/audit.md says how formula and line were chosen.
 */
final class AuditScore {
    /** Score above which a pair is a suspect. */
    static final double LINE = 8.9;
    /** Limit of q-values: false discovery rate of "the class has the concept more often than other classes", not of the score. */
    static final double RATE = 0.05;
    /** Share of the distance to the class above which the class rests on a concept fully. */
    private static final double ENOUGH = 0.1;
    /** Fewer pairs have no meaningful median; they are compared with that of development networks. */
    private static final int FEWEST_PAIRS = 3;

    private static final double USUAL_MEDIAN = 190;

    private final double median;

    private AuditScore(double median) {
        this.median = median;
    }

    /** Scores relative to all pairs of a network that were looked at closely. */
    static AuditScore relativeTo(List<Appearance> all) {
        double found = all.size() < FEWEST_PAIRS
                ? USUAL_MEDIAN
                : Median.of(all.stream().mapToDouble(Appearance::constancy).toArray());
        return new AuditScore(found > 0 ? found : USUAL_MEDIAN);
    }

    double of(Appearance appearance) {
        return appearance.constancy() / median * Math.min(1, Math.max(0, appearance.gapClosed() / ENOUGH));
    }
}
