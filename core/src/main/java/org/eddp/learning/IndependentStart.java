package org.eddp.learning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.decomposition.FastIca;
import org.eddp.decomposition.Pca;
import org.eddp.directions.Detectors;
import org.eddp.features.Batch;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureStatistics;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Detectors to start from that need no random start of step (a): independent components of the features.
 *
 * <p>Things that are rare but distinct, such as a mark on the pictures of one class, make features that are far from Gaussian,
 * and independent component analysis finds exactly those; sparsity from random filters often ends with detectors that mix them
 * with what comes along (docs/truth.md). At least {@value #FEWEST_SOURCES} components are sought, and the least Gaussian are
 * kept. Each fires on the side of its longer tail, on an even share of the patches or fewer: something present on a share f of the
 * patches and absent elsewhere has, at unit variance, a fourth moment of about 1 / f.
 */
final class IndependentStart {
    /** A few components only would have to lie among the few directions of largest variance, where rare things do not. */
    private static final int FEWEST_SOURCES = 64;

    private static final int SAMPLE_ELEMENTS = 1 << 25;
    private static final int SAMPLE_PATCHES = 1 << 15;
    private static final int ITERATIONS = 100;
    private static final double TOLERANCE = 1e-3;
    /** What detectors read, in the mean, on the patches on which they fire at first: memberships neither 0 nor 1. */
    private static final double READING = 2.5;

    private IndependentStart() {}

    /**
     * Finds detectors.
     *
     * @param concepts how many; at most the number of directions in which the features vary
     */
    static Detectors of(
            FeatureSource source,
            FeatureStatistics statistics,
            int concepts,
            long seed,
            Workers workers,
            Monitor monitor) {
        int most = (int) Math.min(source.width(), source.patches());
        int sources = Math.min(most, Math.max(concepts, FEWEST_SOURCES));
        Pca pca = Pca.of(statistics, new Pca.Options(sources));
        try (Scope scope = Scope.open()) {
            Tensor rows = sample(source, Seeds.random(seed, -5));
            Tensor projected = rows.mm(Tensor.of(pca.components(), rows.type()));
            FastIca ica = FastIca.fit(
                    projected, new FastIca.Options(sources, 1, ITERATIONS, TOLERANCE, seed), workers, monitor);
            List<Side> sides = sides(
                    pca.components().times(ica.filters()), projected.toMatrix().times(ica.filters()));
            if (sides.size() < concepts) {
                throw new IllegalArgumentException("concepts = " + concepts + " exceeds the " + sides.size()
                        + " sides of the independent directions of the features; learn at most " + sides.size()
                        + " concepts, or start from random filters");
            }
            return detectors(sides, concepts);
        }
    }

    private static Tensor sample(FeatureSource source, SplittableRandom random) {
        int cells = source.grid().cells();
        int patches = Math.min(SAMPLE_PATCHES, SAMPLE_ELEMENTS / source.width());
        int images = Math.min(source.images(), Math.max(1, patches / cells));
        int[] drawn = Arrays.copyOf(Seeds.permutation(source.images(), random), images);
        Arrays.sort(drawn);
        Batch batch = source.select(drawn);
        return batch.rows(0, batch.images());
    }

    /**
     * A component read from one of its two sides.
     *
     * @param readings of the sample, of unit variance
     * @param fourth their fourth moment, 3 of a Gaussian: the larger, the rarer is what the component reads
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Side(double[] filter, double[] readings, double fourth) {
        Side opposite() {
            return new Side(negated(filter), negated(readings), fourth);
        }

        private static double[] negated(double... values) {
            return Arrays.stream(values).map(v -> -v).toArray();
        }
    }

    /** The sides with the longer tail, the least Gaussian component first; then, should these not be enough, the other sides. */
    private static List<Side> sides(Matrix filters, Matrix readings) {
        List<Side> longer = new ArrayList<>();
        for (int i = 0; i < filters.columns(); i++) {
            double[] values = readings.column(i);
            double mean = Arrays.stream(values).average().orElse(0);
            double skewness = 0;
            double fourth = 0;
            for (double value : values) {
                double distance = value - mean; // of unit variance
                skewness += distance * distance * distance;
                fourth += distance * distance * distance * distance;
            }
            Side side = new Side(filters.column(i), values, fourth / values.length);
            longer.add(skewness < 0 ? side.opposite() : side);
        }
        longer.sort(Comparator.comparingDouble(side -> -side.fourth()));
        List<Side> all = new ArrayList<>(longer);
        longer.forEach(side -> all.add(side.opposite()));
        return all;
    }

    private static Detectors detectors(List<Side> sides, int concepts) {
        Matrix filters = new Matrix(sides.get(0).filter().length, concepts);
        double[] thresholds = new double[concepts];
        for (int i = 0; i < concepts; i++) {
            Side side = sides.get(i);
            double[] sorted = Arrays.stream(side.readings()).sorted().toArray();
            double share = Math.min(1.0 / concepts, 1 / side.fourth());
            int first = sorted.length - (int) Math.max(1, share * sorted.length);
            double threshold = sorted[first];
            double above = Arrays.stream(sorted, first, sorted.length)
                    .map(v -> v - threshold)
                    .average()
                    .orElse(0);
            double scale = above > 0 ? READING / above : 1;
            thresholds[i] = threshold * scale;
            for (int d = 0; d < filters.rows(); d++) {
                filters.set(d, i, side.filter()[d] * scale);
            }
        }
        return new Detectors(filters, thresholds);
    }
}
