package org.eddp.reference;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.eddp.directions.Detectors;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation.Kind;
import org.eddp.directions.Term;
import org.eddp.directions.step.SignalMoments;
import org.eddp.directions.step.Step.Evaluation;
import org.eddp.directions.step.Step.SignalSource;
import org.eddp.directions.step.Step.Weighting;
import org.eddp.directions.step.TiledStep;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * A random evaluation, in double, that both steps can run. Every part can be replaced; what is not replaced follows from
 * the shape and the seed alone.
 */
final class RandomProblem {
    static final int CLASSES = 4;

    final int images;
    final Grid grid;
    final int width;
    final int concepts;
    final SplittableRandom random;
    DType type = DType.FLOAT64;
    Matrix features;
    Matrix filters;
    double[] thresholds;
    LossOptions options;
    Weighting weighting;
    Kind kind = Kind.CONSTRAINED;
    SignalSource source = SignalSource.BATCH;
    Activation activation = Activation.RELU;
    Head head;
    int tileImages;
    int threads = 1;

    RandomProblem(int images, Grid grid, int width, int concepts, long seed) {
        this.images = images;
        this.grid = grid;
        this.width = width;
        this.concepts = concepts;
        random = new SplittableRandom(seed);
        features = gaussian(images * grid.cells(), width).map(v -> Math.max(0, v));
        filters = gaussian(width, concepts);
        thresholds = gaussian(1, concepts).values();
        // bounds in the middle of what happens, so that both share losses pull on some concepts
        options = LossOptions.of(0.4, 0.3);
        weighting = randomWeights();
        head = Head.of(
                new LinearReadout(gaussian(width, CLASSES), gaussian(1, CLASSES).values()), grid);
        tileImages = images;
    }

    /** Six images of three patches, seven features, four concepts. */
    static RandomProblem small(long seed) {
        return new RandomProblem(6, new Grid(1, 3), 7, 4, seed);
    }

    Matrix gaussian(int rows, int columns) {
        return new Matrix(rows, columns).map(zero -> random.nextGaussian());
    }

    private Weighting randomWeights() {
        Map<Term, Double> coefficients = new EnumMap<>(Term.class);
        for (Term term : Term.values()) {
            if (term != Term.MAXIMUM_MARGIN) {
                coefficients.put(term, random.nextDouble(0.2, 2));
            }
        }
        return Weighting.of(coefficients);
    }

    /** Moments of other patches, with fractional weights as a decayed history has. */
    SignalMoments history() {
        RandomProblem earlier = new RandomProblem(images, grid, width, concepts, random.nextLong());
        try (Scope scope = Scope.open();
                Workers workers = new Workers(1);
                TiledStep step = new TiledStep(options, null, activation, workers, 1 << 20)) {
            DenseFeatures batch = new DenseFeatures(Tensor.of(earlier.features, DType.FLOAT64), grid);
            SignalMoments moments = step.moments(batch, new Detectors(filters, thresholds), true);
            moments.decay(0.7);
            return moments;
        }
    }

    Evaluation tiled() {
        int tileElements = tileImages * grid.cells() * Math.max(width, concepts);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(threads);
                TiledStep step = new TiledStep(options, head, activation, workers, tileElements).alwaysTiled()) {
            return step.evaluate(batch(), detectors(), weighting, kind, strengths(), source);
        }
    }

    /** By whatever form the step chooses for the whole batch as one tile: small problems go through Java arithmetic. */
    Evaluation chosen() {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(threads);
                TiledStep step = new TiledStep(options, head, activation, workers, TiledStep.DEFAULT_TILE_ELEMENTS)) {
            return step.evaluate(batch(), detectors(), weighting, kind, strengths(), source);
        }
    }

    Evaluation plain() {
        try (Scope scope = Scope.open()) {
            return new PlainStep(options, head, activation)
                    .evaluate(batch(), detectors(), weighting, kind, strengths(), source);
        }
    }

    private DenseFeatures batch() {
        return new DenseFeatures(Tensor.of(features, type), grid);
    }

    private Detectors detectors() {
        return new Detectors(filters, thresholds);
    }

    private double[] strengths() {
        SplittableRandom draws = new SplittableRandom(17);
        return draws.doubles(images, 0.1, 0.9).toArray();
    }
}
