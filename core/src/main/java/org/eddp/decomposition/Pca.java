package org.eddp.decomposition;

import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureStatistics;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Principal component analysis: the orthogonal directions along which the features vary most.
 *
 * <p>Two passes over the rows (mean, then covariance of the centred rows) and one D x D eigen-decomposition; memory is
 * a few tiles plus a few D x D matrices.
 *
 * <p>Weaknesses: directions are forced to be orthogonal and are ranked by variance, so a concept that is rare or
 * overlaps another is smeared over several components. The sign of a component means nothing (it is fixed here by its
 * largest entry), and components of equal variance are an arbitrary basis of their span.
 *
 * <p>Reference: Hotelling, "Analysis of a complex of statistical variables into principal components", Journal of
 * Educational Psychology 24, 1933.
 *
 * @param mean mean of every feature
 * @param components D x I, unit columns by descending variance, the largest-magnitude entry of each positive
 * @param variances variance along each component (divisor N - 1)
 * @param totalVariance variance of X over all D features, for shares
 */
public record Pca(double[] mean, Matrix components, double[] variances, double totalVariance) {

    /**
     * Options of the analysis; it draws no random numbers.
     *
     * @param components number of components I, at most the feature width
     */
    public record Options(int components) {
        public Options {
            Checks.atLeastOne("components", components);
        }

        public static Options of(int components) {
            return new Options(components);
        }
    }

    /** Analyses {@code x} (not modified) on the calling thread. */
    public static Pca fit(Tensor x, Options options) {
        try (Workers workers = new Workers(1)) {
            return fit(x, options, workers);
        }
    }

    /** Analyses {@code x} (not modified); the result does not depend on the number of workers. */
    public static Pca fit(Tensor x, Options options, Workers workers) {
        return fit(Tiles.of(x, workers), options);
    }

    public static Pca fit(Tiles x, Options options) {
        int count = options.components();
        Checks.enoughFeatures("components", count, x);
        Checks.enoughPatches("components", count, x);
        if (x.patches() < 2) {
            throw new InvalidInput("X has " + x.patches() + " patch; a variance needs at least 2");
        }
        try (Scope scope = Scope.open()) {
            double[] mean = x.mean();
            Matrix covariance = covariance(x.minus(mean));
            double total = 0;
            for (int d = 0; d < mean.length; d++) {
                total += covariance.get(d, d);
            }
            return leading(mean, covariance.eigen(), count, total);
        }
    }

    /**
     * The analysis of a set of which mean and covariance are known: for sets too large for one tensor.
     *
     * @param statistics of at least two patches
     */
    public static Pca of(FeatureStatistics statistics, Options options) {
        int width = statistics.mean().length;
        if (options.components() > width) {
            throw new InvalidInput("components = " + options.components() + " exceeds feature width " + width
                    + "; use at most " + width);
        }
        if (statistics.patches() < 2) {
            throw new InvalidInput("X has " + statistics.patches() + " patch; a variance needs at least 2");
        }
        Matrix covariance = statistics.covariance().times((double) statistics.patches() / (statistics.patches() - 1));
        double total = 0;
        for (int d = 0; d < width; d++) {
            total += covariance.get(d, d);
        }
        return leading(statistics.mean(), covariance.eigen(), options.components(), total);
    }

    private static Matrix covariance(Tiles centred) {
        int features = centred.features();
        Tensor scatter = Tensor.zeros(DType.FLOAT64, features, features);
        centred.forEach(tile -> tile.x().t().mm(tile.x()), part -> Kernels.add(scatter, scatter, part));
        return scatter.toMatrix().times(1.0 / (centred.patches() - 1));
    }

    private static Pca leading(double[] mean, Matrix.Eigen eigen, int count, double total) {
        int features = mean.length;
        Matrix components = new Matrix(features, count);
        double[] variances = new double[count];
        for (int i = 0; i < count; i++) {
            int from = features - 1 - i; // eigenvalues ascend
            variances[i] = Math.max(0, eigen.values()[from]);
            for (int d = 0; d < features; d++) {
                components.set(d, i, eigen.vectors().get(d, from));
            }
        }
        return new Pca(mean, components.scaleColumns(signs(components)), variances, total);
    }

    /** For every column the factor, 1 or -1, that makes its largest-magnitude entry positive. */
    public static double[] signs(Matrix columns) {
        double[] signs = new double[columns.columns()];
        for (int c = 0; c < signs.length; c++) {
            double largest = 0;
            for (double v : columns.column(c)) {
                largest = Math.abs(v) > Math.abs(largest) ? v : largest;
            }
            signs[c] = largest < 0 ? -1 : 1;
        }
        return signs;
    }
}
