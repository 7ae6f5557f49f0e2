package org.eddp.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eddp.directions.Directions;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.Json;
import org.eddp.influence.Influence;
import org.eddp.influence.InfluenceResults;
import org.eddp.labels.CountedImages;
import org.eddp.labels.Labels;
import org.eddp.metrics.Comparison;
import org.eddp.metrics.Metrics;
import org.eddp.report.ComparisonReport;

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
        Path file = run.resolve(INFLUENCE);
        if (!Files.exists(file)) {
            return new Comparison.Row(name, concepts, metrics);
        }
        Influence.Summary influence = Influence.read(file).summary();
        boolean tested = influence.untested() < influence.concepts();
        return new Comparison.Row(
                name,
                concepts,
                metrics,
                influence.meanInfluence(),
                tested ? influence.significantDirections() : null,
                tested ? influence.significantPairs() : null);
    }

    /** A table of rows; refuses those that cannot stand in one, because their numbers were counted differently. */
    static Comparison comparison(List<Comparison.Row> rows) {
        // names of datasets are those of their folders, so the number of images is looked at as well
        requireOne(rows, "on different datasets", m -> m.dataset() + " (" + m.images() + " images)");
        List<Comparison.Row> known =
                rows.stream().filter(r -> r.metrics().counting() != null).toList();
        requireOne(known, "by different rules", m -> rule(m.counting(), m.interpretableAbove()));
        if (known.size() < rows.size()) {
            System.err.println(rows.stream()
                            .filter(r -> r.metrics().counting() == null)
                            .map(Comparison.Row::name)
                            .collect(Collectors.joining(", "))
                    + ": metrics.json does not say how IoU was counted, as earlier versions wrote it; run eddp evaluate"
                    + " again to be sure that all rows were counted alike");
        }
        return new Comparison(rows);
    }

    private static void requireOne(List<Comparison.Row> rows, String how, Function<Metrics, String> property) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        rows.forEach(row -> names.computeIfAbsent(property.apply(row.metrics()), p -> new ArrayList<>())
                .add(row.name()));
        if (names.size() > 1) {
            List<String> parts = new ArrayList<>();
            names.forEach((value, runs) -> parts.add(value + ": " + String.join(", ", runs)));
            throw new IllegalArgumentException(
                    "the runs were evaluated " + how + " (" + String.join("; ", parts) + "); evaluate them alike");
        }
    }

    /** What the page of a comparison needs beyond the row; what was not made as the row was is named and left out. */
    static ComparisonReport.Run compared(Path run) {
        RunCommands known = RunCommands.of(run);
        Metrics metrics = Metrics.read(run);
        Labels labels = Files.exists(run.resolve("labels.json")) ? Labels.read(run) : null;
        if (labels != null && !alike(run, "labels.json", metrics, labels.counting(), labels.interpretableAbove())) {
            labels = null;
        }
        Metrics combined = combined(run, known, metrics);
        Path influence = run.resolve("influence.json");
        Set<String> commands = new LinkedHashSet<>();
        known.command(RunCommands.DIRECTIONS).ifPresent(commands::add);
        commands.add(known.command("metrics.json").orElse("./eddp evaluate --run " + run + " --dataset DIR"));
        if (combined != null) {
            known.command(EvaluateCommand.LINEAR_OR).ifPresent(commands::add);
        }
        if (Files.exists(influence)) {
            commands.add(Json.readTolerantly(influence, InfluenceResults.class).command());
        }
        return new ComparisonReport.Run(labels, combined, List.copyOf(commands));
    }

    /** Null if there are none, or none of these directions counted as the row was. */
    private static Metrics combined(Path run, RunCommands known, Metrics metrics) {
        Path file = run.resolve(EvaluateCommand.LINEAR_OR);
        if (!Files.exists(file)) {
            return null;
        }
        if (known.isOutdated(EvaluateCommand.LINEAR_OR, Digests.of(run.resolve(RunCommands.DIRECTIONS)))) {
            System.err.println(
                    "left out: " + file + " is of other directions; run eddp evaluate --linear-or on the run again");
            return null;
        }
        Metrics combined = Metrics.readFile(file);
        return alike(run, EvaluateCommand.LINEAR_OR, metrics, combined.counting(), combined.interpretableAbove())
                ? combined
                : null;
    }

    /** Whether a result was counted as the metrics were, as far as they say. */
    private static boolean alike(Path run, String name, Metrics metrics, CountedImages counting, Double above) {
        boolean alike = metrics.counting() == null
                || counting == null
                || counting == metrics.counting() && above.equals(metrics.interpretableAbove());
        if (!alike) {
            System.err.printf(
                    "left out: %s was counted with %s, but metrics.json with %s; run eddp evaluate on the run again%n",
                    run.resolve(name), rule(counting, above), rule(metrics.counting(), metrics.interpretableAbove()));
        }
        return alike;
    }

    private static String rule(CountedImages counting, Double above) {
        return "--counting " + counting + " --threshold " + above;
    }
}
