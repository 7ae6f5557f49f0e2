package org.eddp.baselines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eddp.directions.Directions;
import org.eddp.features.DenseFeatures;
import org.eddp.features.FeatureSource;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.labels.Concept;
import org.eddp.labels.Dissection;
import org.eddp.labels.LabelledImages;
import org.eddp.labels.Labels;
import org.eddp.labels.PatchLabels;
import org.eddp.metrics.Metrics;
import org.eddp.metrics.Metrics.Clustering;
import org.eddp.metrics.Quantiles.Saturated;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.monitor.StoppingMonitor;
import org.eddp.network.LinearReadout;
import org.eddp.run.NewRun;
import org.eddp.run.Run;
import org.eddp.run.RunFile;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BaselineMethodTest {
    private static final LinearReadout READOUT = new LinearReadout(
            Matrix.of(
                    new double[] {1, 0, 0},
                    new double[] {0, 1, 0},
                    new double[] {0, 0, 1},
                    new double[] {1, 0, 0},
                    new double[] {0, 1, 0},
                    new double[] {0, 0, 1}),
            new double[3]);

    private static BaselineOptions options(Integer iterations) {
        return BaselineOptions.of(3, 1).withIterations(iterations);
    }

    private static BaselineMethod.Fit fit(
            BaselineMethod method, LabelledImages images, BaselineOptions options, int threads) {
        BaselineMethod.Data data = BaselineMethod.Data.of(images.features(), Activation.RELU)
                .with(Head.of(READOUT, images.features().grid()))
                .with(images, null);
        try (Workers workers = new Workers(threads)) {
            return method.fit(data, options, workers, Monitor.NONE);
        }
    }

    /** Every method gives pairs with w.s = 1, in a folder that reads back, and the same for any number of threads. */
    @ParameterizedTest
    @EnumSource(BaselineMethod.class)
    void givesDirectionPairs(BaselineMethod method, @TempDir Path folder) {
        try (Scope scope = Scope.open()) {
            LabelledImages images = TaughtImages.of(150, 1);
            BaselineMethod.Fit fit = fit(method, images, options(40), 1);
            Directions directions = fit.directions();

            assertThat(directions.concepts()).isEqualTo(method == BaselineMethod.NATURAL ? 6 : 3);
            double[] products = directions.filters().columnDots(directions.signals());
            for (int i = 0; i < products.length; i++) {
                if (directions.hasSignal(i)) {
                    assertThat(products[i]).isEqualTo(1, within(1e-3));
                }
            }
            assertThat(fit.concepts() == null).isEqualTo(!method.supervised());
            BaselineMethod.Fit again = fit(method, images, options(40), 3);
            assertThat(again.directions().filters()).isEqualTo(directions.filters());
            assertThat(again.directions().thresholds()).isEqualTo(directions.thresholds());

            NewRun.write(folder, method, options(40), Map.of("made", true), fit);
            RunFile.BaselineRun run = (RunFile.BaselineRun) Run.open(folder).file();
            assertThat(BaselineMethod.named(run.method())).isEqualTo(method);
            assertThat(run.options()).isEqualTo(options(40));
            assertThat(run.concepts()).isEqualTo(fit.concepts());
            assertThat(Directions.read(folder.resolve("directions.safetensors")).filters())
                    .isEqualTo(directions.filters());
        }
    }

    @Test
    void sharesOfThePaper() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            LabelledImages images = TaughtImages.of(500, 2);
            FeatureSource features = images.features();
            for (BaselineMethod method : List.of(BaselineMethod.NATURAL, BaselineMethod.PCA, BaselineMethod.NMF)) {
                Directions found = fit(method, images, options(200), 1).directions();
                Clustering clustering = Clustering.of(features, found.detectors(), workers);
                double share = method == BaselineMethod.PCA ? 0.2 : 0.005;
                for (long size : clustering.sizes()) {
                    assertThat(size)
                            .as(method.label())
                            .isBetween(Math.round(2000 * share) - 1, Math.round(2000 * share) + 1);
                }
            }
        }
    }

    /** Thresholds of equal redundancy: one detector fires per patch on average, without a second fit. */
    @ParameterizedTest
    @EnumSource(
            value = BaselineMethod.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"IBD", "PCAV"})
    void firesOncePerPatchAtTheEvenShare(BaselineMethod method) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            LabelledImages images = TaughtImages.of(300, 7);
            FeatureSource features = images.features();
            BaselineMethod.Fit own = fit(method, images, options(40), 2);
            int directions = own.directions().concepts();
            assertThat(method.directions(3, features.width())).isEqualTo(directions);
            double share = 1.0 / directions;
            BaselineMethod.Fit even = own.firingOn(share, features, Saturated.FIRES, workers, Monitor.NONE);

            Clustering clustering = Clustering.of(features, even.directions().detectors(), workers);
            assertThat(clustering.redundancy()).isEqualTo(1, within(1e-9 + directions * 1.0 / features.patches()));
            for (long size : clustering.sizes()) {
                assertThat((double) size).isEqualTo(share * features.patches(), within(1.0));
            }
            assertThat(even.directions().filters()).isEqualTo(own.directions().filters());
            assertThat(even.details()).containsEntry(BaselineMethod.Fit.SHARE, share);
            double[] products =
                    even.directions().filters().columnDots(even.directions().signals());
            for (double product : products) {
                assertThat(product).isEqualTo(1, within(1e-3));
            }

            BaselineMethod.Fit again = fit(method, images, options(40).withShare(share), 2);
            assertThat(again.directions().thresholds())
                    .isEqualTo(even.directions().thresholds());
            assertThat(again.directions().signals()).isEqualTo(even.directions().signals());
            assertThat(again.details()).isEqualTo(even.details());
        }
    }

    /** NMF finds the directions themselves, one each. */
    @Test
    void nmfFindsParts() {
        try (Scope scope = Scope.open()) {
            Matrix filters = fit(BaselineMethod.NMF, TaughtImages.of(400, 3), options(2000), 2)
                    .directions()
                    .filters();
            for (int concept = 0; concept < 3; concept++) {
                double best = 0;
                for (int i = 0; i < 3; i++) {
                    best = Math.max(best, cosine(filters.column(i), TaughtImages.direction(concept)));
                }
                assertThat(best).isGreaterThan(0.85);
            }
        }
    }

    @Test
    void nmfRefusesNegativeFeatures() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            // the average over each quarter is positive, so only the features themselves tell
            Tensor rows =
                    Tensor.of(new double[] {5, -1, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5}, DType.FLOAT32, 16, 1);
            BaselineMethod.Data data = BaselineMethod.Data.of(new DenseFeatures(rows, new Grid(4, 4)), Activation.SILU);
            assertThatThrownBy(() -> BaselineMethod.NMF.fit(data, BaselineOptions.of(1, 1), workers, Monitor.NONE))
                    .hasMessageContaining("image 0 has -1.0");
        }
    }

    @Test
    void poolingIsAdaptive() {
        // 3 cells in two halves: both take the middle one
        assertThat(Patches.pooling(new Grid(1, 3)))
                .isEqualTo(Matrix.of(new double[] {0.5, 0.5, 0}, new double[] {0, 0.5, 0.5}));
        assertThat(Patches.pooling(new Grid(2, 2))).isEqualTo(Matrix.identity(4));
    }

    @ParameterizedTest
    @EnumSource(
            value = BaselineMethod.class,
            names = {"IBD", "PCAV"})
    void supervisedDirectionsKnowTheirConcepts(BaselineMethod method) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            BaselineMethod.Fit fit = fit(method, TaughtImages.of(200, 4), BaselineOptions.of(1, 1), 2);
            assertThat(fit.concepts()).extracting(Concept::number).containsExactly(1, 2, 3);
            LabelledImages val = TaughtImages.of(100, 5);
            Dissection.Counts counts = Dissection.run(val, fit.directions().detectors(), workers, Monitor.NONE);
            Labels labels = Labels.given(
                    "made",
                    fit.concepts(),
                    counts,
                    counts,
                    Dissection.CountedImages.ANNOTATED_IMAGES,
                    Labels.INTERPRETABLE);
            Metrics metrics = Metrics.of(
                    val, fit.directions().detectors(), labels, PatchLabels.Rule.MAJORITY, workers, Monitor.NONE);
            assertThat(metrics.f1().mean()).isGreaterThan(0.95);
            assertThat(metrics.segmentation().uniqueLabels()).isEqualTo(3);
        }
    }

    /** The definition: difference of the means of patches with and without the concept. */
    @Test
    void patternCavIsTheDifferenceOfMeans() {
        try (Scope scope = Scope.open()) {
            LabelledImages images = TaughtImages.of(60, 6);
            Matrix x = ((DenseFeatures) images.features()).rows().toMatrix();
            double[] sums = new double[2];
            double[] counts = new double[2];
            for (int p = 0; p < x.rows(); p++) {
                int with = images.labels(p / 4).layers().get(0).map()[p % 4] == 2 ? 1 : 0;
                sums[with] += x.get(p, 1);
                counts[with]++;
            }
            Matrix signals = fit(BaselineMethod.PCAV, images, BaselineOptions.of(1, 1), 1)
                    .directions()
                    .signals();
            assertThat(signals.get(1, 1)).isEqualTo(sums[1] / counts[1] - sums[0] / counts[0], within(1e-6));
        }
    }

    /** Progress goes up from nothing to everything, and every method stops soon after it is asked to. */
    @ParameterizedTest
    @EnumSource(BaselineMethod.class)
    void showsProgressAndStops(BaselineMethod method) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            LabelledImages images = TaughtImages.of(150, 1);
            BaselineMethod.Data data = BaselineMethod.Data.of(images.features(), Activation.RELU)
                    .with(Head.of(READOUT, images.features().grid()))
                    .with(images, null);
            List<Double> shares = new ArrayList<>();
            method.fit(data, options(40), workers, (done, total) -> shares.add((double) done / total));
            assertThat(shares).isSorted().hasSizeGreaterThan(1);
            assertThat(shares.get(shares.size() - 1)).isEqualTo(1);

            int[] calls = {0};
            Monitor stopping = new Monitor() {
                @Override
                public void onProgress(long done, long total) {
                    calls[0]++;
                }

                @Override
                public boolean stopRequested() {
                    return calls[0] > 0;
                }
            };
            assertThatThrownBy(() -> method.fit(data, options(40), workers, stopping))
                    .isInstanceOf(Stopped.class);
            assertThat(calls[0]).isEqualTo(1);
        }
    }

    /** Of equal scores the first are taken, as a stable sort would. */
    @Test
    void theHardestAreThoseOfTheLargestScores() {
        float[] scores = {1, 5, 3, 5, 3, 3, 0};
        assertThat(ConceptClassifier.largest(scores, 4)).containsExactly(1, 2, 3, 4);
        assertThat(ConceptClassifier.largest(scores, 7)).containsExactly(0, 1, 2, 3, 4, 5, 6);
        assertThat(ConceptClassifier.largest(scores, 0)).isEmpty();
    }

    @Test
    void saysWhatIsMissing() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            BaselineMethod.Data bare =
                    BaselineMethod.Data.of(TaughtImages.of(3, 1).features(), Activation.RELU);
            BaselineOptions options = BaselineOptions.of(2, 1);
            assertThatThrownBy(() -> BaselineMethod.IBD.fit(bare, options, workers, Monitor.NONE))
                    .hasMessageContaining("ibd learns from labels");
            BaselineMethod.Data labelled = bare.with(TaughtImages.of(3, 1), null);
            assertThatThrownBy(() -> BaselineMethod.PCAV.fit(labelled, options.withShare(0.5), workers, Monitor.NONE))
                    .hasMessageContaining("takes its thresholds from labels");
            assertThatThrownBy(() -> BaselineMethod.CBE.fit(bare, options, workers, Monitor.NONE))
                    .hasMessageContaining("upper part of the network");
            assertThatThrownBy(() -> BaselineMethod.PCA.fit(bare, BaselineOptions.of(7, 1), workers, Monitor.NONE))
                    .hasMessageContaining("exceeds feature width 6");
            assertThatThrownBy(() -> BaselineMethod.named("svd")).hasMessageContaining("there are natural, pca");
            Monitor stopping = new StoppingMonitor();
            assertThatThrownBy(() -> BaselineMethod.PCA.fit(bare, options, workers, stopping))
                    .isInstanceOf(Stopped.class);
        }
    }

    private static double cosine(double[] a, double[] b) {
        Matrix both = new Matrix(a.length, 2);
        for (int d = 0; d < a.length; d++) {
            both.set(d, 0, a[d]);
            both.set(d, 1, b[d]);
        }
        Matrix unit = both.normaliseColumns();
        return unit.transposeTimes(unit).get(0, 1);
    }
}
