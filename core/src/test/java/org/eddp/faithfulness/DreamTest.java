package org.eddp.faithfulness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.features.PatchLayer;
import org.eddp.learning.SignalVectors;
import org.eddp.monitor.Monitor;
import org.eddp.names.ConceptName;
import org.eddp.network.Network;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Pictures;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;

class DreamTest {
    private static final int WIDTH = 5;
    private static final FaithfulnessStudy.Starts STARTS =
            new FaithfulnessStudy.Starts(new int[][] {{0}}, new int[][] {{0}});
    private static final Matrix MIX = gaussian(2, WIDTH, 3);

    /** Each patch is the mean of 4 x 4 pixels of two channels, mixed into five features: features lie in a plane. */
    private record Plane(Activation activation) implements Network.Cut {
        @Override
        public Network.Layer layer() {
            return new Network.Layer("plane", "test", new long[] {WIDTH, 6, 6}, activation);
        }

        @Override
        public Tensor lower(Tensor images) {
            Tensor kernel = Tensor.zeros(images.type(), WIDTH, 2, 4, 4)
                    .plus(Tensor.of(MIX.transpose().times(1 / 16.0), images.type())
                            .view(WIDTH, 2, 1, 1));
            return activation.of(LayerOperations.convolution(
                    images, kernel, null, new long[] {4, 4}, new long[] {0, 0}, new long[] {1, 1}, 1));
        }

        @Override
        public Tensor upper(Tensor features) {
            throw new UnsupportedOperationException();
        }
    }

    /** The same network for inputs in other units: what it gets where a picture is 0 and where it is 1, per channel. */
    private record InOtherUnits(Plane plane, double[] lowest, double[] highest) implements Network.Cut {
        @Override
        public Network.Layer layer() {
            return plane.layer();
        }

        @Override
        public Tensor lower(Tensor images) {
            return plane.lower(images.minus(perChannel(lowest)).over(range()));
        }

        Tensor input(Tensor picture) {
            return picture.times(range()).plus(perChannel(lowest));
        }

        double[] picture(float[] pixels) {
            return Tensor.of(pixels, 1, 2, 24, 24)
                    .minus(perChannel(lowest))
                    .over(range())
                    .toDoubles();
        }

        private Tensor range() {
            return perChannel(highest).minus(perChannel(lowest));
        }

        private static Tensor perChannel(double[] values) {
            return Tensor.of(values, DType.FLOAT32, 1, 2, 1, 1);
        }

        @Override
        public Tensor upper(Tensor features) {
            throw new UnsupportedOperationException();
        }
    }

    private static Directions directions() {
        Matrix filters = new Matrix(WIDTH, 1, gaussian(1, WIDTH, 5).values());
        // where a gradient step on pixels moves features: M^T M w
        Matrix signals = MIX.transposeTimes(MIX).times(filters);
        double scale = filters.columnDots(signals)[0];
        return new Directions(filters, new double[] {0.3}, signals.times(1 / scale), new double[WIDTH]);
    }

    private static Tensor image() {
        return Tensor.of(gaussian(2, 24 * 24, 7), DType.FLOAT32).view(1, 2, 24, 24);
    }

    @Test
    void featuresMoveAlongTheSignalVectorAndTheDetectorSaysMore() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            PatchLayer layer = PatchLayer.of(new Plane(Activation.IDENTITY), null);
            for (DreamingDirection.Fit fit : DreamingDirection.Fit.values()) {
                double smoothness = fit == DreamingDirection.Fit.POOLED ? 0 : 1;
                Dream.Options options = Dream.Options.of(1)
                        .withIterations(40)
                        .withRate(0.5)
                        .withSmoothness(smoothness)
                        .withJitter(1)
                        .withScale(0.05)
                        .withRotation(5)
                        .withFit(fit);
                FaithfulnessStudy study = new FaithfulnessStudy(
                        layer,
                        directions(),
                        gaussian(WIDTH, 1, 8),
                        options,
                        options.withFit(DreamingDirection.Fit.POOLED));
                List<FaithfulnessStudy.ConceptResult> results =
                        study.run(new int[] {0}, STARTS, Integer::toString, n -> image(), workers);
                DreamResults.ImageDream result = results.get(0).images().get(0);
                assertThat(result.after()).isGreaterThan(result.before() + 1);
                assertThat(result.cosine()).isGreaterThan(0.95);
                assertThat(result.cosineOthers()).isZero(); // there is only one concept
                assertThat(result.moved()).isGreaterThan(result.apart());
                assertThat(results.get(0).cosine()).isCloseTo(result.cosine(), within(1e-12)); // one image
                assertThat(results.get(0).literal().cosine()).isEqualTo(result.cosinePooled());
                assertThat(results.get(0).literal().images()).hasSize(1);
                assertThat(results.get(0).control().rank()).isEqualTo(1);
                assertThat(results.get(0).control().reachable()).isCloseTo(1, within(1e-12));
            }
        }
    }

    @Test
    void preprocessingDoesNotChangeTheDream() {
        try (Scope scope = Scope.open()) {
            Plane plane = new Plane(Activation.IDENTITY);
            double[] asIs = dreamed(new InOtherUnits(plane, new double[2], new double[] {1, 1}));
            double[] bytes =
                    dreamed(new InOtherUnits(plane, new double[] {-103.9, -116.8}, new double[] {151.1, 138.2}));
            double[] standardised =
                    dreamed(new InOtherUnits(plane, new double[] {-2.12, -1.8}, new double[] {2.25, 2.64}));
            double change = 0;
            double[] before = picture().toDoubles();
            for (int i = 0; i < asIs.length; i++) {
                change = Math.max(change, Math.abs(asIs[i] - before[i]));
                assertThat(bytes[i]).isCloseTo(asIs[i], within(1e-4));
                assertThat(standardised[i]).isCloseTo(asIs[i], within(1e-4));
            }
            assertThat(change).isGreaterThan(0.02);
        }
    }

    private static Tensor picture() {
        return image().times(0.1).plus(0.5);
    }

    private static double[] dreamed(InOtherUnits network) {
        Dream.Options options = Dream.Options.of(1).withSmoothness(1).withLimits(network.lowest(), network.highest());
        Directions everywhere = new Directions(
                directions().filters(), new double[] {-1e6}, directions().signals(), new double[WIDTH]);
        Dream.Trajectory found = new Dream(PatchLayer.of(network, null), options)
                .of(network.input(picture()), everywhere.detectors(), 0);
        return network.picture(found.pixels());
    }

    @Test
    void anActivationLimitsHowFarAMovementAlongTheSignalVectorCanBeSeen() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            PatchLayer layer = PatchLayer.of(new Plane(Activation.RELU), null);
            Dream.Options options = Dream.Options.of(1)
                    .withIterations(10)
                    .withRate(0.5)
                    .withSmoothness(1)
                    .withJitter(1)
                    .withScale(0.05)
                    .withRotation(5);
            DreamResults.Control control = new FaithfulnessStudy(
                            layer, directions(), gaussian(WIDTH, 1, 8), options, options)
                    .run(new int[] {0}, STARTS, Integer::toString, n -> image(), workers)
                    .get(0)
                    .control();
            // features at zero cannot fall
            assertThat(Arrays.stream(directions().signals().values()).min().orElseThrow())
                    .isNegative();
            assertThat(control.reachable()).isBetween(0.3, 0.99);
        }
    }

    @Test
    void otherConceptsAreHeldAgainstTheOwn() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            Directions one = directions();
            Matrix signals = new Matrix(WIDTH, 3);
            for (int d = 0; d < WIDTH; d++) {
                signals.set(d, 0, d == 0 ? 1 : -0.1); // nowhere near
                signals.set(d, 1, one.signals().get(d, 0)); // where the dream goes
                signals.set(d, 2, -one.signals().get(d, 0));
            }
            Matrix filters = new Matrix(WIDTH, 3);
            for (int d = 0; d < WIDTH; d++) {
                for (int i = 0; i < 3; i++) {
                    filters.set(d, i, one.filters().get(d, 0));
                }
            }
            Directions three = new Directions(filters, new double[] {0.3, 0.3, 0.3}, signals, new double[WIDTH]);
            Dream.Options options = Dream.Options.of(1)
                    .withIterations(20)
                    .withRate(0.5)
                    .withSmoothness(1)
                    .withJitter(1)
                    .withScale(0.05)
                    .withRotation(5);
            int[][] image = {{0}, {0}, {0}};
            List<FaithfulnessStudy.ConceptResult> found = new FaithfulnessStudy(
                            PatchLayer.of(new Plane(Activation.IDENTITY), null), three, signals, options, options)
                    .run(
                            new int[] {0, 1, 2},
                            new FaithfulnessStudy.Starts(image, image),
                            Integer::toString,
                            n -> image(),
                            workers);
            assertThat(found.get(1).control().rank()).isEqualTo(1);
            assertThat(found.get(2).control().rank()).isEqualTo(3);
            assertThat(found.get(0).control().bestOther())
                    .isCloseTo(found.get(1).cosine(), within(0.05));
            assertThat(found.get(2).cosine()).isLessThan(-0.9);
        }
    }

    @Test
    void dreamsOfAConceptHaveInCommonWhatTheirOwnWaysDoNotShare() {
        double[] common = DreamingDirection.common(
                List.of(new double[] {3, 3, 0}, new double[] {1, -1, 0}, new double[] {1, 0, 0}));
        assertThat(common).containsExactly(new double[] {1, 0, 0}, within(1e-12));
    }

    @Test
    void agreementOfDreamsTellsWhatMoreImagesWouldGive() {
        // every dream goes as far along the signal vector as along a way of its own
        List<double[]> dreams =
                List.of(new double[] {1, 1, 0, 0}, new double[] {1, 0, 1, 0}, new double[] {1, 0, 0, 1});
        assertThat(DreamingDirection.agreement(dreams)).isCloseTo(0.5, within(1e-12));
        assertThat(DreamingDirection.agreement(dreams.subList(0, 1))).isNull();
        double single = Math.sqrt(0.5);
        List<DreamResults.ImageDream> images =
                Collections.nCopies(5, new DreamResults.ImageDream("a", single, 0, 0, 0, 0, 1, 0, 1, 1, 0));
        assertThat(concept(new DreamResults.Control(0, 1, 0, 1, 0.5), images).cosineOfMany())
                .isCloseTo(1, within(1e-12));
        assertThat(concept(new DreamResults.Control(0, 1, 0, 1, 0.5), images.subList(0, 4))
                        .cosineOfMany())
                .as("too few to tell")
                .isNull();
        assertThat(concept(new DreamResults.Control(0, 1, 0, 1, null), images).cosineOfMany())
                .isNull();
        assertThat(concept(new DreamResults.Control(0, 1, 0, 1, -0.1), images).cosineOfMany())
                .isNull();
        assertThat(concept(null, images).cosineOfMany()).isNull();
    }

    private static DreamResults.ConceptDream concept(
            DreamResults.Control control, List<DreamResults.ImageDream> images) {
        return new DreamResults.ConceptDream(ConceptName.unlabelled(0), 0.8, 0.1, control, null, images);
    }

    @Test
    void recordsThePatchesWithTheConceptEveryFewStepsAndKeepsPixelsWithinLimits() {
        try (Scope scope = Scope.open()) {
            Dream.Options options = Dream.Options.of(1)
                    .withIterations(7)
                    .withRecordEvery(3)
                    .withRate(0.5)
                    .withSmoothness(1)
                    .withJitter(2)
                    .withScale(0.1)
                    .withRotation(10)
                    .withFit(DreamingDirection.Fit.POOLED)
                    .withLimits(new double[] {-1, -2}, new double[] {1, 2});
            Dream dream = new Dream(PatchLayer.of(new Plane(Activation.IDENTITY), null), options);
            Dream.Trajectory found = dream.of(image(), directions().detectors(), 0);
            assertThat(found.cells()).isNotEmpty().hasSizeLessThan(36);
            assertThat(found.values()).hasSize(3);
            assertThat(found.features().rows()).isEqualTo(3 * found.cells().length);
            for (int i = 0; i < found.pixels().length; i++) {
                assertThat(Math.abs(found.pixels()[i])).isLessThanOrEqualTo(i < 24 * 24 ? 1 : 2);
            }
            Dream.Trajectory again = dream.of(image(), directions().detectors(), 0);
            assertThat(again.features()).isEqualTo(found.features());
        }
    }

    @Test
    void aConceptThatIsNotThereIsNotDreamedOf() {
        Directions rare = new Directions(
                directions().filters(), new double[] {1e6}, directions().signals(), new double[WIDTH]);
        try (Scope scope = Scope.open()) {
            Dream dream = new Dream(PatchLayer.of(new Plane(Activation.IDENTITY), null), Dream.Options.of(1));
            assertThat(dream.of(image(), rare.detectors(), 0)).isNull();
        }
    }

    @Test
    void theLineIgnoresOutliersAndPointsForward() {
        double[] along = {3, 4, 0};
        Matrix points = new Matrix(11, 3);
        for (int p = 0; p < 10; p++) {
            for (int d = 0; d < 3; d++) {
                points.set(p, d, 7 + p * along[d] / 5);
            }
        }
        points.set(10, 2, 4); // off the line: squared distances would tilt it
        points.set(10, 0, 12);
        points.set(10, 1, 14);
        double[] direction = DreamingDirection.fit(points, new double[] {3, 4, -1});
        assertThat(direction).containsExactly(new double[] {0.6, 0.8, 0}, within(1e-3));
        Dream.Trajectory backwards =
                new Dream.Trajectory(new int[] {0}, reversed(points), new double[11], new float[0]);
        assertThat(DreamingDirection.of(backwards, DreamingDirection.Fit.POOLED)[0])
                .isNegative();
    }

    @Test
    void patchesThatLieFarApartHideTheMovementOnlyFromThePooledLine() {
        // two patches ten apart along the first feature, both moving by four along the second
        Matrix features = new Matrix(10, 3);
        for (int record = 0; record < 5; record++) {
            for (int cell = 0; cell < 2; cell++) {
                features.set(2 * record + cell, 0, 10 * cell);
                features.set(2 * record + cell, 1, record);
            }
        }
        Dream.Trajectory dream = new Dream.Trajectory(new int[] {3, 4}, features, new double[5], new float[0]);
        assertThat(DreamingDirection.of(dream, DreamingDirection.Fit.PER_PATCH))
                .containsExactly(new double[] {0, 1, 0}, within(1e-6));
        assertThat(Math.abs(DreamingDirection.of(dream, DreamingDirection.Fit.POOLED)[1]))
                .isLessThan(0.1);
    }

    @Test
    void fallingSpectrumKeepsWavesAndWeakensThemByTheirFrequency() {
        int size = 12;
        double[] wave = new double[size * (size + 2)];
        for (int y = 0; y < size; y++) {
            for (int x = 0; x < size + 2; x++) {
                wave[y * (size + 2) + x] = Math.cos(2 * Math.PI * 3 * y / size);
            }
        }
        try (Scope scope = Scope.open()) {
            Tensor picture = Tensor.of(wave, DType.FLOAT64, 1, 1, size, size + 2);
            double[] falling = Pictures.weakenDetail(picture, 1).toDoubles();
            for (int i = 0; i < wave.length; i++) {
                assertThat(falling[i]).isCloseTo(4 * wave[i], within(1e-9)); // a quarter of a cycle per pixel
            }
            assertThat(Pictures.weakenDetail(picture, 0).toDoubles()).containsExactly(wave);
            assertThat(Pictures.weakenDetail(picture.times(0).plus(1), 1).toDoubles()[5])
                    .isCloseTo(size + 2, within(1e-9));
        }
    }

    @Test
    void conceptsThatWereNotFoundDoNotCountInShares() {
        assertThat(FaithfulnessStudy.share(Arrays.asList(0.8, null, 0.6, 0.7), 0.7))
                .isCloseTo(2 / 3.0, within(1e-12));
        assertThat(FaithfulnessStudy.share(List.of(), 0.7)).isZero();
    }

    private static Matrix reversed(Matrix points) {
        Matrix out = new Matrix(10, 3);
        for (int p = 0; p < 10; p++) {
            System.arraycopy(points.values(), (9 - p) * 3, out.values(), p * 3, 3);
        }
        return out;
    }

    @Test
    void warpingTurnsShiftsAndMirrorsAtTheEdges() {
        try (Scope scope = Scope.open()) {
            Tensor picture = Tensor.of(new float[] {1, 2, 3, 4}, 1, 1, 2, 2);
            assertThat(Pictures.warp(picture, new double[] {1, 0, 0, 0, 1, 0}, true)
                            .toFloats())
                    .containsExactly(1, 2, 3, 4);
            // half a turn
            assertThat(Pictures.warp(picture, new double[] {-1, 0, 0, 0, -1, 0}, true)
                            .toFloats())
                    .containsExactly(4, 3, 2, 1);
            // one pixel to the right of the input: zeros or the mirrored column come in
            assertThat(Pictures.warp(picture, new double[] {1, 0, 1, 0, 1, 0}, false)
                            .toFloats())
                    .containsExactly(2, 0, 4, 0);
            assertThat(Pictures.warp(picture, new double[] {1, 0, 1, 0, 1, 0}, true)
                            .toFloats())
                    .containsExactly(2, 2, 4, 4);
        }
    }

    @Test
    void signalEstimatesWithAndWithoutSubsampling() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1)) {
            Matrix rows = gaussian(200, 3, 1);
            DenseFeatures features = new DenseFeatures(Tensor.of(rows, DType.FLOAT64), new Grid(1, 2));
            Matrix filters = gaussian(3, 2, 2);
            Directions directions = new Directions(filters, new double[] {0.2, -0.1}, filters, new double[3]);
            Matrix with = SignalVectors.of(features, directions.detectors(), true, workers, Monitor.NONE);
            Matrix without = SignalVectors.of(features, directions.detectors(), false, workers, Monitor.NONE);
            assertThat(filters.columnDots(with)).containsExactly(new double[] {1, 1}, within(1e-9));
            assertThat(filters.columnDots(without)).containsExactly(new double[] {1, 1}, within(1e-9));
            assertThat(with).isNotEqualTo(without);
        }
    }
}
