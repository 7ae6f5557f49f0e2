package org.eddp.learning;

import org.eddp.decomposition.Pca;
import org.eddp.features.FeatureStatistics;
import org.eddp.tensor.Matrix;

/**
 * The space in which filters are learned: x~ = (x - mean) T.
 *
 * @param mean of the patches
 * @param transform T (D x r), or null for the identity
 */
record Standardisation(double[] mean, Matrix transform) {
    /** Directions of the data with less than this share of the largest variance are noise, not span. */
    private static final double RANK_CUTOFF = 1e-9;
    /** Principal components kept for each concept: enough for small concepts, few enough to leave out noise. */
    private static final int COMPONENTS_PER_CONCEPT = 2;

    /** Subtracts the mean only. */
    static Standardisation centred(FeatureStatistics statistics) {
        return new Standardisation(statistics.mean(), null);
    }

    /** The standardisation of a kind, for a number of concepts. */
    static Standardisation of(FeatureStatistics statistics, LearnOptions.Scaling scaling, int concepts) {
        Matrix covariance = statistics.covariance();
        Matrix transform = switch (scaling) {
            case ZSCORE -> zscore(covariance);
            case WHITEN -> whitening(covariance, covariance.rows());
            case PRINCIPAL -> principal(covariance, concepts);
            case SCALE -> scale(covariance);
        };
        return new Standardisation(statistics.mean(), transform);
    }

    /** Width r of the standardised space. */
    int width() {
        return transform == null ? mean.length : transform.columns();
    }

    private static Matrix zscore(Matrix covariance) {
        int width = covariance.rows();
        double largest = 0;
        for (int d = 0; d < width; d++) {
            largest = Math.max(largest, covariance.get(d, d));
        }
        Matrix t = new Matrix(width, width);
        for (int d = 0; d < width; d++) {
            double variance = covariance.get(d, d);
            t.set(d, d, variance > RANK_CUTOFF * largest ? 1 / Math.sqrt(variance) : 0);
        }
        return t;
    }

    private static Matrix scale(Matrix covariance) {
        int width = covariance.rows();
        double variance = 0;
        for (int d = 0; d < width; d++) {
            variance += covariance.get(d, d) / width;
        }
        double factor = variance > 0 ? 1 / Math.sqrt(variance) : 0;
        Matrix t = new Matrix(width, width);
        for (int d = 0; d < width; d++) {
            t.set(d, d, factor);
        }
        return t;
    }

    /**
     * Orthonormal filters need as many directions as concepts; where the features vary in fewer, all features are kept. The signs of
     * components are fixed, since eigenvectors have either sign and random filters are drawn in their coordinates.
     */
    private static Matrix principal(Matrix covariance, int concepts) {
        Matrix leading = whitening(covariance, Math.multiplyExact(COMPONENTS_PER_CONCEPT, concepts));
        return leading.columns() < concepts ? zscore(covariance) : leading.scaleColumns(Pca.signs(leading));
    }

    /** Unit covariance on the span of the data, or on that many leading components of it. */
    private static Matrix whitening(Matrix covariance, int most) {
        Matrix.Eigen eigen = covariance.eigen();
        int width = covariance.rows();
        double largest = eigen.values()[width - 1];
        int rank = 0;
        while (rank < Math.min(width, most) && eigen.values()[width - 1 - rank] > RANK_CUTOFF * largest) {
            rank++;
        }
        Matrix t = new Matrix(width, rank);
        for (int k = 0; k < rank; k++) {
            int column = width - 1 - k;
            double scale = 1 / Math.sqrt(eigen.values()[column]);
            for (int d = 0; d < width; d++) {
                t.set(d, k, eigen.vectors().get(d, column) * scale);
            }
        }
        return t;
    }
}
