package org.eddp.run;

import org.eddp.features.FeatureSet;
import org.eddp.metrics.Atlas;
import org.eddp.monitor.Monitor;
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
        String list = StoredStatistics.source(run);
        return run.read(Results.ATLAS)
                .filter(atlas -> atlas.list().equals(list)) // the features may have been extracted again
                .filter(atlas -> atlas.concepts().stream().allMatch(entry -> entry.examples() != null))
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
