package org.eddp.baselines;

import java.util.Arrays;
import org.eddp.decomposition.Tiles;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/** Lloyd's iteration of {@link KMeans}: assign every patch to its nearest centroid, move centroids to the means. */
final class Lloyd {
    private final Tiles x;
    private final double[] mean;
    private final int[] assignment;
    private final double[] distances;
    private Matrix centroids;
    private double inertia;
    private int iterations;
    private boolean converged;

    private Lloyd(Tiles x, double[] mean, Matrix centroids) {
        this.x = x;
        this.mean = mean;
        this.centroids = centroids;
        assignment = new int[x.patches()];
        Arrays.fill(assignment, -1);
        distances = new double[x.patches()];
    }

    /**
     * Runs to the end.
     *
     * @param mean an origin close to the data: distances are computed from inner products, which lose digits far from
     *     it
     * @param seeds first centroids as rows
     */
    static Lloyd run(Tiles x, double[] mean, Matrix seeds, int maxIterations) {
        Lloyd lloyd = new Lloyd(x, mean, seeds);
        while (true) {
            Sums sums = lloyd.assign();
            lloyd.converged = sums.changed == 0 && !sums.anyEmpty();
            // The loop ends before the move, so that assignment and inertia belong to the returned centroids.
            if (lloyd.converged || lloyd.iterations == maxIterations) {
                return lloyd;
            }
            lloyd.move(sums);
        }
    }

    double inertia() {
        return inertia;
    }

    KMeans result() {
        return new KMeans(centroids.transpose(), assignment, inertia, iterations, converged);
    }

    private Sums assign() {
        Matrix centres = centroids.copy();
        addMean(centres, -1);
        Matrix columns = centres.transpose();
        double[] halfSquares =
                Arrays.stream(columns.columnNorms()).map(n -> n * n / 2).toArray();
        Sums total = new Sums(centres.rows(), centres.columns());
        try (Scope scope = Scope.open()) {
            Tensor directions = Tensor.of(columns, DType.FLOAT64);
            Tensor offsets = Tensor.of(Matrix.row(halfSquares), DType.FLOAT64);
            // The nearest centre c has the largest x.c - |c|^2 / 2.
            x.minus(mean)
                    .forEach(
                            tile -> assign(
                                    tile, tile.x().mm(directions).minus(offsets).argmax(1), centres),
                            total::add);
        }
        inertia = total.inertia;
        iterations++;
        return total;
    }

    private Sums assign(Tiles.Tile tile, Tensor nearest, Matrix centres) {
        Sums part = new Sums(centres.rows(), centres.columns());
        double[] labels = nearest.toDoubles();
        double[] values = tile.x().toDoubles();
        for (int r = 0; r < labels.length; r++) {
            int cluster = (int) labels[r];
            int patch = tile.start() + r;
            if (assignment[patch] != cluster) {
                assignment[patch] = cluster;
                part.changed++;
            }
            distances[patch] = part.addPatch(cluster, values, r * centres.columns(), centres);
        }
        return part;
    }

    private void move(Sums sums) {
        centroids = sums.means();
        addMean(centroids, 1);
        Seeding seeding = new Seeding(x, distances);
        for (int k = 0; k < sums.counts.length; k++) {
            if (sums.counts[k] == 0) {
                seeding.takeFarthest(centroids, k);
            }
        }
    }

    private void addMean(Matrix rows, double factor) {
        for (int k = 0; k < rows.rows(); k++) {
            for (int d = 0; d < mean.length; d++) {
                rows.set(k, d, rows.get(k, d) + factor * mean[d]);
            }
        }
    }

    /** Sums of one pass over the centred patches. */
    private static final class Sums {
        private final Matrix features;
        private final int[] counts;
        private int changed;
        private double inertia;

        Sums(int clusters, int features) {
            this.features = new Matrix(clusters, features);
            counts = new int[clusters];
        }

        /** Adds one patch and returns its squared distance to its centre. */
        double addPatch(int cluster, double[] values, int from, Matrix centres) {
            double[] sums = features.values();
            double[] centre = centres.values();
            int to = cluster * features.columns();
            double distance = 0;
            for (int d = 0; d < features.columns(); d++) {
                double difference = values[from + d] - centre[to + d];
                distance += difference * difference;
                sums[to + d] += values[from + d];
            }
            counts[cluster]++;
            inertia += distance;
            return distance;
        }

        void add(Sums part) {
            features.add(part.features, 1);
            Arrays.setAll(counts, k -> counts[k] + part.counts[k]);
            changed += part.changed;
            inertia += part.inertia;
        }

        boolean anyEmpty() {
            return Arrays.stream(counts).anyMatch(count -> count == 0);
        }

        Matrix means() {
            double[] shares =
                    Arrays.stream(counts).mapToDouble(c -> 1.0 / Math.max(1, c)).toArray();
            return features.transpose().scaleColumns(shares).transpose();
        }
    }
}
