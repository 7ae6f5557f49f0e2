package org.eddp.features;

import java.util.function.Consumer;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
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

    /** Statistics of a source that nobody waits for. */
    public static FeatureStatistics of(FeatureSource source) {
        return of(source, Monitor.NONE);
    }

    /**
     * One pass for the mean, one for the covariance around it: nothing large cancels.
     *
     * @throws org.eddp.monitor.Stopped if the monitor asked for it
     */
    public static FeatureStatistics of(FeatureSource source, Monitor monitor) {
        int width = source.width();
        double[] sum = new double[width];
        forEachChunk(source, rows -> rows.sum(0).addTo(sum), monitor.part(0, 0.3));
        double[] mean = Matrix.row(sum).times(1.0 / source.patches()).values();
        Matrix products = new Matrix(width, width);
        forEachChunk(
                source,
                rows -> {
                    Kernels.subtract(rows, rows, Tensor.of(mean, DType.FLOAT64, 1, width));
                    rows.t().mm(rows).addTo(products.values());
                },
                monitor.part(0.3, 1));
        return new FeatureStatistics(source.patches(), mean, products.times(1.0 / source.patches()));
    }

    private static void forEachChunk(FeatureSource source, Consumer<Tensor> action, Monitor monitor) {
        int images = Math.max(1, CHUNK_ELEMENTS / source.width() / source.grid().cells());
        for (int first = 0; first < source.images(); first += images) {
            monitor.check("mean and covariance of the features");
            int count = Math.min(images, source.images() - first);
            try (Scope scope = Scope.open()) {
                Batch chunk = source.range(first, count);
                Tensor rows = chunk.rows(0, chunk.images());
                action.accept(rows.type() == DType.FLOAT64 ? rows.copy() : rows.to(DType.FLOAT64));
            }
            monitor.onProgress((long) first + count, source.images());
        }
    }
}
