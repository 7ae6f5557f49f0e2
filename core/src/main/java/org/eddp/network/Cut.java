package org.eddp.network;

import org.eddp.tensor.Tensor;

/**
 * A network in two halves. Both are differentiable to their input, keep their input as it is, and are thread-safe;
 * {@code upper(lower(x))} computes what {@link Network#logits} computes.
 */
public interface Cut {
    /** The layer between the halves. */
    Layer layer();

    /** Images (n x channels x height x width) to the layer's output (n x {@link Layer#shape()}). */
    Tensor lower(Tensor images);

    /** The layer's output to logits (n x classes). */
    Tensor upper(Tensor features);
}
