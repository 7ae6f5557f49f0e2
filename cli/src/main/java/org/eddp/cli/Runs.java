package org.eddp.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eddp.directions.Directions;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.Json;
import org.eddp.influence.Influence;
import org.eddp.labels.Labels;
import org.eddp.metrics.Comparison;
import org.eddp.metrics.Metrics;
import org.eddp.report.ComparisonReport;
import org.eddp.report.InfluenceResults;

/** What is known of runs, for tables. */
final class Runs {
    private static final String INFLUENCE = "influence.safetensors";

    private Runs() {}

    /** The row of an evaluated run. */
    static Comparison.Row row(Path run) {
        if (!Files.exists(run.resolve("metrics.json"))) {
            throw new FileFailure(run + " has no metrics.json; run eddp evaluate on it first");
        }
        if (RunCommands.of(run).isOutdated("metrics.json", Digests.of(run.resolve(RunCommands.DIRECTIONS)))) {
            throw new FileFailure(run + " was evaluated before it was learned anew; run eddp evaluate on it again");
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

    /** What the page of a comparison needs beyond the row. */
    static ComparisonReport.Run compared(Path run) {
        RunCommands known = RunCommands.of(run);
        Path combined = run.resolve(EvaluateCommand.LINEAR_OR);
        Path influence = run.resolve("influence.json");
        Set<String> commands = new LinkedHashSet<>();
        known.command(RunCommands.DIRECTIONS).ifPresent(commands::add);
        commands.add(known.command("metrics.json").orElse("./eddp evaluate --run " + run + " --dataset DIR"));
        known.command(EvaluateCommand.LINEAR_OR).ifPresent(commands::add);
        if (Files.exists(influence)) {
            commands.add(Json.readTolerantly(influence, InfluenceResults.class).command());
        }
        return new ComparisonReport.Run(
                Files.exists(run.resolve("labels.json")) ? Labels.read(run) : null,
                Files.exists(combined) ? Json.read(combined, Metrics.class) : null,
                List.copyOf(commands));
    }
}
