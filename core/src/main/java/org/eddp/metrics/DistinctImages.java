package org.eddp.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eddp.features.FeatureSource;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;

/**
 * Chooses examples without near copies, such as frames of one video. Two images are near copies if the distance between
 * the means of their patches is below {@link #NEAR}, relative to their lengths.
 */
final class DistinctImages {
    /**
     * Squared distance relative to the mean of the squared lengths; photographs of one kind of object are several times
     * as far apart.
     */
    static final double NEAR = 0.05;

    private DistinctImages() {}

    /**
     * The strongest hits of every detector, without those too near to a stronger one.
     *
     * @param found more hits than wanted, by falling score
     * @param count hits per detector to keep at most
     */
    public static TopImages of(TopImages found, FeatureSource source, int count) {
        Map<Integer, double[]> means = new HashMap<>();
        List<List<TopImages.Hit>> kept = new ArrayList<>();
        for (List<TopImages.Hit> hits : found.hits()) {
            List<TopImages.Hit> own = new ArrayList<>();
            for (TopImages.Hit hit : hits) {
                double[] mean = means.computeIfAbsent(hit.image(), image -> mean(source, image));
                if (own.size() < count && own.stream().noneMatch(other -> near(mean, means.get(other.image())))) {
                    own.add(hit);
                }
            }
            kept.add(own);
        }
        return new TopImages(kept);
    }

    private static double[] mean(FeatureSource source, int image) {
        try (Scope scope = Scope.open()) {
            Matrix rows = source.range(image, 1).rows(0, 1).toMatrix();
            double[] mean = new double[rows.columns()];
            for (int p = 0; p < rows.rows(); p++) {
                for (int d = 0; d < mean.length; d++) {
                    mean[d] += rows.get(p, d) / rows.rows();
                }
            }
            return mean;
        }
    }

    private static boolean near(double[] a, double[] b) {
        double distance = 0;
        double length = 0;
        for (int d = 0; d < a.length; d++) {
            distance += (a[d] - b[d]) * (a[d] - b[d]);
            length += (a[d] * a[d] + b[d] * b[d]) / 2;
        }
        return distance <= NEAR * length;
    }
}
