package org.eddp.features;

import org.eddp.tensor.Tensor;

/**
 * The part of a network above a layer.
 *
 * @param extra tokens of the images that stand for no patch, or null while the images are not known
 */
record NetworkHead(PatchLayer layer, Tensor extra) implements PatchHead {
    @Override
    public Tensor logits(Tensor rows) {
        return layer.cut().upper(extra == null ? layer.output(rows) : layer.output(rows, extra));
    }

    @Override
    public PatchHead on(Batch batch, int first, int count) {
        if (layer.extraTokens() == 0) {
            return this;
        }
        layer.requireExtra(batch.extraTokens());
        return new NetworkHead(layer, batch.extra(first, count));
    }
}
