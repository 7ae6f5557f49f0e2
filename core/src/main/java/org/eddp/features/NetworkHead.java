package org.eddp.features;

import java.util.Optional;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Tensor;

/**
 * The part of a network above a layer.
 *
 * @param extra tokens of the images that are not patches, or null while the images are not known
 */
record NetworkHead(PatchLayer layer, Tensor extra) implements Head {
    @Override
    public Tensor logits(Tensor rows) {
        return layer.cut().upper(extra == null ? layer.output(rows) : layer.output(rows, extra));
    }

    @Override
    public Head on(Batch batch, int first, int count) {
        if (layer.extraTokens() == 0) {
            return this;
        }
        layer.requireExtra(batch.extraTokens());
        return new NetworkHead(layer, batch.extra(first, count));
    }

    @Override
    public OutputKind outputs() {
        return layer.cut().outputs();
    }

    @Override
    public Optional<LinearReadout> linear() {
        return layer.readout();
    }
}
