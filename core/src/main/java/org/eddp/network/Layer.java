package org.eddp.network;

import java.util.Arrays;
import org.eddp.tensor.Activation;

/**
 * A place in a network that can be studied.
 *
 * @param name what {@link Network#cut} takes
 * @param kind the operation or module that computes it, as its file calls it
 * @param shape of its output for one image, without the batch: D x H x W for maps, T x D for tokens
 * @param activation the activation function that computed it, {@link Activation#IDENTITY} if none
 */
public record Layer(String name, String kind, long[] shape, Activation activation) {
    /** Whether the output is a grid of patches: maps, or tokens of a transformer. */
    public boolean hasPatches() {
        return shape.length == 3 || (shape.length == 2 && shape[0] > 1);
    }

    @Override
    public String toString() {
        return name + " (" + kind + ") " + Arrays.toString(shape);
    }
}
