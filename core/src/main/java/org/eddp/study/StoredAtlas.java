package org.eddp.study;

import org.eddp.features.FeatureSet;
import org.eddp.metrics.Atlas;
import org.eddp.monitor.Monitor;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.tensor.Scope;

/** Where to look for the concepts of a run: read from the run if that is known, else found out and kept. */
public final class StoredAtlas {
    private StoredAtlas() {}

    /**
     * The atlas of a run.
     *
     * @param keep whether to write one that has to be made into the run
     * @param monitor told how far the passes over the features are
     */
    public static Atlas of(Run run, boolean keep, Monitor monitor) {
        return run.read(Results.ATLAS).orElseGet(() -> make(run, keep, monitor));
    }

    private static Atlas make(Run run, boolean keep, Monitor monitor) {
        FeatureSet set = run.features();
        try (Scope scope = Scope.open();
                Monitor.Stage stage = monitor.stage("atlas", 1000)) {
            Atlas atlas = Atlas.of(
                    set, run.directions().detectors(), run.options().command(), run.digest(), run.workers(), stage);
            if (keep) {
                run.write(Results.ATLAS, atlas, run.options().command());
            }
            return atlas;
        }
    }
}
