package org.eddp.intervene;

import org.eddp.features.PatchLayer;
import org.eddp.network.Network;
import org.eddp.tensor.Tensor;

/**
 * A network with a correction at a layer: {@link #lower} gives the layer's own output, {@link #upper} corrects it first. Tokens
 * that stand for no patch are passed on as they are.
 */
public final class CorrectedCut implements Network.Cut {
    private final PatchLayer layer;
    private final Correction correction;

    /** A layer of a network, and what to do to its output. */
    public CorrectedCut(PatchLayer layer, Correction correction) {
        int width = correction.suppressions().get(0).filter().length;
        if (width != layer.width()) {
            throw new IllegalArgumentException("a correction of width " + width + " does not fit layer "
                    + layer.cut().layer() + " of width " + layer.width());
        }
        this.layer = layer;
        this.correction = correction;
    }

    @Override
    public Network.Layer layer() {
        return layer.cut().layer();
    }

    @Override
    public Tensor lower(Tensor images) {
        return layer.cut().lower(images);
    }

    @Override
    public Tensor upper(Tensor features) {
        return layer.cut().upper(correct(features));
    }

    /** Logits of images. */
    public Tensor logits(Tensor images) {
        return upper(lower(images));
    }

    /** The layer's output with the concepts taken out, in the shape of the layer. */
    public Tensor correct(Tensor features) {
        Tensor rows = correction.apply(layer.rows(features));
        return layer.output(rows, layer.extra(features)).contiguous();
    }
}
