package org.eddp.directions;

import org.eddp.features.Batch;
import org.eddp.features.Grid;
import org.eddp.features.PatchHead;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Tensor;

/** Any head the engine can differentiate, on one tile at a time. */
public final class DifferentiableHead implements Head {
    private static final double LN2 = Math.log(2);

    private final int classes;
    private final PatchHead head;

    /**
     * A head computed by a function.
     *
     * @param classes number of classes K
     */
    public DifferentiableHead(int classes, PatchHead head) {
        this.classes = classes;
        this.head = head;
    }

    @Override
    public int classes() {
        return classes;
    }

    @Override
    public Head on(Batch batch, int first, int count) {
        return new DifferentiableHead(classes, head.on(batch, first, count));
    }

    @Override
    public double entropy(Tensor features, Grid grid, Tensor gradient) {
        Autograd.Differentiated result = Autograd.differentiate(
                rows -> {
                    Tensor logProbability = head.logits(rows).logSoftmax(1);
                    return logProbability.exp().times(logProbability).sum().times(-1 / LN2);
                },
                features);
        Kernels.copy(gradient, result.gradient());
        return result.value().item();
    }
}
