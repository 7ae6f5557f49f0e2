package org.eddp.directions;

import org.eddp.features.Batch;
import org.eddp.features.Grid;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/**
 * The upper part f+ of a network, from features to class probabilities, as uncertainty region alignment needs it.
 *
 * <p>Implementations are thread-safe: tiles are worked on concurrently.
 */
public interface Head {
    /** Number of classes. */
    int classes();

    /**
     * Entropy of the predictions and its gradient.
     *
     * @param features patches of whole images, (images * cells) x D; not modified
     * @param grid spatial grid of an image
     * @param gradient receives d(returned value)/d(features), same shape as {@code features}
     * @return the sum over images of the entropy of the predicted distribution, in bits
     */
    double entropy(Tensor features, Grid grid, Tensor gradient);

    /**
     * This head for certain images, however their patches are changed; valid within the open scope.
     *
     * @param first of the images of {@code batch}
     */
    default Head on(Batch batch, int first, int count) {
        return this;
    }

    /** This head with its constants in the engine, for many tiles of that kind; valid within the open scope. */
    default Head prepare(Grid grid, DType type) {
        return this;
    }
}
