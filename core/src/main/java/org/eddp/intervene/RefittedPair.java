package org.eddp.intervene;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureStatistics;
import org.eddp.features.ImageStream;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * One direction pair for a set of patches, for example those on which any of several detectors of one concept fires.
 *
 * <p>If several detectors share a concept, their own pairs do not remove it well. Each signal vector is estimated
 * against patches of the other detectors, which hold the concept too, so it only describes the difference between the
 * detectors. Patches that hold little of the concept are below every threshold. The merged pair needs no labels but the
 * detectors' own firing:
 *
 * <ul>
 *   <li>signal vector: mean of the patches of the set minus mean of the others, the paper's pattern of a binary label;
 *   <li>filter: (C + r tr(C) / D I)^-1 times that, C the covariance of all patches: the linear reading that separates
 *       the set from the others best, and ignores other variation;
 *   <li>threshold: half way between the mean readings of the two.
 * </ul>
 */
public final class RefittedPair {
    /** r: keeps the inverse of the covariance from amplifying directions in which patches hardly vary. */
    private static final double RIDGE = 1e-3;

    /** w.(mean of the set - mean of the others): how decided the detector is, in units of the logistic function. */
    private static final double SHARPNESS = 10;

    private static final int TASK_ELEMENTS = 1 << 20;

    private RefittedPair() {}

    /**
     * The pair of a set of patches.
     *
     * @param patches counted through all images, as in the features; some but not all
     * @param workers threads; not closed
     * @return one concept, its signal vector scaled so that w.s = 1
     */
    public static Directions of(FeatureSource source, BitSet patches, Workers workers) {
        return of(source, List.of(patches), workers);
    }

    /** The pairs of several sets of patches, one concept for each; the covariance is computed once. */
    static Directions of(FeatureSource source, List<BitSet> sets, Workers workers) {
        for (BitSet patches : sets) {
            int with = patches.cardinality();
            if (with == 0 || with == source.patches()) {
                throw new InvalidInput(with + " of " + source.patches()
                        + " patches: a pair needs patches with and without the concept;" + " choose other concepts");
            }
        }
        FeatureStatistics statistics = FeatureStatistics.of(source);
        Matrix sums = sums(source, sets, workers);
        Matrix signals = new Matrix(source.width(), sets.size());
        for (int k = 0; k < sets.size(); k++) {
            int with = sets.get(k).cardinality();
            for (int d = 0; d < signals.rows(); d++) {
                double others = statistics.mean()[d] * source.patches() - sums.get(k, d);
                signals.set(d, k, sums.get(k, d) / with - others / (source.patches() - with));
            }
        }
        Matrix filters = filters(statistics.covariance(), signals);
        double[] factors = filters.columnDots(signals);
        Arrays.setAll(factors, k -> SHARPNESS / factors[k]);
        filters = filters.scaleColumns(factors);
        double[] middles = new double[sets.size()];
        for (int k = 0; k < sets.size(); k++) {
            for (int d = 0; d < signals.rows(); d++) {
                middles[k] += filters.get(d, k) * (sums.get(k, d) / sets.get(k).cardinality() - signals.get(d, k) / 2);
            }
        }
        return new Directions(filters, middles, signals.times(1 / SHARPNESS), statistics.mean());
    }

    private static ImageStream stream(FeatureSource source) {
        return ImageStream.of(source, source.width(), TASK_ELEMENTS);
    }

    /** Sums of the patches of every set, one row each. */
    private static Matrix sums(FeatureSource source, List<BitSet> sets, Workers workers) {
        Matrix sums = new Matrix(sets.size(), source.width());
        stream(source)
                .forEach(
                        workers,
                        range -> {
                            Tensor rows = range.rows().to(DType.FLOAT64);
                            int count = rows.size(0);
                            double[] chosen = new double[sets.size() * count];
                            for (int c = 0; c < chosen.length; c++) {
                                chosen[c] = sets.get(c / count).get(range.firstPatch() + c % count) ? 1 : 0;
                            }
                            return Tensor.of(chosen, DType.FLOAT64, sets.size(), count)
                                    .mm(rows);
                        },
                        part -> part.addTo(sums.values()));
        return sums;
    }

    private static Matrix filters(Matrix covariance, Matrix signals) {
        int width = covariance.rows();
        double trace = 0;
        for (int d = 0; d < width; d++) {
            trace += covariance.get(d, d);
        }
        Matrix damped = covariance.copy();
        for (int d = 0; d < width; d++) {
            damped.set(d, d, damped.get(d, d) + RIDGE * trace / width);
        }
        Matrix inverse = damped.inverse();
        if (inverse == null) {
            throw new InvalidInput("all patches are the same, so nothing tells some of them from others");
        }
        return inverse.times(signals);
    }
}
