package org.eddp.baselines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import java.util.Arrays;
import org.eddp.decomposition.RandomSamples;
import org.eddp.decomposition.ScopedTest;
import org.eddp.decomposition.Tiles;
import org.eddp.failure.InvalidInput;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KMeansTest extends ScopedTest {
    private static final Matrix CENTRES = gaussian(5, 3, 1).times(50);

    /** Patch r lies near centre r % 5, all far from the origin. */
    private static Matrix blobs(double offset) {
        Matrix x = gaussian(200, 3, 2);
        for (int r = 0; r < x.rows(); r++) {
            for (int c = 0; c < 3; c++) {
                x.set(r, c, x.get(r, c) + CENTRES.get(r % 5, c) + offset);
            }
        }
        return x;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1e7})
    void recoversSeparatedBlobsExactly(double offset) {
        Matrix x = blobs(offset);
        KMeans found = KMeans.fit(RandomSamples.tensor(x), KMeans.Options.of(5, 1));
        assertThat(found.converged()).isTrue();
        int[] clusters = Arrays.copyOf(found.assignment(), 5);
        assertThat(clusters).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        double inertia = 0;
        for (int r = 0; r < 200; r++) {
            assertThat(found.assignment()[r]).isEqualTo(clusters[r % 5]);
        }
        for (int k = 0; k < 5; k++) {
            for (int d = 0; d < 3; d++) {
                double mean = 0;
                for (int r = k; r < 200; r += 5) {
                    mean += x.get(r, d) / 40;
                }
                assertThat(found.centroids().get(d, clusters[k])).isCloseTo(mean, within(1e-6));
                for (int r = k; r < 200; r += 5) {
                    inertia += Math.pow(x.get(r, d) - mean, 2);
                }
            }
        }
        assertThat(found.inertia()).isCloseTo(inertia, within(1e-5));
    }

    @Test
    void endsWithEveryPatchAtItsNearestCentroid() {
        Matrix x = gaussian(300, 4, 3);
        for (int iterations : new int[] {1, 3, 300}) {
            KMeans found = KMeans.fit(RandomSamples.tensor(x), new KMeans.Options(7, 1, iterations, 5));
            double inertia = 0;
            for (int r = 0; r < x.rows(); r++) {
                double[] distances = new double[7];
                for (int k = 0; k < 7; k++) {
                    for (int d = 0; d < 4; d++) {
                        distances[k] += Math.pow(x.get(r, d) - found.centroids().get(d, k), 2);
                    }
                }
                double nearest = Arrays.stream(distances).min().orElseThrow();
                assertThat(distances[found.assignment()[r]]).isCloseTo(nearest, within(1e-12));
                inertia += nearest;
            }
            assertThat(found.inertia()).isCloseTo(inertia, within(1e-9));
            assertThat(found.converged()).isEqualTo(iterations == 300);
            assertThat(found.iterations()).isLessThanOrEqualTo(iterations);
        }
    }

    @Test
    void moreIterationsAndRestartsNeverFitWorse() {
        Tensor x = RandomSamples.tensor(gaussian(300, 4, 3));
        double previous = Double.POSITIVE_INFINITY;
        for (int iterations = 1; iterations < 12; iterations++) {
            double inertia =
                    KMeans.fit(x, new KMeans.Options(7, 1, iterations, 5)).inertia();
            assertThat(inertia).isLessThanOrEqualTo(previous * (1 + 1e-14));
            previous = inertia;
        }
        double best = KMeans.fit(x, new KMeans.Options(7, 8, 300, 5)).inertia();
        assertThat(best).isLessThanOrEqualTo(previous);
    }

    @Test
    void anEmptyClusterRestartsAtTheFarthestPatch() {
        Matrix x = Matrix.of(new double[][] {{0}, {1}, {10}, {11}, {100}});
        // The second seed is nearest to nothing, the first takes everything.
        try (Workers one = new Workers(1)) {
            Lloyd lloyd = Lloyd.run(
                    new Tiles(RandomSamples.tensor(x), 2, one),
                    new double[1],
                    Matrix.of(new double[][] {{5}, {-1000}, {-2000}}),
                    50);
            KMeans found = lloyd.result();
            assertThat(found.converged()).isTrue();
            assertThat(found.centroids().values()).containsExactlyInAnyOrder(0.5, 10.5, 100);
            assertThat(found.inertia()).isCloseTo(1, within(1e-12));
        }
    }

    @Test
    void asManyClustersAsDistinctPatchesFitPerfectly() {
        Matrix x = gaussian(4, 2, 1);
        Matrix doubled = new Matrix(8, 2);
        System.arraycopy(x.values(), 0, doubled.values(), 0, 8);
        System.arraycopy(x.values(), 0, doubled.values(), 8, 8);
        KMeans found = KMeans.fit(RandomSamples.tensor(doubled), KMeans.Options.of(4, 1));
        assertThat(found.inertia()).isCloseTo(0, within(1e-25));
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> KMeans.fit(RandomSamples.tensor(doubled), KMeans.Options.of(5, 1)))
                .withMessage("clusters = 5 exceeds the 4 distinct patches of X; use at most 4");
    }

    @Test
    void neitherTilesNorThreadsChangeTheResultAndTheSeedDoes() {
        Tensor x = RandomSamples.tensor(gaussian(150, 4, 3)).to(DType.FLOAT32);
        try (Workers one = new Workers(1);
                Workers three = new Workers(3)) {
            KMeans.Options options = new KMeans.Options(6, 2, 300, 1);
            KMeans whole = KMeans.fit(new Tiles(x, 1000, one), options);
            KMeans tiled = KMeans.fit(new Tiles(x, 7, one), options);
            KMeans threaded = KMeans.fit(new Tiles(x, 7, three), options);
            assertThat(tiled.assignment()).isEqualTo(whole.assignment());
            assertThat(RandomSamples.difference(whole.centroids(), tiled.centroids()))
                    .isLessThan(1e-12);
            assertThat(threaded.centroids()).isEqualTo(tiled.centroids());
            assertThat(threaded.inertia()).isEqualTo(tiled.inertia());
            KMeans other = KMeans.fit(new Tiles(x, 7, one), new KMeans.Options(6, 1, 1, 2));
            assertThat(other.centroids()).isNotEqualTo(tiled.centroids());
        }
    }

    @Test
    void refusesWhatItCannotDo() {
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> KMeans.Options.of(0, 1))
                .withMessage("clusters = 0 must be at least 1");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> new KMeans.Options(1, 0, 1, 1))
                .withMessage("restarts = 0 must be at least 1");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(
                        () -> KMeans.fit(RandomSamples.tensor(RandomSamples.uniform(3, 5, 1)), KMeans.Options.of(4, 1)))
                .withMessage("clusters = 4 exceeds the 3 patches of X; pass more patches or use at most 3");
    }
}
