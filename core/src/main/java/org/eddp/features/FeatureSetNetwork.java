package org.eddp.features;

import java.nio.file.Path;
import org.eddp.images.input.Preprocessing;
import org.eddp.network.LayerAddress;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;

/** The network of a feature set, loaded again to compute further features of the same kind. */
final class FeatureSetNetwork {
    private FeatureSetNetwork() {}

    static Network load(Path file, FeatureSet.Info info) {
        Preprocessing preprocessing = info.provenance().preprocessing();
        String output = LayerAddress.of(info.provenance().layer()).output();
        return Networks.load(file, preprocessing.cropHeight(), preprocessing.cropWidth(), output);
    }

    /** Tokens have the grid they were given, maps their own. */
    static PatchLayer layer(Network network, FeatureSet.Info info) {
        Network.Cut cut = network.cut(info.provenance().layer());
        return PatchLayer.of(cut, cut.layer().shape().length == 2 ? info.grid() : null);
    }
}
