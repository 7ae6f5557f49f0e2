package org.eddp.network.onnx;

import java.util.List;

/**
 * A graph ready to run: every value has a slot.
 *
 * @param steps what is computed from the image, in an order in which it can be
 * @param constants what is known already, by slot
 * @param names of the values, by slot
 * @param input slot of the image
 * @param output slot of the logits
 */
record Circuit(List<Step> steps, Value[] constants, String[] names, int input, int output) {
    /** Releases the weights. */
    void close() {
        for (Value constant : constants) {
            if (constant != null) {
                constant.tensor().close();
            }
        }
    }
}
