package org.eddp.bench;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eddp.bench.StepBenchmark.Size;
import org.eddp.directions.step.TiledStep;
import org.eddp.tensor.Buffers;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Only the matrix products over the data that a step needs: a lower bound of its time. Shapes, tiles, threads and
 * features are those of the step; the other factors are zero.
 */
final class StepProducts implements AutoCloseable {
    private static final int SCORES = 0;
    private static final int MOVED = 1;
    private static final int LOGITS = 2;
    private static final int POOLED = 3;
    private static final int FILTER_SUM = 4;
    private static final int WAY_BACK_SUM = 5;

    /** The head reads so many images together, at least. */
    private static final int FEWEST_HEAD_IMAGES = 32;

    private final Size size;
    private final StepData data;
    private final Workers workers;
    private final int tileImages;
    private final int headTiles;
    private final Queue<Buffers> free = new ConcurrentLinkedQueue<>();
    private final Tensor filtersT;
    private final Tensor layer;

    /** Products of a step; their tensors belong to the open scope. */
    StepProducts(Size size, StepData data, Workers workers) {
        this.size = size;
        this.data = data;
        this.workers = workers;
        tileImages = TiledStep.tileImages(size.grid().cells(), size.width(), size.concepts());
        headTiles = (FEWEST_HEAD_IMAGES + tileImages - 1) / tileImages;
        filtersT = Tensor.zeros(DType.FLOAT32, size.concepts(), size.width());
        layer = Tensor.zeros(DType.FLOAT32, size.classes(), size.width());
    }

    /** Computes all of them once. */
    void run() {
        int tiles = (size.images() + tileImages - 1) / tileImages;
        workers.forEach(
                tiles,
                tile -> {
                    Buffers mine = free.poll();
                    return run(tile, mine == null ? new Buffers(DType.FLOAT32) : mine);
                },
                free::add);
    }

    private Buffers run(int tile, Buffers mine) {
        int first = tile * tileImages;
        int images = Math.min(tileImages, size.images() - first);
        Tensor x = data.batch().rows(first, images);
        int n = x.size(0);
        int width = size.width();
        int concepts = size.concepts();
        Tensor scores = mine.get(SCORES, concepts, n);
        Tensor moved = mine.get(MOVED, n, width);
        Kernels.product(scores, filtersT, x.t());
        Kernels.product(moved, scores.t(), filtersT);
        if (tile % headTiles == 0) {
            head(Math.min(headTiles * tileImages, size.images() - first), mine);
        }
        if (2 * concepts < width) {
            Kernels.product(mine.get(WAY_BACK_SUM, width, concepts), moved.t(), scores.t());
            Kernels.product(scores, filtersT, moved.t());
        } else {
            Kernels.product(mine.get(WAY_BACK_SUM, width, width), x.t(), moved);
        }
        Kernels.product(mine.get(FILTER_SUM, width, concepts), x.t(), scores.t());
        return mine;
    }

    /** Forward and backward; the cost of a head of few classes is neglected. */
    private void head(int images, Buffers mine) {
        Tensor logits = mine.get(LOGITS, size.classes(), images);
        Tensor pooled = mine.get(POOLED, images, size.width());
        Kernels.product(logits, layer, pooled.t());
        Kernels.product(pooled, logits.t(), layer);
    }

    @Override
    public void close() {
        free.forEach(Buffers::close);
        free.clear();
    }
}
