package org.eddp.directions;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eddp.features.Batch;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Buffers;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * One evaluation of all losses and of the exact gradient of the whole-batch objective, tile by tile.
 *
 * <p>The batch is cut into tiles of whole images that fit the cache. A first pass measures: z (kept) and a few sums per
 * tile. With the batch's sums known every coefficient of every loss is a plain number, so that in the second pass each
 * tile's gradient follows on its own. Uncertainty alignment is a pass of its own in between, because with signal vectors
 * computed from the batch its gradient must be known before z is differentiated.
 *
 * <p>Memory: one I x N buffer and a few tiles. Threads take tiles and partial results are added in tile order, so the
 * numbers do not depend on the number of threads.
 */
public final class TiledStep implements AutoCloseable {
    private static final double LN2 = Math.log(2);

    private final LossOptions options;
    private final Head head;
    private final Activation activation;
    private final Workers workers;
    private final int tileElements;
    private final List<Buffers> tiles = new ArrayList<>();
    private final Queue<Buffers> scratch = new ConcurrentLinkedQueue<>();

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
        this.tileElements = tileElements;
    }

    /** A tile size that keeps the working set of a worker within a typical second-level cache. */
    public static final int DEFAULT_TILE_ELEMENTS = 1 << 18;

    /**
     * Evaluates the data terms, L^fso and L^ur. L^mm depends on the parametrisation, not on data, and is added by
     * {@link Parameters}.
     *
     * @param weighting which terms, and how strongly each pulls
     * @param kind which manipulation L^ur uses
     * @param strengths kappa per image, or null without {@link Term#UNCERTAINTY}
     * @param source where the signal vectors come from
     */
    public Evaluation evaluate(
            Batch batch,
            Detectors detectors,
            Weighting weighting,
            Manipulation.Kind kind,
            double[] strengths,
            SignalSource source) {
        if (batch.width() != detectors.width()) {
            throw new IllegalArgumentException(
                    "feature width differs: batch " + batch.width() + " != filters " + detectors.width());
        }
        try (Scope scope = Scope.open()) {
            return new Round(batch, detectors, weighting, kind, strengths, source).run();
        }
    }

    /** Moments of the patches of a batch on which each detector fires (or of all, without sub-sampling). */
    public SignalMoments moments(Batch batch, Detectors detectors, boolean subsampling) {
        try (Scope scope = Scope.open()) {
            SignalSource source = new SignalSource(subsampling, null, null);
            Weighting signalsOnly = Weighting.only(Term.FILTER_SIGNAL_ORTHOGONALITY);
            return new Round(batch, detectors, signalsOnly, null, null, source).measure().moments;
        }
    }

    @Override
    public void close() {
        tiles.forEach(Buffers::close);
        tiles.clear();
        scratch.forEach(Buffers::close);
        scratch.clear();
    }

    /** One evaluation. */
    private final class Round {
        private final Batch batch;
        private final Detectors detectors;
        private final Weighting weighting;
        private final Manipulation.Kind kind;
        private final double[] strengths;
        private final SignalSource source;
        private final boolean uncertainty;
        private final boolean needsSignals;
        private final boolean learnsSignals;
        private final MembershipKernel kernel;
        private final DType type;
        private final int tileImages;
        private final int tileCount;
        private final Tensor filtersT;
        private final Tensor thresholds;
        private final Map<Term, Double> values = new EnumMap<>(Term.class);
        private final Matrix dFilters;
        private final double[] dThresholds;

        Round(
                Batch batch,
                Detectors detectors,
                Weighting weighting,
                Manipulation.Kind kind,
                double[] strengths,
                SignalSource source) {
            this.batch = batch;
            this.detectors = detectors;
            this.weighting = weighting;
            this.kind = kind;
            this.strengths = strengths;
            this.source = source;
            uncertainty = weighting.uses(Term.UNCERTAINTY);
            needsSignals = weighting.uses(Term.FILTER_SIGNAL_ORTHOGONALITY)
                    || (uncertainty && kind == Manipulation.Kind.CONSTRAINED);
            learnsSignals = needsSignals && source.fixed() == null;
            kernel = new MembershipKernel(
                    options,
                    weighting.uses(Term.FOCAL_SPARSITY),
                    weighting.uses(Term.INACTIVE_CLASSIFIER) || weighting.uses(Term.EXCESSIVELY_ACTIVE_CLASSIFIER),
                    learnsSignals,
                    source.subsampling());
            type = batch.type();
            int widest = Math.max(batch.width(), detectors.concepts());
            tileImages = Math.max(1, tileElements / widest / batch.grid().cells());
            tileCount = (batch.images() + tileImages - 1) / tileImages;
            while (tiles.size() < tileCount) {
                tiles.add(new Buffers(type));
            }
            filtersT = Tensor.of(detectors.filters().transpose(), type);
            thresholds = Tensor.of(detectors.thresholds(), type, detectors.concepts(), 1);
            dFilters = new Matrix(detectors.concepts(), detectors.width());
            dThresholds = new double[detectors.concepts()];
        }

        Evaluation run() {
            Totals totals = measure();
            ShareLosses shares = totals.shares == null ? null : ShareLosses.of(totals.meanShares(), options);
            record(Term.SPARSITY, totals.entropy / totals.patches / LN2);
            record(Term.MAXIMUM_ACTIVATION, totals.activation / totals.patches / LN2);
            record(Term.FOCAL_SPARSITY, totals.focalMean() / LN2);
            if (shares != null) {
                record(Term.INACTIVE_CLASSIFIER, shares.inactive());
                record(Term.EXCESSIVELY_ACTIVE_CLASSIFIER, shares.excessive());
            }
            SignalMoments moments = totals.moments;
            if (moments != null && source.history() != null) {
                moments = source.history().copy();
                moments.merge(totals.moments);
            }
            Matrix signals = learnsSignals ? moments.signalVectors() : source.fixed();
            Matrix dSignals = needsSignals ? new Matrix(detectors.width(), detectors.concepts()) : null;
            Matrix dFiltersDirect = new Matrix(detectors.width(), detectors.concepts());
            if (weighting.uses(Term.FILTER_SIGNAL_ORTHOGONALITY)) {
                FilterSignalOrthogonality fso = FilterSignalOrthogonality.of(detectors.filters(), signals);
                record(Term.FILTER_SIGNAL_ORTHOGONALITY, fso.value());
                double c = coefficient(Term.FILTER_SIGNAL_ORTHOGONALITY);
                dFiltersDirect.add(fso.filters(), c);
                dSignals.add(fso.signals(), c);
            }
            if (uncertainty) {
                align(signals, dFiltersDirect, dSignals);
            }
            differentiate(totals, shares, learnsSignals ? SignalGradient.of(moments, signals, dSignals) : null);
            dFiltersDirect.add(dFilters.transpose(), 1);
            return new Evaluation(values, dFiltersDirect, dThresholds, signals, dSignals, moments);
        }

        private void record(Term term, double value) {
            if (weighting.uses(term)) {
                values.put(term, value);
            }
        }

        private double coefficient(Term term) {
            return weighting.uses(term) ? weighting.coefficient(term, values.get(term)) : 0;
        }

        private Tensor rows(int tile) {
            int first = tile * tileImages;
            return batch.rows(first, Math.min(tileImages, batch.images() - first));
        }

        /** Runs a task on every tile with scratch buffers of its own, combining results in tile order. */
        private <T> void forEachTile(TileTask<T> task, java.util.function.Consumer<T> combine) {
            workers.forEach(
                    tileCount,
                    tile -> {
                        Buffers free = scratch.poll();
                        Buffers mine = free != null ? free : new Buffers(type);
                        return new Held<>(task.run(tile, rows(tile), mine), mine);
                    },
                    held -> {
                        combine.accept(held.result());
                        scratch.add(held.buffers());
                    });
        }

        private Totals measure() {
            Totals totals = new Totals(detectors.concepts(), detectors.width());
            forEachTile((tile, x, mine) -> kernel.measure(x, filtersT, thresholds, tiles.get(tile), mine), totals::add);
            return totals;
        }

        private void align(Matrix signals, Matrix dFiltersDirect, Matrix dSignals) {
            Alignment alignment = kind == Manipulation.Kind.CONSTRAINED
                    ? Alignment.constrained(detectors, signals)
                    : Alignment.unconstrained(detectors);
            AlignmentKernel aligned = new AlignmentKernel(alignment, head, activation, batch.grid(), type);
            AlignmentKernel.Totals totals = new AlignmentKernel.Totals(batch.width());
            forEachTile((tile, x, mine) -> aligned.run(x, strengths, tile * tileImages, mine), totals::add);
            values.put(Term.UNCERTAINTY, -totals.entropy / batch.images());
            double c = coefficient(Term.UNCERTAINTY) / batch.images();
            Alignment.Gradient gradient = alignment.backward(
                    totals.projection.times(c),
                    Matrix.row(totals.offset).times(c).values());
            dFiltersDirect.add(gradient.filters(), 1);
            for (int i = 0; i < dThresholds.length; i++) {
                dThresholds[i] += gradient.thresholds()[i];
            }
            if (gradient.signals() != null) {
                dSignals.add(gradient.signals(), 1);
            }
        }

        private void differentiate(Totals totals, ShareLosses shares, SignalGradient signals) {
            MembershipKernel.Coefficients c = new MembershipKernel.Coefficients(
                    coefficient(Term.SPARSITY) / totals.patches / LN2,
                    totals.focalWeight == 0 ? 0 : coefficient(Term.FOCAL_SPARSITY) / totals.focalWeight / LN2,
                    totals.focalMean(),
                    coefficient(Term.MAXIMUM_ACTIVATION) / totals.patches / LN2,
                    shares == null ? null : shareFactors(shares, totals.patches),
                    signals == null ? null : toTensors(signals));
            forEachTile((tile, x, mine) -> kernel.differentiate(x, thresholds, c, tiles.get(tile), mine), gradient -> {
                gradient.filtersT().addTo(dFilters.values());
                double[] sumP = gradient.sumP().toDoubles();
                for (int i = 0; i < sumP.length; i++) {
                    dThresholds[i] -= sumP[i];
                }
            });
        }

        /** Factor of y^gamma per concept, or null when neither share loss pulls. */
        private Tensor shareFactors(ShareLosses shares, int patches) {
            double inactive = coefficient(Term.INACTIVE_CLASSIFIER) / patches;
            double excessive = coefficient(Term.EXCESSIVELY_ACTIVE_CLASSIFIER) / patches;
            double[] factors = new double[detectors.concepts()];
            boolean any = false;
            for (int i = 0; i < factors.length; i++) {
                factors[i] = inactive * shares.dInactive()[i] + excessive * shares.dExcessive()[i];
                any |= factors[i] != 0;
            }
            return any ? Tensor.of(factors, type, factors.length, 1) : null;
        }

        private MembershipKernel.SignalTensors toTensors(SignalGradient g) {
            int concepts = detectors.concepts();
            return new MembershipKernel.SignalTensors(
                    Tensor.of(g.directions(), type),
                    Tensor.of(g.slopes(), type, concepts, 1),
                    Tensor.of(g.constants(), type, concepts, 1));
        }
    }

    private interface TileTask<T> {
        T run(int tile, Tensor rows, Buffers scratch);
    }

    private record Held<T>(T result, Buffers buffers) {}

    /** Sums over the batch. */
    private static final class Totals {
        private final int concepts;
        private final int width;
        private int patches;
        private double entropy;
        private double activation;
        private double focalWeight;
        private double focalEntropy;
        private double[] shares;
        private SignalMoments moments;

        Totals(int concepts, int width) {
            this.concepts = concepts;
            this.width = width;
        }

        void add(MembershipKernel.Sums tile) {
            patches += tile.patches();
            entropy += tile.entropy();
            activation += tile.activation();
            focalWeight += tile.focalWeight();
            focalEntropy += tile.focalEntropy();
            if (tile.shares() != null) {
                shares = shares == null ? new double[concepts] : shares;
                for (int i = 0; i < concepts; i++) {
                    shares[i] += tile.shares()[i];
                }
            }
            if (tile.moments() != null) {
                moments = moments == null ? new SignalMoments(concepts, width) : moments;
                moments.merge(tile.moments());
            }
        }

        double focalMean() {
            return focalWeight == 0 ? 0 : focalEntropy / focalWeight;
        }

        double[] meanShares() {
            return Matrix.row(shares).times(1.0 / patches).values();
        }
    }
}
