package org.eddp.features;

import java.util.Arrays;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/**
 * Mean and covariance of all patches of a source, streamed in double.
 *
 * @param patches number of patches
 * @param mean per feature
 * @param covariance D x D, population
 */
public record FeatureStatistics(long patches, double[] mean, Matrix covariance) {
    private static final int CHUNK_ELEMENTS = 1 << 20;
    /** Elements of a tile for the mean, which needs no products. */
    private static final int MEAN_ELEMENTS = 1 << 22;

    /** The mean patch of a source. */
    public static double[] mean(FeatureSource source) {
        return mean(source, MEAN_ELEMENTS, Monitor.NONE);
    }

    /** Statistics of a source, computed without a monitor. */
    public static FeatureStatistics of(FeatureSource source) {
        return of(source, Monitor.NONE);
    }

    /**
     * One pass for the mean, one for the covariance around it: nothing large cancels.
     *
     * @throws org.eddp.monitor.Monitor.Stopped if the monitor stops the work
     */
    public static FeatureStatistics of(FeatureSource source, Monitor monitor) {
        int width = source.width();
        double[] mean = mean(source, CHUNK_ELEMENTS, monitor.part(0, 0.3));
        Matrix products = new Matrix(width, width);
        stream(source, CHUNK_ELEMENTS, monitor.part(0.3, 1)).forEach(range -> {
            Tensor centred = range.rows().to(DType.FLOAT64).minus(Tensor.of(mean, DType.FLOAT64, 1, width));
            centred.t().mm(centred).addTo(products.values());
        });
        return new FeatureStatistics(source.patches(), mean, products.times(1.0 / source.patches()));
    }

    /**
     * The effective number of directions in which the patches vary: exp of the entropy of the variance shares of the
     * principal directions. It is D if they vary equally in all directions, and 1 if they vary on a line or not at all.
     */
    public double effectiveRank() {
        double[] variances = covariance.eigen().values();
        double all = Arrays.stream(variances).map(v -> Math.max(0, v)).sum();
        double entropy = 0;
        for (double variance : variances) {
            double share = variance / all;
            entropy -= share > 0 ? share * Math.log(share) : 0;
        }
        return Math.exp(entropy);
    }

    private static double[] mean(FeatureSource source, int elements, Monitor monitor) {
        double[] sum = new double[source.width()];
        stream(source, elements, monitor)
                .forEach(range -> range.rows().to(DType.FLOAT64).sum(0).addTo(sum));
        return Matrix.row(sum).times(1.0 / source.patches()).values();
    }

    private static ImageStream stream(FeatureSource source, int elements, Monitor monitor) {
        return ImageStream.of(source, source.width(), elements)
                .watchedBy(monitor, "mean and covariance of the features");
    }
}
