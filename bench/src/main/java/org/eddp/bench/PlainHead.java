package org.eddp.bench;

import org.eddp.features.Grid;
import org.eddp.tensor.Tensor;

/** The upper part of a network as a function the engine differentiates, for {@link PlainStep}. */
@FunctionalInterface
public interface PlainHead {
    /**
     * Class scores of images.
     *
     * @param rows features of whole images, (images * cells) x D
     * @return logits, images x K, computed by differentiable operations only
     */
    Tensor logits(Tensor rows, Grid grid);
}
