package org.eddp.study;

import java.nio.file.Path;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSetNetwork;
import org.eddp.features.Head;
import org.eddp.features.PatchLayer;
import org.eddp.files.RemoteFiles;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.network.Network;

/** The upper part of the network behind a feature set: in closed form where there is one, else the network itself. */
final class HeadSource implements AutoCloseable {
    private final FeatureSet set;
    private final Path given;
    private final Monitor monitor;
    private Network loaded;

    /**
     * A source of heads.
     *
     * @param given network file named by the user, or null
     */
    HeadSource(FeatureSet set, Path given, Monitor monitor) {
        this.set = set;
        this.given = given;
        this.monitor = monitor;
    }

    /** The head; valid until this is closed. */
    Head head() {
        LinearReadout readout = set.readout().orElse(null);
        return readout != null ? Head.of(readout, set.grid()) : throughNetwork();
    }

    private Head throughNetwork() {
        set.outputs().requireDecisions(set.info().provenance().network());
        Path file = networkFile();
        FeatureSetNetwork networks = new FeatureSetNetwork(set.info().provenance());
        if (!networks.isIn(file)) {
            throw new Learning.NetworkNeeded("the network file " + file
                    + " is not the one the features were computed with; extract the features"
                    + " again, or give the original file");
        }
        loaded = networks.load(file);
        PatchLayer layer = networks.layer(loaded, set.grid());
        if (!layer.readsPatches()) {
            monitor.remark(layer.unreadPatches());
        }
        layer.requireExtra(set.extraTokens());
        return Head.of(layer);
    }

    private Path networkFile() {
        String known = set.origin().network();
        if (given == null && (known == null || !RemoteFiles.exists(known))) {
            throw new Learning.NetworkNeeded(
                    "the head of the network is more than one linear layer, so learning needs the network"
                            + " itself for L^ur, which is not "
                            + (known == null ? "at hand" : "at " + known) + "; give it");
        }
        return given != null ? given : RemoteFiles.parse(known);
    }

    @Override
    public void close() {
        if (loaded != null) {
            loaded.close();
        }
    }
}
