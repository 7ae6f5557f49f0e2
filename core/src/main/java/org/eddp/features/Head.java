package org.eddp.features;

import java.util.Optional;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;
import org.eddp.tensor.Tensor;

/**
 * The part of a network above a layer (f+ of the paper), from the patches of whole images to logits. Learning,
 * influence, explanations and edits all use the network through it.
 *
 * <p>Implementations are thread-safe, do not modify their input, and can be differentiated by the engine.
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
     * This head for certain images and changed versions of them: a head that also reads tokens which are not patches
     * uses those of the images. Valid within the open scope.
     *
     * @param first of the images of {@code batch}
     */
    default Head on(Batch batch, int first, int count) {
        return this;
    }

    /** The kind of the outputs. */
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

    /** The class vectors, if this is pooling of the patches and one linear layer, which allows closed forms. */
    default Optional<LinearReadout> linear() {
        return Optional.empty();
    }

    /** The part of a network above a layer; if the layer has extra tokens, call {@link #on} before use. */
    static Head of(PatchLayer layer) {
        return new NetworkHead(layer, null);
    }

    /**
     * The part of a network above a layer, for certain images.
     *
     * @param output of the layer for the same number of images, or for one image of which all are versions
     */
    static Head of(PatchLayer layer, Tensor output) {
        return new NetworkHead(layer, layer.extra(output));
    }

    /** Global average pooling and one linear layer. */
    static Head of(LinearReadout readout, Grid grid) {
        return new LinearHead(readout, grid);
    }
}
