package org.eddp.directions.step;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.eddp.directions.Detectors;
import org.eddp.directions.Manipulation.Kind;
import org.eddp.directions.Term;
import org.eddp.features.Batch;
import org.eddp.tensor.Buffers;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.SparseRows;
import org.eddp.tensor.Tensor;

/**
 * One evaluation of a {@link TiledStep}: the passes over the tiles of a batch, and what they find. Its results belong to the heap,
 * its constants in the engine to the open scope.
 */
final class TiledEvaluation {
    private static final double LN2 = Math.log(2);

    private final TiledStep step;
    private final Batch batch;
    private final Detectors detectors;
    private final Step.Weighting weighting;
    private final Kind kind;
    private final double[] strengths;
    private final Step.SignalSource source;
    private final boolean uncertainty;
    private final boolean needsSignals;
    private final boolean learnsSignals;
    private final MembershipKernel kernel;
    private final SignalKernel signalKernel;
    private final DType type;
    private final int concepts;
    private final Tiling tiling;
    private final SparseRows[] firing;
    private final Map<Term, Double> values = new EnumMap<>(Term.class);
    private final Matrix dFilters;
    private final double[] dThresholds;
    /** Factor of the gradient that L^ur left in the tiles; 0 when it left none. */
    private double alignmentPull;

    TiledEvaluation(
            TiledStep step,
            Batch batch,
            Detectors detectors,
            Step.Weighting weighting,
            Kind kind,
            double[] strengths,
            Step.SignalSource source) {
        this.step = step;
        this.batch = batch;
        this.detectors = detectors;
        this.weighting = weighting;
        this.kind = kind;
        this.strengths = strengths;
        this.source = source;
        uncertainty = weighting.uses(Term.UNCERTAINTY);
        needsSignals = weighting.uses(Term.FILTER_SIGNAL_ORTHOGONALITY) || (uncertainty && kind == Kind.CONSTRAINED);
        learnsSignals = needsSignals && source.fixed() == null;
        kernel = new MembershipKernel(step.options, weighting.uses(Term.FOCAL_SPARSITY), usesShares());
        signalKernel = new SignalKernel(source.subsampling(), detectors.thresholds());
        type = batch.type();
        concepts = detectors.concepts();
        tiling = Tiling.of(batch, Math.max(batch.width(), concepts), step.tileElements);
        step.buffers.reserve(tiling.tiles());
        firing = new SparseRows[tiling.strips()];
        dFilters = new Matrix(detectors.width(), concepts);
        dThresholds = new double[concepts];
    }

    private boolean usesShares() {
        return weighting.uses(Term.INACTIVE_CLASSIFIER) || weighting.uses(Term.EXCESSIVELY_ACTIVE_CLASSIFIER);
    }

    Step.Evaluation run() {
        StepTotals totals = measure();
        MembershipKernel.Sums sums = totals.sums;
        record(Term.SPARSITY, sums.entropy / sums.patches / LN2);
        record(Term.MAXIMUM_ACTIVATION, sums.activation / sums.patches / LN2);
        record(Term.FOCAL_SPARSITY, sums.focalMean() / LN2);
        ShareLosses shares = null;
        if (usesShares()) {
            shares = ShareLosses.of(
                    Matrix.row(sums.shares).times(1.0 / sums.patches).values(), step.options);
            record(Term.INACTIVE_CLASSIFIER, shares.inactive());
            record(Term.EXCESSIVELY_ACTIVE_CLASSIFIER, shares.excessive());
        }
        SignalMoments moments = totals.moments;
        if (moments != null && source.history() != null) {
            moments = source.history().copy();
            moments.merge(totals.moments);
        }
        Matrix signals = learnsSignals ? moments.signalVectors() : source.fixed();
        Matrix dSignals = needsSignals ? new Matrix(detectors.width(), concepts) : null;
        Matrix dFiltersDirect = new Matrix(detectors.width(), concepts);
        if (weighting.uses(Term.FILTER_SIGNAL_ORTHOGONALITY)) {
            FilterSignalOrthogonality fso = FilterSignalOrthogonality.of(detectors.filters(), signals, step.algebra);
            record(Term.FILTER_SIGNAL_ORTHOGONALITY, fso.value());
            double c = coefficient(Term.FILTER_SIGNAL_ORTHOGONALITY);
            dFiltersDirect.add(fso.filters(), c);
            dSignals.add(fso.signals(), c);
        }
        if (uncertainty) {
            align(signals, dFiltersDirect, dSignals);
        }
        differentiate(sums, shares, learnsSignals ? SignalGradient.of(moments, signals, dSignals) : null);
        dFilters.add(dFiltersDirect, 1);
        return new Step.Evaluation(values, dFilters, dThresholds, signals, dSignals, moments);
    }

    private void record(Term term, double value) {
        if (weighting.uses(term)) {
            values.put(term, value);
        }
    }

    private double coefficient(Term term) {
        return weighting.uses(term) ? weighting.coefficient(term, values.get(term)) : 0;
    }

    /** Runs a task on every strip with scratch buffers of its own, combining results in order. */
    private <T> void forEachStrip(StripTask<T> task, Consumer<T> combine) {
        step.workers.forEachAhead(
                tiling.strips(),
                strip -> {
                    Buffers mine = step.buffers.takeScratch();
                    return new StripResult<>(task.run(strip, mine), mine);
                },
                done -> {
                    combine.accept(done.result());
                    step.buffers.giveBack(done.buffers());
                });
    }

    private Tensor scores(int tile, int patches) {
        return MembershipKernel.scores(step.buffers.tile(tile), concepts, patches);
    }

    /** The first pass alone. */
    StepTotals measure() {
        Tensor filtersT = Tensor.of(detectors.filters().transpose(), type);
        Tensor offsets = Tensor.of(detectors.offsets(), type, concepts, 1);
        StepTotals totals = new StepTotals(concepts, detectors.width());
        forEachStrip(
                (strip, mine) -> {
                    StepTotals part = new StepTotals(concepts, detectors.width());
                    List<Tensor> scores = new ArrayList<>();
                    for (int tile = tiling.firstTile(strip); tile < tiling.endTile(strip); tile++) {
                        Tensor x = tiling.tileRows(tile);
                        kernel.measure(x, filtersT, offsets, step.buffers.tile(tile), mine, part.sums);
                        scores.add(scores(tile, x.size(0)));
                    }
                    if (learnsSignals) {
                        part.moments = moments(strip, scores, mine);
                    }
                    return part;
                },
                totals::add);
        return totals;
    }

    private SignalMoments moments(int strip, List<Tensor> scores, Buffers mine) {
        firing[strip] = signalKernel.firing(scores);
        if (firing[strip] != null) {
            return signalKernel.moments(tiling.stripRows(strip), firing[strip]);
        }
        SignalMoments moments = new SignalMoments(concepts, detectors.width());
        for (int i = 0; i < scores.size(); i++) {
            Tensor x = tiling.tileRows(tiling.firstTile(strip) + i);
            moments.merge(signalKernel.moments(x, scores.get(i), mine));
        }
        return moments;
    }

    private void align(Matrix signals, Matrix dFiltersDirect, Matrix dSignals) {
        Alignment.Gradient gradient = kind == Kind.PRESENT_ONLY ? alignPresent() : alignAll(signals);
        dFiltersDirect.add(gradient.filters(), 1);
        for (int i = 0; i < dThresholds.length; i++) {
            dThresholds[i] += gradient.thresholds()[i];
        }
        if (gradient.signals() != null) {
            dSignals.add(gradient.signals(), 1);
        }
    }

    private Alignment.Gradient alignAll(Matrix signals) {
        Alignment alignment = kind == Kind.CONSTRAINED
                ? Alignment.constrained(detectors, signals, step.options.damping(), step.algebra)
                : Alignment.unconstrained(detectors, step.algebra);
        AlignmentKernel aligned = new AlignmentKernel(alignment, step.head, step.activation, batch, strengths);
        AlignmentKernel.Totals totals = aligned.new Totals();
        forEachStrip(
                (strip, mine) -> {
                    AlignmentKernel.Result result = aligned.start(mine);
                    for (int tile = tiling.firstTile(strip); tile < tiling.endTile(strip); tile++) {
                        aligned.run(
                                tiling.tileRows(tile), tiling.firstImage(tile), step.buffers.tile(tile), mine, result);
                    }
                    return result;
                },
                totals::add);
        double pull = recordUncertainty(totals.entropy);
        alignmentPull = AlignmentKernel.throughScores(concepts, batch.width()) ? pull : 0;
        return totals.backward(pull);
    }

    private Alignment.Gradient alignPresent() {
        PresentOnlyAlignment aligned =
                new PresentOnlyAlignment(detectors, step.head, step.activation, batch, strengths, step.algebra);
        PresentOnlyAlignment.Totals totals = new PresentOnlyAlignment.Totals(concepts, batch.width());
        forEachStrip(
                (strip, mine) -> {
                    PresentOnlyAlignment.Result result = new PresentOnlyAlignment.Result(concepts, batch.width(), mine);
                    for (int tile = tiling.firstTile(strip); tile < tiling.endTile(strip); tile++) {
                        Tensor x = tiling.tileRows(tile);
                        aligned.run(x, scores(tile, x.size(0)), tiling.firstImage(tile), mine, result);
                    }
                    return result;
                },
                totals::add);
        return aligned.backward(totals, recordUncertainty(totals.entropy));
    }

    /** Notes L^ur and returns how strongly the entropy of an image pulls. */
    private double recordUncertainty(double entropy) {
        values.put(Term.UNCERTAINTY, -entropy / batch.images());
        return coefficient(Term.UNCERTAINTY) / batch.images();
    }

    private void differentiate(MembershipKernel.Sums sums, ShareLosses shares, SignalGradient signals) {
        MembershipKernel.Coefficients c = new MembershipKernel.Coefficients(
                coefficient(Term.SPARSITY) / sums.patches / LN2,
                sums.focalWeight == 0 ? 0 : coefficient(Term.FOCAL_SPARSITY) / sums.focalWeight / LN2,
                sums.focalMean(),
                coefficient(Term.MAXIMUM_ACTIVATION) / sums.patches / LN2,
                shares == null ? null : shareFactors(shares, sums.patches));
        SignalKernel.Gradient flow = signals == null ? null : signalKernel.gradient(signals, type);
        forEachStrip((strip, mine) -> differentiate(strip, c, flow, mine), gradient -> {
            gradient.filters().addTo(dFilters.values());
            double[] sumP = gradient.sumP().toDoubles();
            for (int i = 0; i < sumP.length; i++) {
                dThresholds[i] -= sumP[i];
            }
        });
    }

    private StripGradient differentiate(
            int strip, MembershipKernel.Coefficients c, SignalKernel.Gradient flow, Buffers mine) {
        StripGradient total = StripGradient.zero(concepts, batch.width(), mine);
        double[] listed =
                flow == null || firing[strip] == null ? null : flow.alongPairs(tiling.stripRows(strip), firing[strip]);
        int column = 0;
        for (int tile = tiling.firstTile(strip); tile < tiling.endTile(strip); tile++) {
            Tensor x = tiling.tileRows(tile);
            int n = x.size(0);
            Tensor dScores = kernel.differentiate(c, concepts, n, step.buffers.tile(tile), mine);
            if (alignmentPull != 0) {
                Tensor aligned = MembershipKernel.alignmentFlow(step.buffers.tile(tile), concepts, n);
                Kernels.addScaled(dScores, dScores, alignmentPull, aligned);
            }
            total.addThresholds(dScores, mine);
            // signal vectors depend on w.x, not on the thresholds
            if (listed != null) {
                firing[strip].addTo(dScores, column, listed);
            } else if (flow != null) {
                flow.addTo(dScores, x, scores(tile, n), mine);
            }
            // measured: as D x I up to twice as fast as I x D
            Kernels.accumulateProduct(total.filters(), x.t(), dScores.t());
            column += n;
        }
        return total;
    }

    /** Factor of y^gamma per concept, or null when neither share loss pulls. */
    private Tensor shareFactors(ShareLosses shares, int patches) {
        double inactive = coefficient(Term.INACTIVE_CLASSIFIER) / patches;
        double excessive = coefficient(Term.EXCESSIVELY_ACTIVE_CLASSIFIER) / patches;
        double[] factors = new double[concepts];
        boolean any = false;
        for (int i = 0; i < factors.length; i++) {
            factors[i] = inactive * shares.dInactive()[i] + excessive * shares.dExcessive()[i];
            any |= factors[i] != 0;
        }
        return any ? Tensor.of(factors, type, factors.length, 1) : null;
    }

    private interface StripTask<T> {
        T run(int strip, Buffers scratch);
    }

    /** What a strip gave, and the buffers it may still live in. */
    private record StripResult<T>(T result, Buffers buffers) {}
}
