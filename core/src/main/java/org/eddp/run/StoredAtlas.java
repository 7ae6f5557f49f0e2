package org.eddp.run;

import org.eddp.features.FeatureSet;
import org.eddp.metrics.Atlas;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Scope;

/** The atlas of a run: read from the run if it exists, else computed and kept. */
public final class StoredAtlas {
    private StoredAtlas() {}

    /**
     * The atlas of a run.
     *
     * @param keep whether to write a new one into the run
     * @param monitor receives the progress
     */
    public static Atlas of(Run run, boolean keep, Monitor monitor) {
        String list = StoredStatistics.source(run);
        return run.read(Results.ATLAS)
                .filter(atlas -> atlas.list().equals(list)) // the features may have been extracted again
                .orElseGet(() -> make(run, list, keep, monitor));
    }

    private static Atlas make(Run run, String list, boolean keep, Monitor monitor) {
        FeatureSet set = run.features();
        try (Scope scope = Scope.open();
                Monitor.Stage stage = monitor.stage("atlas", 1000)) {
            Atlas atlas = Atlas.of(
                    set,
                    run.directions().detectors(),
                    run.options().command(),
                    run.digest(),
                    list,
                    run.workers(),
                    stage);
            if (keep) {
                KeptResult.keep(run, Results.ATLAS, atlas, "the example images of concepts are", monitor);
            }
            return atlas;
        }
    }
}
