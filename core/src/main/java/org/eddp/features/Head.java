package org.eddp.features;

import java.util.Optional;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;
import org.eddp.tensor.Tensor;

/**
 * The part of a network above a layer (f+ of the paper), from the patches of whole images to logits. Learning, influence,
 * explanations and edits all ask the network through it.
 *
 * <p>Implementations are thread-safe, keep their input as it is, and can be differentiated by the engine.
 */
@FunctionalInterface
public interface Head {
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
    default Head on(Batch batch, int first, int count) {
        return this;
    }

    /** What the logits stand for. */
    default OutputKind outputs() {
        return OutputKind.CLASSES;
    }

    /**
     * Predictions of images.
     *
     * @param rows as for {@link #logits}
     */
    default Prediction[] predictions(Tensor rows) {
        Tensor logits = logits(rows);
        return Prediction.of(outputs(), logits.toDoubles(), logits.size(1));
    }

    /** The class vectors, if this is pooling of the patches and one linear layer: much then has a closed form. */
    default Optional<LinearReadout> linear() {
        return Optional.empty();
    }

    /** Whatever is above the layer in a network; if the layer has extra tokens, to be used {@link #on} images. */
    static Head of(PatchLayer layer) {
        return new NetworkHead(layer, null);
    }

    /**
     * Whatever is above the layer in a network, for certain images.
     *
     * @param output of the layer for as many images as logits will be asked of, or for one of which they all are versions
     */
    static Head of(PatchLayer layer, Tensor output) {
        return new NetworkHead(layer, layer.extra(output));
    }

    /** Global average pooling and one linear layer. */
    static Head of(LinearReadout readout, Grid grid) {
        return new LinearHead(readout, grid);
    }
}
