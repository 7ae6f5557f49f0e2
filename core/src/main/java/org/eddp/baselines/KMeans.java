package org.eddp.baselines;

import java.util.SplittableRandom;
import org.eddp.decomposition.Checks;
import org.eddp.decomposition.Tiles;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * k-means: centroids that minimise the sum of squared distances of the patches to their nearest centroid.
 *
 * <p>k-means++ seeding (one pass per cluster), then Lloyd's iteration (one pass each) until no patch changes its
 * cluster; a cluster left empty restarts at the patch farthest from all centroids. The best of several restarts is
 * kept. Memory beyond X is one distance and one label per patch and a few tiles.
 *
 * <p>Weaknesses: finds a local minimum only; every patch belongs to exactly one cluster, so patches that hold two
 * concepts pull centroids between them; clusters are taken to be round and of similar spread, and features of large
 * variance dominate.
 *
 * <p>References: Lloyd, "Least squares quantization in PCM", IEEE Transactions on Information Theory 28(2), 1982;
 * Arthur and Vassilvitskii, "k-means++: the advantages of careful seeding", SODA 2007.
 *
 * @param centroids D x I
 * @param assignment nearest centroid of every patch (the first of equally near ones)
 * @param inertia sum of squared distances of the patches to their centroids
 * @param iterations iterations of the restart that was kept
 * @param converged whether that restart ended with no patch changing its cluster
 */
public record KMeans(Matrix centroids, int[] assignment, double inertia, int iterations, boolean converged) {

    /**
     * Options of the clustering.
     *
     * @param clusters number of clusters I, at most the number of distinct patches; may exceed the feature width
     * @param restarts random starts, of which the one with the least inertia is kept
     * @param maxIterations most iterations per restart
     * @param seed seed of the random starts
     */
    public record Options(int clusters, int restarts, int maxIterations, long seed) {
        public Options {
            Checks.atLeastOne("clusters", clusters);
            Checks.atLeastOne("restarts", restarts);
            Checks.atLeastOne("maxIterations", maxIterations);
        }

        /** Four starts of at most 300 iterations. */
        public static Options of(int clusters, long seed) {
            return new Options(clusters, 4, 300, seed);
        }

        /** The same with {@code restarts} changed. */
        public Options withRestarts(int changed) {
            return new Options(clusters, changed, maxIterations, seed);
        }

        /** The same with {@code maxIterations} changed. */
        public Options withMaxIterations(int changed) {
            return new Options(clusters, restarts, changed, seed);
        }
    }

    /** Clusters {@code x} (not modified) on the calling thread. */
    public static KMeans fit(Tensor x, Options options) {
        try (Workers workers = new Workers(1)) {
            return fit(x, options, workers);
        }
    }

    /** Clusters {@code x} (not modified); the result does not depend on the number of workers. */
    public static KMeans fit(Tensor x, Options options, Workers workers) {
        return fit(Tiles.of(x, workers), options);
    }

    static KMeans fit(Tiles x, Options options) {
        Checks.enoughPatches("clusters", options.clusters(), x);
        try (Scope scope = Scope.open()) {
            double[] mean = x.mean();
            SplittableRandom random = new SplittableRandom(options.seed());
            Lloyd best = null;
            for (int restart = 0; restart < options.restarts(); restart++) {
                Matrix seeds = new Seeding(x).choose(options.clusters(), random.split());
                Lloyd found = Lloyd.run(x, mean, seeds, options.maxIterations());
                if (best == null || found.inertia() < best.inertia()) {
                    best = found;
                }
            }
            return best.result();
        }
    }
}
