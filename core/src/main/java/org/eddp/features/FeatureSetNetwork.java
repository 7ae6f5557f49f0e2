package org.eddp.features;

import java.nio.file.Path;
import org.eddp.images.input.Preprocessing;
import org.eddp.network.LayerAddress;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;

/**
 * The network of a feature set, loaded again to compute further features of the same kind, or what is above their layer.
 *
 * @param provenance of the features
 */
public record FeatureSetNetwork(FeatureSet.Provenance provenance) {
    /** Whether the features were computed with this file. */
    public boolean isIn(Path file) {
        return Networks.digest(file).equals(provenance.networkSha256());
    }

    /** Loads a file for images of the size of the preprocessing, with the same output. */
    public Network load(Path file) {
        Preprocessing preprocessing = provenance.preprocessing();
        return Networks.load(
                file,
                preprocessing.cropHeight(),
                preprocessing.cropWidth(),
                LayerAddress.of(provenance.layer()).output());
    }

    /**
     * The layer of the features.
     *
     * @param grid of the features, which only tokens need; maps have their own. Null for the largest square
     */
    public PatchLayer layer(Network network, Grid grid) {
        Network.Cut cut = network.cut(provenance.layer());
        return PatchLayer.of(cut, cut.layer().shape().length == 2 ? grid : null);
    }
}
