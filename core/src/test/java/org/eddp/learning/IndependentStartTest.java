package org.eddp.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.eddp.directions.Detectors;
import org.eddp.features.DenseFeatures;
import org.eddp.features.FeatureStatistics;
import org.eddp.features.Grid;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;

class IndependentStartTest {
    private static final int WIDTH = 12;
    private static final int PATCHES = 6000;
    private static final double[] SHARES = {0.02, 0.05, 0.1};

    /** Three rare things in random directions over noise of unequal variance; which patches hold them. */
    private record Planted(Matrix rows, boolean[][] present) {
        static Planted of(long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            double[][] directions = new double[SHARES.length][WIDTH];
            for (double[] direction : directions) {
                for (int d = 0; d < WIDTH; d++) {
                    direction[d] = random.nextGaussian();
                }
            }
            Matrix rows = new Matrix(PATCHES, WIDTH);
            boolean[][] present = new boolean[SHARES.length][PATCHES];
            for (int p = 0; p < PATCHES; p++) {
                for (int d = 0; d < WIDTH; d++) {
                    rows.set(p, d, 1 + 0.3 * (1 + d % 3) * random.nextGaussian());
                }
                for (int i = 0; i < SHARES.length; i++) {
                    present[i][p] = random.nextDouble() < SHARES[i];
                    for (int d = 0; d < WIDTH && present[i][p]; d++) {
                        rows.set(p, d, rows.get(p, d) + 2 * directions[i][d]);
                    }
                }
            }
            return new Planted(rows, present);
        }

        Detectors start(int concepts, int threads) {
            try (Scope scope = Scope.open();
                    Workers workers = new Workers(threads)) {
                DenseFeatures source = new DenseFeatures(Tensor.of(rows, DType.FLOAT32), new Grid(2, 3));
                return IndependentStart.of(source, FeatureStatistics.of(source), concepts, 1, workers, Monitor.NONE);
            }
        }

        /** The largest IoU of a detector with one of the things. */
        double best(Detectors detectors, int thing) {
            Matrix readings = rows.times(detectors.filters());
            double best = 0;
            for (int i = 0; i < detectors.concepts(); i++) {
                int both = 0;
                int either = 0;
                for (int p = 0; p < PATCHES; p++) {
                    boolean fires = readings.get(p, i) > detectors.thresholds()[i];
                    both += fires && present[thing][p] ? 1 : 0;
                    either += fires || present[thing][p] ? 1 : 0;
                }
                best = Math.max(best, both / (double) either);
            }
            return best;
        }
    }

    @Test
    void rareThingsHaveADetectorEach() {
        Planted planted = Planted.of(3);
        Detectors detectors = planted.start(4, 2);
        for (int thing = 0; thing < SHARES.length; thing++) {
            assertThat(planted.best(detectors, thing)).as("thing " + thing).isGreaterThan(0.3);
        }
    }

    @Test
    void threadsDoNotMatter() {
        Planted planted = Planted.of(4);
        Detectors one = planted.start(5, 1);
        Detectors three = planted.start(5, 3);
        assertThat(one.filters().values()).isEqualTo(three.filters().values());
        assertThat(one.thresholds()).isEqualTo(three.thresholds());
    }

    @Test
    void bothSidesOfAComponentServeWhereThereAreMoreConceptsThanComponents() {
        Detectors detectors = Planted.of(5).start(2 * WIDTH, 1);
        assertThat(detectors.concepts()).isEqualTo(2 * WIDTH);
        assertThat(Arrays.stream(detectors.filters().columnNorms()).min().orElse(0))
                .isPositive();
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Planted.of(5).start(2 * WIDTH + 1, 1))
                .withMessageContaining("learn at most 24 concepts");
    }
}
