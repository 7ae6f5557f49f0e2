package org.eddp.directions;

import java.util.function.UnaryOperator;
import org.eddp.features.Grid;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Tensor;

/** Any head the engine can differentiate, on one tile at a time. */
public final class DifferentiableHead implements Head {
    private static final double LN2 = Math.log(2);

    private final int classes;
    private final UnaryOperator<Tensor> logits;

    /**
     * A head computed by a function.
     *
     * @param classes number of classes K
     * @param logits maps feature maps (images x D x H x W) to logits (images x K); must be thread-safe and made of
     *     differentiable operations
     */
    public DifferentiableHead(int classes, UnaryOperator<Tensor> logits) {
        this.classes = classes;
        this.logits = logits;
    }

    @Override
    public int classes() {
        return classes;
    }

    @Override
    public double entropy(Tensor features, Grid grid, Tensor gradient) {
        Autograd.Differentiated result = Autograd.differentiate(
                rows -> {
                    Tensor maps = rows.view(-1, grid.height(), grid.width(), features.size(1))
                            .permute(0, 3, 1, 2);
                    Tensor logProbability = logits.apply(maps).logSoftmax(1);
                    return logProbability.exp().times(logProbability).sum().times(-1 / LN2);
                },
                features);
        Kernels.copy(gradient, result.gradient());
        return result.value().item();
    }
}
