package org.eddp.intervene;

import java.util.BitSet;
import org.eddp.directions.Directions;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureStatistics;
import org.eddp.features.ImageStream;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * One direction pair for a set of patches, such as those on which any of several detectors fires that share a concept.
 *
 * <p>A concept that is shared by several detectors is not taken out well by their own pairs. Each signal vector is estimated
 * against patches that hold the concept as well, those of the other detectors, so it says in what its detector's share of the
 * concept differs from the rest of it; and patches that hold little of the concept are below every threshold. The merged pair
 * needs no labels but the detectors' own firing:
 *
 * <ul>
 *   <li>signal vector: mean of the patches of the set minus mean of the others, the paper's pattern of a binary label;
 *   <li>filter: (C + r tr(C) / D I)^-1 times that, C the covariance of all patches: the linear reading that tells the set from
 *       the others best, and ignores what varies for other reasons;
 *   <li>threshold: half way between the mean readings of the two.
 * </ul>
 */
public final class MergedConcept {
    /** r: keeps the inverse of the covariance from amplifying directions in which patches hardly vary. */
    private static final double RIDGE = 1e-3;

    /** w.(mean of the set - mean of the others): how decided the detector is, in units of the logistic function. */
    private static final double SHARPNESS = 10;

    private static final int TASK_ELEMENTS = 1 << 20;

    private MergedConcept() {}

    /**
     * The pair of a set of patches.
     *
     * @param patches counted through all images, as in the features; some but not all
     * @param workers threads; not closed
     * @return one concept, its signal vector scaled so that w.s = 1
     */
    public static Directions of(FeatureSource source, BitSet patches, Workers workers) {
        int with = patches.cardinality();
        long without = source.patches() - with;
        if (with == 0 || without == 0) {
            throw new IllegalArgumentException(with + " of " + source.patches()
                    + " patches: a pair needs patches with and without the concept;" + " choose other concepts");
        }
        FeatureStatistics statistics = FeatureStatistics.of(source);
        double[] sum = sum(source, patches, workers);
        double[] pattern = new double[sum.length];
        for (int d = 0; d < pattern.length; d++) {
            double others = statistics.mean()[d] * source.patches() - sum[d];
            pattern[d] = sum[d] / with - others / without;
        }
        Matrix signal = new Matrix(pattern.length, 1, pattern);
        Matrix filter = filter(statistics.covariance(), signal);
        filter = filter.times(SHARPNESS / filter.columnDots(signal)[0]);
        double middle = 0;
        for (int d = 0; d < pattern.length; d++) {
            middle += filter.get(d, 0) * (sum[d] / with - pattern[d] / 2);
        }
        return new Directions(filter, new double[] {middle}, signal.times(1 / SHARPNESS), statistics.mean());
    }

    private static ImageStream stream(FeatureSource source) {
        return ImageStream.of(source, source.width(), TASK_ELEMENTS);
    }

    private static double[] sum(FeatureSource source, BitSet patches, Workers workers) {
        double[] sum = new double[source.width()];
        stream(source)
                .forEach(
                        workers,
                        range -> {
                            Tensor rows = range.rows().to(DType.FLOAT64);
                            double[] chosen = new double[rows.size(0)];
                            for (int p = 0; p < chosen.length; p++) {
                                chosen[p] = patches.get(range.firstPatch() + p) ? 1 : 0;
                            }
                            return Tensor.of(chosen, DType.FLOAT64, 1, chosen.length)
                                    .mm(rows);
                        },
                        part -> part.addTo(sum));
        return sum;
    }

    private static Matrix filter(Matrix covariance, Matrix signal) {
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
            throw new IllegalArgumentException("all patches are the same, so nothing tells some of them from others");
        }
        return inverse.times(signal);
    }
}
