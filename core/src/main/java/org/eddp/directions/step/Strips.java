package org.eddp.directions.step;

import java.io.Serializable;
import java.util.function.Consumer;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.tensor.Buffers;
import org.eddp.tensor.DType;
import org.eddp.tensor.SparseRows;
import org.eddp.tensor.Tensor;

/** The strips of a batch in this process, and the intermediate results between passes. */
final class Strips {
    final TiledStep step;
    final Batch batch;
    final Request request;
    final Detectors detectors;
    final DType type;
    final int concepts;
    final Tiling tiling;
    final MembershipKernel kernel;
    final SignalKernel signalKernel;
    /** Where detectors fire on each strip; null where that is not rare, or not known yet. */
    final SparseRows[] firing;

    Strips(TiledStep step, Batch batch, Request request) {
        this.step = step;
        this.batch = batch;
        this.request = request;
        detectors = request.detectors();
        type = batch.type();
        concepts = detectors.concepts();
        kernel = new MembershipKernel(
                step.options, request.wanted().focal(), request.wanted().shares());
        signalKernel = new SignalKernel(request.subsampling(), detectors.thresholds());
        tiling = Tiling.of(batch, Math.max(batch.width(), concepts), step.tileElements);
        step.buffers.reserve(tiling.tiles());
        firing = new SparseRows[tiling.strips()];
    }

    /** The intermediate results of a tile between passes. */
    Buffers tile(int tile) {
        return step.buffers.tile(tile);
    }

    /** The scores of a tile that was measured. */
    Tensor scores(int tile, int patches) {
        return MembershipKernel.scores(tile(tile), concepts, patches);
    }

    /**
     * Runs a pass on consecutive strips, with all threads.
     *
     * @param end behind the last one
     * @param inOrder receives the results in the order of the strips
     */
    <T extends Serializable> void forEach(Pass<T> pass, int first, int end, Consumer<? super T> inOrder) {
        Pass.OnStrip<T> task = pass.prepare(this);
        step.workers.forEachAhead(
                end - first,
                k -> {
                    Buffers mine = step.buffers.takeScratch();
                    try {
                        return task.run(first + k, mine);
                    } finally {
                        step.buffers.giveBack(mine);
                    }
                },
                inOrder);
    }

    /**
     * The settings of an evaluation of a batch, the same for every process that works on its strips.
     *
     * @param wanted the quantities that the passes have to compute
     * @param subsampling whether signal vectors come from the patches where detectors fire only
     * @param strengths kappa per image, or null without L^ur
     */
    record Request(Detectors detectors, StepEvaluation.Wanted wanted, boolean subsampling, double[] strengths)
            implements Serializable {
        private static final long serialVersionUID = 1L;
    }
}
