package org.eddp.directions.step;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.eddp.directions.Detectors;
import org.eddp.directions.Manipulation.Kind;
import org.eddp.features.Batch;
import org.eddp.tensor.Buffers;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.SparseRows;
import org.eddp.tensor.Tensor;

/**
 * The passes over the tiles of a batch, computed by the engine. What they find belongs to the heap, their constants in the engine to
 * the open scope.
 */
final class TiledPasses implements Passes {
    private final TiledStep step;
    private final Batch batch;
    private final Detectors detectors;
    private final double[] strengths;
    private final boolean learnsSignals;
    private final MembershipKernel kernel;
    private final SignalKernel signalKernel;
    private final DType type;
    private final int concepts;
    private final Tiling tiling;
    private final SparseRows[] firing;
    /** Factor of the gradient that L^ur left in the tiles; 0 when it left none. */
    private double alignmentPull;

    TiledPasses(
            TiledStep step,
            Batch batch,
            Detectors detectors,
            StepEvaluation.Wanted wanted,
            boolean subsampling,
            double[] strengths) {
        this.step = step;
        this.batch = batch;
        this.detectors = detectors;
        this.strengths = strengths;
        learnsSignals = wanted.learnedSignals();
        kernel = new MembershipKernel(step.options, wanted.focal(), wanted.shares());
        signalKernel = new SignalKernel(subsampling, detectors.thresholds());
        type = batch.type();
        concepts = detectors.concepts();
        tiling = Tiling.of(batch, Math.max(batch.width(), concepts), step.tileElements);
        step.buffers.reserve(tiling.tiles());
        firing = new SparseRows[tiling.strips()];
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

    @Override
    public StepTotals measure() {
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

    @Override
    public Aligned align(Kind kind, Matrix signals) {
        return kind == Kind.PRESENT_ONLY
                ? alignPresent()
                : alignAll(Alignment.of(kind, detectors, signals, step.options.damping(), step.algebra));
    }

    private Aligned alignAll(Alignment alignment) {
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
        return new Aligned() {
            @Override
            public double entropy() {
                return totals.entropy;
            }

            @Override
            public Alignment.Gradient backward(double factor) {
                alignmentPull = AlignmentKernel.throughScores(concepts, batch.width()) ? factor : 0;
                return totals.backward(factor);
            }
        };
    }

    private Aligned alignPresent() {
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
        return new Aligned() {
            @Override
            public double entropy() {
                return totals.entropy;
            }

            @Override
            public Alignment.Gradient backward(double factor) {
                return aligned.backward(totals, factor);
            }
        };
    }

    @Override
    public void differentiate(
            MembershipKernel.Coefficients coefficients, SignalGradient signals, Matrix filters, double[] thresholds) {
        SignalKernel.Gradient flow = signals == null ? null : signalKernel.gradient(signals, type);
        double[] shares = coefficients.shares();
        Tensor shareColumn = shares == null ? null : Tensor.of(shares, type, concepts, 1);
        forEachStrip((strip, mine) -> differentiate(strip, coefficients, shareColumn, flow, mine), gradient -> {
            gradient.filters().addTo(filters.values());
            double[] sumP = gradient.sumP().toDoubles();
            for (int i = 0; i < sumP.length; i++) {
                thresholds[i] -= sumP[i];
            }
        });
    }

    private StripGradient differentiate(
            int strip, MembershipKernel.Coefficients c, Tensor shares, SignalKernel.Gradient flow, Buffers mine) {
        StripGradient total = StripGradient.zero(concepts, batch.width(), mine);
        double[] listed =
                flow == null || firing[strip] == null ? null : flow.alongPairs(tiling.stripRows(strip), firing[strip]);
        int column = 0;
        for (int tile = tiling.firstTile(strip); tile < tiling.endTile(strip); tile++) {
            Tensor x = tiling.tileRows(tile);
            int n = x.size(0);
            Tensor dScores = kernel.differentiate(c, shares, concepts, n, step.buffers.tile(tile), mine);
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

    private interface StripTask<T> {
        T run(int strip, Buffers scratch);
    }

    /** What a strip gave, and the buffers it may still live in. */
    private record StripResult<T>(T result, Buffers buffers) {}
}
