package org.eddp.features;

import org.eddp.network.LinearReadout;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/**
 * The part of a network above a layer, from the patches of whole images to logits.
 *
 * <p>Implementations are thread-safe, keep their input as it is, and can be differentiated by the engine.
 */
@FunctionalInterface
public interface PatchHead {
    /**
     * Logits of images.
     *
     * @param rows the patches of n images, (n * cells) x D
     * @return n x classes
     */
    Tensor logits(Tensor rows);

    /**
     * This head for certain images, however their patches are changed: one that also reads tokens which stand for no patch
     * takes those of the images along. Valid within the open scope.
     *
     * @param first of the images of {@code batch}
     */
    default PatchHead on(Batch batch, int first, int count) {
        return this;
    }

    /** Whatever is above the layer in a network; if the layer has extra tokens, to be used {@link #on} images. */
    static PatchHead of(PatchLayer layer) {
        return new NetworkHead(layer, null);
    }

    /**
     * Whatever is above the layer in a network, for certain images.
     *
     * @param output of the layer for as many images as logits will be asked of, or for one of which they all are versions
     */
    static PatchHead of(PatchLayer layer, Tensor output) {
        return new NetworkHead(layer, layer.extra(output));
    }

    /** Global average pooling and one linear layer. */
    static PatchHead of(LinearReadout readout, Grid grid) {
        int width = readout.classVectors().rows();
        int classes = readout.biases().length;
        return rows -> {
            DType type = rows.type();
            Tensor pooled = rows.view(-1, grid.cells(), width).mean(1).view(-1, width);
            return pooled.mm(Tensor.of(readout.classVectors(), type))
                    .plus(Tensor.of(readout.biases(), type, 1, classes));
        };
    }
}
