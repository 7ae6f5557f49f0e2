package org.eddp.influence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Head;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InfluenceSignificanceTest {
    private static final int WIDTH = 12;
    private static final int CONCEPTS = 3;

    private static InfluenceOptions options(int group, long seed) {
        return new InfluenceOptions(
                Sensitivity.Perturbation.DEFAULT,
                new InfluenceOptions.Noise(40, 120, 60, 0.01, group, seed),
                0.05,
                new InfluenceOptions.Effects(100, 50, 0.05, seed));
    }

    /** Class 0 reads the first feature and nothing else; concept 0 is written there, the others elsewhere. */
    private static Influence run(InfluenceOptions options, int threads, Monitor monitor) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(threads)) {
            Matrix rows = gaussian(600, WIDTH, 7).map(Math::abs);
            for (int p = 0; p < rows.rows(); p += 3) {
                rows.set(p, 0, rows.get(p, 0) + 6);
            }
            DenseFeatures features = new DenseFeatures(Tensor.of(rows, DType.FLOAT32), RandomNetworks.GRID);
            Matrix filters = new Matrix(WIDTH, CONCEPTS);
            Matrix signals = new Matrix(WIDTH, CONCEPTS);
            for (int i = 0; i < CONCEPTS; i++) {
                filters.set(i, i, 1);
                signals.set(i, i, 1);
            }
            signals.set(2, 2, 0); // the last concept has no signal vector
            Directions directions = new Directions(filters, new double[] {5, 1, 1}, signals, new double[WIDTH]);
            Matrix classes = gaussian(WIDTH, 6, 3).times(0.3);
            classes.set(0, 0, 2);
            LinearReadout readout = new LinearReadout(classes, new double[6]);
            try (Sensitivity sensitivity =
                    Sensitivity.of(Head.of(readout, features.grid()), features, options.perturbation(), workers)) {
                return Influence.test(features, directions, directions, sensitivity, options, workers, monitor);
            }
        }
    }

    @Test
    void sameResultForAnyNumberOfThreadsAndAnyGroup() {
        Influence one = run(options(40, 5), 1, Monitor.NONE);
        Influence two = run(options(40, 5), 2, Monitor.NONE);
        assertThat(two.exceedances()).isEqualTo(one.exceedances());
        assertThat(two.test()).usingRecursiveComparison().isEqualTo(one.test());
        assertThat(two.tried()).isEqualTo(one.tried()).containsExactly(40, 40, 0);
        Influence early = run(options(5, 5), 2, Monitor.NONE);
        assertThat(early.significant()).isEqualTo(one.significant());
        assertThat(early.tried()[1]).isLessThanOrEqualTo(40);
        assertThat(run(options(40, 6), 1, Monitor.NONE).exceedances()).isNotEqualTo(one.exceedances());
    }

    @Test
    void aConceptWithoutSignalVectorIsNotTestedAndNotSignificant() {
        Influence influence = run(options(40, 5), 1, Monitor.NONE);
        assertThat(influence.scores().rowCopy(2)).containsOnly(0);
        assertThat(influence.pValue(2, 0)).isEqualTo(1);
        assertThat(influence.isSignificant(2, 0)).isFalse();
        assertThat(influence.summary().untested()).isEqualTo(1);
    }

    /** Gives the signal vectors of a run score 1 and noise a given score per class. */
    private record Scripted(int images, double... noise) implements Sensitivity {
        @Override
        public int classes() {
            return noise.length;
        }

        @Override
        public double[] probabilities() {
            double[] equal = new double[noise.length];
            Arrays.fill(equal, 1.0 / noise.length);
            return equal;
        }

        @Override
        public Measured measure(Matrix directions) {
            Matrix scores = new Matrix(directions.columns(), noise.length);
            for (int d = 0; d < scores.rows(); d++) {
                for (int k = 0; k < noise.length; k++) {
                    scores.set(d, k, directions.columns() == 2 ? 1 : noise[k]);
                }
            }
            return new Measured(scores, new Matrix(scores.rows(), scores.columns()));
        }
    }

    private static Influence scripted(double... noise) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            DenseFeatures features = RandomNetworks.features(50, 5, DType.FLOAT32, 4);
            Directions directions = RandomNetworks.directions(features, 2, 6);
            return Influence.test(
                    features, directions, directions, new Scripted(50, noise), options(5, 1), workers, Monitor.NONE);
        }
    }

    @Test
    void aPairIsSignificantWhenNoNoiseReachesIt() {
        Influence influence = scripted(0.5, -1);
        assertThat(influence.significant()).isEqualTo(Matrix.of(new double[] {1, 0}, new double[] {1, 0}));
        assertThat(influence.tried()).containsExactly(40, 40);
        assertThat(influence.pValue(0, 1)).isEqualTo(1);
    }

    /** A score that is as large as it can be while noise reaches it is not a result of chance: the test has no room. */
    @Test
    void whereScoresSaturateThePaperTestCannotDecide() {
        Influence influence = scripted(0.5, -1);
        assertThat(influence.verdict(0, 0, OutputKind.CLASSES)).isEqualTo(Influence.Verdict.SIGNIFICANT);
        assertThat(influence.verdict(0, 1, OutputKind.CLASSES)).isEqualTo(Influence.Verdict.SATURATED);
        assertThat(influence.verdict(0, 1, OutputKind.LABELS))
                .as("labels are tested by changes of the logit")
                .isEqualTo(Influence.Verdict.CHANCE);
        assertThat(influence.count(Influence.Verdict.SATURATED, OutputKind.CLASSES))
                .isEqualTo(2);
        Influence low = new Influence(
                Matrix.of(new double[] {0.6}, new double[] {1}),
                Matrix.of(new double[] {3}, new double[] {0}),
                new long[] {40, 0},
                new Matrix(2, 1),
                new Matrix(2, 1),
                null,
                50);
        assertThat(low.verdict(0, 0, OutputKind.CLASSES)).isEqualTo(Influence.Verdict.CHANCE);
        assertThat(low.verdict(1, 0, OutputKind.CLASSES)).isEqualTo(Influence.Verdict.UNTESTED);
    }

    @Test
    void noMoreNoiseIsMadeOnceAllClassesHaveFailed() {
        Influence influence = scripted(1, -1);
        assertThat(influence.significant().values()).containsOnly(0);
        assertThat(influence.tried()).containsExactly(5, 5);
    }

    @Test
    void summaryCountsPairsAndDirections() {
        Matrix scores = Matrix.of(new double[] {1, -0.5}, new double[] {0, 0.5});
        Influence influence = new Influence(
                scores,
                new Matrix(2, 2),
                new long[] {9, 9},
                Matrix.of(new double[] {1, 1}, new double[] {0, 0}),
                new Matrix(2, 2),
                null,
                7);
        Influence.Summary summary = influence.summary();
        assertThat(summary.significantDirections()).isEqualTo(1);
        assertThat(summary.significantPairs()).isEqualTo(2);
        assertThat(summary.meanInfluence()).isEqualTo(0.5);
    }

    @Test
    void theFileHoldsEverything(@TempDir Path folder) {
        Influence influence = run(options(10, 5), 1, Monitor.NONE);
        Path file = folder.resolve("influence.safetensors");
        influence.write(file, options(10, 5));
        Influence back = Influence.read(file);
        assertThat(back.scores()).isEqualTo(influence.scores());
        assertThat(back.exceedances()).isEqualTo(influence.exceedances());
        assertThat(back.significant()).isEqualTo(influence.significant());
        assertThat(back.tried()).isEqualTo(influence.tried());
        assertThat(back.effects()).isEqualTo(influence.effects());
        assertThat(back.test()).usingRecursiveComparison().isEqualTo(influence.test());
        assertThat(back.images()).isEqualTo(100);
    }

    @Test
    void stopsWhenAsked() {
        Monitor impatient = new Monitor() {
            @Override
            public void onProgress(long done, long total) {}

            @Override
            public boolean stopRequested() {
                return true;
            }
        };
        assertThatThrownBy(() -> run(options(10, 5), 1, impatient)).isInstanceOf(Stopped.class);
    }

    @Test
    void aNoiseSignalVectorDependsOnItsNumberAloneNotOnItsGroup() {
        try (Scope scope = Scope.open()) {
            Tensor rows = Tensor.of(gaussian(80, 4, 1), DType.FLOAT32);
            InfluenceOptions.Noise options = new InfluenceOptions.Noise(6, 80, 50, 0.05, 6, 3);
            Matrix all = NoiseSignals.of(rows, 2, 0, 6, options);
            Matrix later = NoiseSignals.of(rows, 2, 4, 2, options);
            for (int d = 0; d < 4; d++) {
                assertThat(later.get(d, 0)).isCloseTo(all.get(d, 4), within(1e-6));
            }
            assertThat(Arrays.stream(all.columnNorms())).allMatch(norm -> norm > 0);
            assertThat(all.column(0)).isNotEqualTo(all.column(1));
        }
    }

    @Test
    void aNoiseSignalVectorIsCovarianceOverVarianceOfThePatchesItsClassifierFiresOn() {
        Matrix rows = gaussian(30, 3, 1);
        Matrix filter = gaussian(3, 1, 2);
        Matrix scores = rows.times(filter).map(z -> z + 0.3);
        double[] firing = IntStream.range(0, 30)
                .filter(p -> scores.get(p, 0) > 0)
                .asDoubleStream()
                .toArray();
        try (Scope scope = Scope.open()) {
            Matrix found = NoiseSignals.signals(
                    Tensor.of(rows, DType.FLOAT64), Tensor.of(Matrix.of(rowsOf(scores.column(0), -5)), DType.FLOAT64));
            double mean = Arrays.stream(firing)
                    .map(p -> scores.get((int) p, 0))
                    .average()
                    .orElseThrow();
            for (int d = 0; d < 3; d++) {
                int column = d;
                double meanX = Arrays.stream(firing)
                        .map(p -> rows.get((int) p, column))
                        .average()
                        .orElseThrow();
                double covariance = Arrays.stream(firing)
                        .map(p -> (rows.get((int) p, column) - meanX) * (scores.get((int) p, 0) - mean))
                        .sum();
                double variance = Arrays.stream(firing)
                        .map(p -> Math.pow(scores.get((int) p, 0) - mean, 2))
                        .sum();
                assertThat(found.get(d, 0)).isCloseTo(covariance / variance, within(1e-12));
                assertThat(found.get(d, 1)).isZero(); // fires nowhere: undefined
            }
            assertThat(filter.transposeTimes(found).get(0, 0)).isCloseTo(1, within(1e-12));
        }
    }

    /** Two columns: the values, and a constant. */
    private static double[][] rowsOf(double[] values, double constant) {
        return Arrays.stream(values)
                .mapToObj(value -> new double[] {value, constant})
                .toArray(double[][]::new);
    }

    @Test
    void samplesAreBalancedAndWithinTheLimit() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            DenseFeatures features = RandomNetworks.features(50, 5, DType.FLOAT32, 4);
            Directions directions = RandomNetworks.directions(features, 2, 6);
            ConceptSamples samples = ConceptSamples.draw(
                    features, directions.detectors(), new InfluenceOptions.Noise(40, 40, 60, 0.01, 5, 1), workers);
            float[][] rows = samples.rows(0, 2, workers);
            for (int i = 0; i < 2; i++) {
                assertThat(samples.size(i)).isEqualTo(40);
                Matrix z =
                        Tensor.of(rows[i], 40, 5).to(DType.FLOAT64).toMatrix().times(directions.filters());
                int firing = 0;
                for (int p = 0; p < 40; p++) {
                    firing += z.get(p, i) > directions.thresholds()[i] ? 1 : 0;
                }
                assertThat(firing).isEqualTo(20);
            }
        }
    }
}
