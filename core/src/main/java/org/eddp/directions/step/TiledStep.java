package org.eddp.directions.step;

import java.io.Serializable;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.eddp.directions.Detectors;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation;
import org.eddp.directions.Term;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.parts.Distributor;
import org.eddp.parts.WorkerContext;
import org.eddp.tensor.Activation;
import org.eddp.tensor.MatrixAlgebra;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/**
 * One evaluation of all losses and of the exact gradient of the whole-batch objective, tile by tile.
 *
 * <p>The batch is cut into tiles of whole images that fit the cache. A first pass measures: the detectors' scores
 * (kept) and a few sums per tile. The sums of the batch make every coefficient of every loss a plain number, so that
 * the last pass computes the gradient of each tile independently. Uncertainty alignment is a separate pass in between,
 * because with signal vectors computed from the batch its gradient must be known before scores are differentiated.
 *
 * <p>For a batch of a single small tile engine calls are too expensive; it goes through the same passes in Java
 * arithmetic ({@link SmallPasses}).
 *
 * <p>Memory: one I x N buffer, two where L^ur goes back through the scores; per thread a few tiles, and the patches of
 * the images that the head reads together. Threads take strips of tiles ({@link Tiling}) and partial results are added in
 * order, so the numbers do not depend on the number of threads.
 */
public final class TiledStep implements Step, AutoCloseable {
    /** About a thousand patches of 512 features: larger tiles leave the cache, smaller ones waste calls. */
    public static final int DEFAULT_TILE_ELEMENTS = 1 << 19;

    final LossOptions options;
    final Head head;
    final Activation activation;
    final Workers workers;
    final MatrixAlgebra algebra;
    final int tileElements;
    final TileBuffers buffers = new TileBuffers();
    final SmallPasses.Memory small = new SmallPasses.Memory();
    private boolean alwaysTiled;
    private PredictionEntropy uncertainty;
    private Grid uncertaintyGrid;
    private Distributor distributor = Distributor.HERE;
    private StepLocation place;
    /** Identifies evaluations of this step in processes that work for several. */
    private final String id = UUID.randomUUID().toString();

    private long evaluations;

    /**
     * Prepares evaluations.
     *
     * @param head upper part of the network, or null when {@link Term#UNCERTAINTY} is never used
     * @param activation the layer's activation, applied to manipulated features
     * @param workers threads; not closed by this object
     * @param tileElements largest number of elements of a tile's widest matrix; part of the result's rounding
     */
    public TiledStep(LossOptions options, Head head, Activation activation, Workers workers, int tileElements) {
        this.options = options;
        this.head = head;
        this.activation = activation;
        this.workers = workers;
        algebra = new MatrixAlgebra(workers);
        this.tileElements = tileElements;
    }

    /** Images of a tile of the default size, for measurements. */
    public static int tileImages(int cells, int width, int concepts) {
        return Tiling.images(cells, Math.max(width, concepts), DEFAULT_TILE_ELEMENTS);
    }

    /** The same, but always on the engine: for comparisons. */
    public TiledStep alwaysTiled() {
        alwaysTiled = true;
        return this;
    }

    /**
     * The same with other processes computing the strips, if batches are {@linkplain Batch#numbers of numbered images}.
     * Small batches are still computed here, because sending them would take longer.
     *
     * @param place where the other processes find features and head
     */
    public TiledStep doneBy(Distributor others, StepLocation place) {
        distributor = others;
        this.place = place;
        return this;
    }

    @Override
    public Evaluation evaluate(
            Batch batch,
            Detectors detectors,
            Weighting weighting,
            Manipulation.Kind kind,
            double[] strengths,
            SignalSource source) {
        if (weighting.uses(Term.UNCERTAINTY)) {
            if (head == null || kind == null) {
                throw new IllegalArgumentException("L^ur needs a head and a kind of manipulation");
            }
            if (strengths == null || strengths.length != batch.images()) {
                throw new IllegalArgumentException("L^ur needs a strength for each of the " + batch.images()
                        + " images, not " + (strengths == null ? 0 : strengths.length));
            }
        }
        prepare(batch, detectors);
        try (Scope scope = Scope.open()) {
            StepEvaluation.Wanted wanted = StepEvaluation.Wanted.of(weighting, kind, source);
            return new StepEvaluation(this, batch.images(), detectors, weighting, wanted, kind, source)
                    .run(passes(batch, detectors, wanted, kind, source, strengths));
        }
    }

    /** Moments of the patches of a batch on which each detector fires (or of all, without sub-sampling). */
    public SignalMoments moments(Batch batch, Detectors detectors, boolean subsampling) {
        prepare(batch, detectors);
        try (Scope scope = Scope.open()) {
            SignalSource source = new SignalSource(subsampling, null, null);
            Weighting signalsOnly = Weighting.only(Term.FILTER_SIGNAL_ORTHOGONALITY);
            StepEvaluation.Wanted wanted = StepEvaluation.Wanted.of(signalsOnly, null, source);
            return passes(batch, detectors, wanted, null, source, null).measure().moments;
        }
    }

    private Passes passes(
            Batch batch,
            Detectors detectors,
            StepEvaluation.Wanted wanted,
            Manipulation.Kind kind,
            SignalSource source,
            double[] strengths) {
        return !alwaysTiled && SmallPasses.suit(this, batch, detectors, wanted, kind)
                ? new SmallPasses(this, batch, detectors, wanted, source.subsampling(), strengths)
                : new TiledPasses(this, batch, new Strips.Request(detectors, wanted, source.subsampling(), strengths));
    }

    /**
     * Runs the last of some passes on all strips, here or elsewhere.
     *
     * @param combine receives the results of strips, in order
     */
    <T extends Serializable> void forEachStrip(Strips strips, List<Pass<?>> passes, Consumer<? super T> combine) {
        int[] numbers =
                distributor == Distributor.HERE ? null : strips.batch.numbers().orElse(null);
        StripWork<T> here = new StripWork<>(strips, passes, null, null);
        if (numbers == null) {
            here.run(0, here.units(), combine);
            return;
        }
        if (passes.size() == 1) {
            evaluations++;
        }
        StripOrder.Setting setting = new StripOrder.Setting(place, options, activation, tileElements);
        StripOrder<T> order = new StripOrder<>(setting, id + "-" + evaluations, numbers, strips.request, passes);
        distributor.run(new StripWork<>(strips, passes, order, null), 0, here.units(), combine);
    }

    void prepare(Batch batch, Detectors detectors) {
        if (batch.width() != detectors.width()) {
            throw new IllegalArgumentException(
                    "feature width differs: batch " + batch.width() + " != filters " + detectors.width());
        }
        if (buffers.holdNumbersOf(batch.type())) {
            forgetHead();
        }
    }

    /** The head, with constants that are made once: for many classes they are larger than a tile. */
    PredictionEntropy uncertainty(Batch batch) {
        if (!batch.grid().equals(uncertaintyGrid)) {
            forgetHead();
            uncertainty = PredictionEntropy.of(head, batch.grid(), batch.type());
            uncertaintyGrid = batch.grid();
        }
        return uncertainty;
    }

    private void forgetHead() {
        if (uncertainty != null) {
            uncertainty.close();
        }
        uncertainty = null;
        uncertaintyGrid = null;
    }

    /** Releases all buffers; a later evaluation makes new ones. */
    @Override
    public void close() {
        buffers.close();
        forgetHead();
        small.close();
    }

    /** Tells another process where the features and the head of steps are. Equal locations open the same features and head. */
    public interface StepLocation extends Serializable {
        /**
         * Opens both.
         *
         * @throws org.eddp.files.FileFailure if something is missing or has changed
         */
        Opened open(WorkerContext place);

        /** The inputs of steps. */
        interface Opened extends AutoCloseable {
            /** Features, by the numbers that batches have ({@link org.eddp.features.FeatureSource.Batch#numbers}). */
            FeatureSource features();

            /** The upper part of the network, or null where no step needs it. */
            Head head();

            @Override
            void close();
        }
    }
}
