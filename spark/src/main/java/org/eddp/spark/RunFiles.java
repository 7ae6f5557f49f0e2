package org.eddp.spark;

import java.io.Serializable;
import java.nio.file.Path;
import org.eddp.features.FeatureSet.Provenance;
import org.eddp.features.Grid;
import org.eddp.features.PatchLayer;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.network.Network;
import org.eddp.run.Run;

/**
 * The paths of a run and its network.
 *
 * @param run folder
 * @param network file; null for its path when the run was made
 * @param grid of tokens; null for that of the feature set if available, else the largest square
 */
record RunFiles(String run, String network, String grid) implements Serializable {
    Run open() {
        Path file = network == null ? null : ClusterFiles.find("the network", network);
        return Run.open(
                ClusterFiles.find("the run", run),
                Run.Options.DEFAULT.withNetwork(file).withThreads(1),
                Monitor.NONE);
    }

    /** What answers by a run and its layer in an open network. */
    interface ByRun {
        PatchAnswers.FromPatches of(Run run, PatchLayer layer, SharedNetworks.Lease lease);
    }

    PictureQuery.Answers answers(int batch, ByRun answer) {
        Run opened = SharedRuns.of(this);
        Provenance made = opened.provenance();
        SharedNetworks.Lease lease = SharedNetworks.HERE.open(
                opened.network().file(), LayerAddress.of(made.layer()).output(), input -> made.preprocessing());
        return PatchAnswers.of(
                lease, made.layer(), grid(lease.network(), opened), batch, layer -> answer.of(opened, layer, lease));
    }

    private Grid grid(Network loaded, Run opened) {
        boolean tokens = loaded.cut(opened.provenance().layer()).layer().shape().length == 2;
        if (grid == null && tokens && opened.hasFeatures()) {
            return opened.features().grid();
        }
        return ImageTransformer.parseGrid(grid);
    }
}
