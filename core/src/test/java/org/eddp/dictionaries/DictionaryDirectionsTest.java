package org.eddp.dictionaries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.eddp.directions.Directions;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.metrics.Metrics.Clustering;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DictionaryDirectionsTest {
    private static final int WIDTH = 4;
    private static final int UNITS = 6;
    private static final int IMAGES = 100;

    private final Scope scope = Scope.open();
    private final Workers workers = new Workers(2);
    private final SplittableRandom random = new SplittableRandom(3);
    private final DenseFeatures source =
            new DenseFeatures(Tensor.of(normal(IMAGES * 4 * WIDTH), DType.FLOAT32, IMAGES * 4, WIDTH), new Grid(2, 2));

    @AfterEach
    void close() {
        workers.close();
        scope.close();
    }

    private double[] normal(int count) {
        return random.doubles(count).map(u -> 2 * u - 1).toArray();
    }

    private Matrix filters() {
        return new Matrix(WIDTH, UNITS, normal(WIDTH * UNITS));
    }

    private DictionaryDirections directions(Dictionary dictionary, Double share) {
        return DictionaryDirections.of(dictionary, source, share, workers, Monitor.NONE);
    }

    @Test
    void scalesTheDecoderAndEstimatesWhereItLowersItsOwnDetector() {
        Matrix filters = filters();
        Matrix written = filters.times(3);
        written.set(0, 2, -written.get(0, 2));
        for (int d = 0; d < WIDTH; d++) {
            written.set(d, 1, -filters.get(d, 1));
        }
        Dictionary dictionary = new Dictionary(filters, new double[UNITS], written, null, null, List.of());
        DictionaryDirections made = directions(dictionary, null);
        double[] along = filters.columnDots(made.directions().signals());
        for (double dot : along) {
            assertThat(dot).isCloseTo(1, within(1e-6));
        }
        assertThat(made.derived()).anyMatch(line -> line.startsWith("signal vectors: 1 of 6"));
    }

    @Test
    void thresholdsThatAreMissingFollowFromAShare() {
        Dictionary dictionary = new Dictionary(filters(), null, null, null, null, List.of());
        DictionaryDirections made = directions(dictionary, 0.1);
        Clustering clustering = Clustering.of(source, made.directions().detectors(), workers);
        assertThat(clustering.sizes()).containsOnly(40);
        assertThat(made.share()).isEqualTo(0.1);
        assertThat(made.derived()).hasSize(3); // thresholds, signal vectors, mean
    }

    @Test
    void onlyTheLargestUnitsFireOnAverage() {
        Matrix filters = filters();
        Dictionary any = new Dictionary(filters, new double[UNITS], filters, null, null, List.of());
        Dictionary two = new Dictionary(filters, new double[UNITS], filters, null, 2, List.of());
        double free = Clustering.of(source, directions(any, null).directions().detectors(), workers)
                .redundancy();
        double limited = Clustering.of(
                        source, directions(two, null).directions().detectors(), workers)
                .redundancy();
        assertThat(free).isGreaterThan(2.5);
        assertThat(limited).isCloseTo(2, within(0.01));
    }

    @Test
    void ourOwnDirectionsComeBackToTheBit() {
        Matrix filters = filters();
        double[] thresholds = normal(UNITS);
        Dictionary first = new Dictionary(filters, thresholds, null, null, null, List.of());
        Directions learned = directions(first, null).directions();
        Dictionary again = new Dictionary(
                learned.filters(), learned.thresholds(), learned.signals(), learned.mean(), null, List.of());
        DictionaryDirections made = directions(again, null);
        assertThat(made.directions().signals()).isEqualTo(learned.signals());
        assertThat(made.directions().thresholds()).containsExactly(learned.thresholds());
        assertThat(made.derived()).isEmpty();
    }
}
