package org.eddp.influence;

import java.util.stream.IntStream;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureStatistics;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;

/**
 * Random directions distributed like the features: C^(1/2) g, with C the covariance of the patches and g normal
 * numbers. The difference between the means of two random halves of the patches has this distribution, and the signal
 * vector of a classifier of random labels tends to it. The directions do not depend on a concept, so one set serves all
 * concepts.
 *
 * <p>A direction depends on the features, the seed and its own number. Directions are made in blocks of a fixed size,
 * so that every process makes them to the same bits.
 */
public final class NoiseDirections {
    /** Directions of a block. */
    public static final int BLOCK = 16;
    /** Patches for the covariance; more would not change it much. */
    private static final long PATCHES = 1 << 16;

    private final Matrix root;
    private final long seed;

    private NoiseDirections(Matrix root, long seed) {
        this.root = root;
        this.seed = seed;
    }

    /**
     * Noise like the patches of a source; of large sources, like those of evenly spaced images.
     *
     * @throws org.eddp.monitor.Monitor.Stopped if the monitor stops the work
     */
    public static NoiseDirections of(FeatureSource source, long seed, Monitor monitor) {
        int every = (int) Math.max(1, (source.patches() + PATCHES - 1) / PATCHES);
        int[] images =
                IntStream.range(0, source.images()).filter(n -> n % every == 0).toArray();
        FeatureSource some = every == 1 ? source : source.subset(images);
        Matrix.Eigen eigen = FeatureStatistics.of(some, monitor).covariance().eigen();
        double[] deviations = new double[eigen.values().length];
        for (int d = 0; d < deviations.length; d++) {
            deviations[d] = Math.sqrt(Math.max(0, eigen.values()[d]));
        }
        return new NoiseDirections(eigen.vectors().scaleColumns(deviations), seed);
    }

    /** The directions of a block, D x {@link #BLOCK}, of any length. */
    public Matrix block(int index) {
        Matrix normal = new Matrix(root.columns(), BLOCK);
        for (int c = 0; c < BLOCK; c++) {
            double[] own = Seeds.gaussian(root.columns(), Seeds.random(seed, (long) index * BLOCK + c));
            for (int d = 0; d < own.length; d++) {
                normal.set(d, c, own[d]);
            }
        }
        return root.times(normal);
    }

    /** The directions of consecutive blocks, side by side. */
    Matrix blocks(int first, int end) {
        Matrix all = new Matrix(root.rows(), Math.multiplyExact(end - first, BLOCK));
        for (int b = first; b < end; b++) {
            Matrix block = block(b);
            for (int d = 0; d < all.rows(); d++) {
                System.arraycopy(
                        block.values(), d * BLOCK, all.values(), d * all.columns() + (b - first) * BLOCK, BLOCK);
            }
        }
        return all;
    }
}
