package org.eddp.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.directions.Directions;
import org.eddp.files.FileFailure;
import org.eddp.influence.Influence;
import org.eddp.metrics.Comparison;
import org.eddp.metrics.Metrics;

/** What is known of runs, for tables. */
final class Runs {
    private static final String INFLUENCE = "influence.safetensors";

    private Runs() {}

    /** The row of an evaluated run. */
    static Comparison.Row row(Path run) {
        if (!Files.exists(run.resolve("metrics.json"))) {
            throw new FileFailure(run + " has no metrics.json; run eddp evaluate on it first");
        }
        int concepts = Directions.read(run.resolve("directions.safetensors")).concepts();
        return row(run.getFileName().toString(), concepts, Metrics.read(run), run);
    }

    static Comparison.Row row(String name, int concepts, Metrics metrics, Path run) {
        Path influence = run.resolve(INFLUENCE);
        Double mean = Files.exists(influence)
                ? Influence.meanInfluence(Influence.read(influence).scores())
                : null;
        return new Comparison.Row(name, concepts, metrics, mean);
    }
}
