package org.eddp.baselines;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.eddp.decomposition.Tiles;
import org.eddp.failure.InvalidInput;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;

/**
 * Squared distance of every patch to the nearest centre so far, and the choice of further centres by it. Centres are
 * patches, copied into the rows of a matrix.
 */
final class Seeding {
    private final Tiles x;
    private final double[] distances;

    /** No centre yet. */
    Seeding(Tiles x) {
        this.x = x;
        distances = new double[x.patches()];
        Arrays.fill(distances, Double.POSITIVE_INFINITY);
    }

    /** Centres chosen already, at squared distances {@code distances} (modified). */
    Seeding(Tiles x, double[] distances) {
        this.x = x;
        this.distances = distances;
    }

    /** k-means++: the first centre uniformly, every further one with probability proportional to the distance. */
    Matrix choose(int clusters, SplittableRandom random) {
        Matrix centres = new Matrix(clusters, x.features());
        for (int k = 0; k < clusters; k++) {
            int patch = k == 0 ? random.nextInt(x.patches()) : draw(k, clusters, random);
            take(patch, centres, k);
        }
        return centres;
    }

    private int draw(int chosen, int clusters, SplittableRandom random) {
        double total = 0;
        for (double d : distances) {
            total += d;
        }
        if (total == 0) { // every patch equals one of the centres, which all differ
            throw new InvalidInput("clusters = " + clusters + " exceeds the " + chosen
                    + " distinct patches of X; use at most " + chosen);
        }
        double left = random.nextDouble() * total;
        int last = 0;
        for (int i = 0; i < distances.length; i++) {
            if (distances[i] > 0) {
                last = i;
                left -= distances[i];
                if (left < 0) {
                    break;
                }
            }
        }
        return last;
    }

    /** Makes the patch farthest from all centres a centre: row {@code k} of {@code centres}. */
    void takeFarthest(Matrix centres, int k) {
        int farthest = 0;
        for (int i = 1; i < distances.length; i++) {
            farthest = distances[i] > distances[farthest] ? i : farthest;
        }
        take(farthest, centres, k);
    }

    private void take(int patch, Matrix centres, int k) {
        try (Scope scope = Scope.open()) {
            double[] centre = x.row(patch);
            System.arraycopy(centre, 0, centres.values(), k * centre.length, centre.length);
            // Squares of differences, no inner products: a patch equal to the centre is at distance exactly 0.
            x.minus(centre)
                    .forEach(
                            tile -> {
                                double[] squares = tile.x().pow(2).sum(1).toDoubles();
                                for (int i = 0; i < squares.length; i++) {
                                    int at = tile.start() + i;
                                    distances[at] = Math.min(distances[at], squares[i]);
                                }
                                return null;
                            },
                            nothing -> {});
        }
    }
}
