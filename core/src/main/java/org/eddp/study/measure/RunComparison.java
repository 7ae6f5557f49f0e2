package org.eddp.study.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.baselines.BaselineMethod;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.files.FileNames;
import org.eddp.influence.Influence;
import org.eddp.labels.Dissection;
import org.eddp.labels.Labels;
import org.eddp.metrics.Comparison;
import org.eddp.metrics.Comparison.Row;
import org.eddp.metrics.Metrics;
import org.eddp.monitor.Monitor;
import org.eddp.run.Result;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.RunFile;

/** Compares evaluated runs. */
public final class RunComparison {
    private RunComparison() {}

    /**
     * Further results of a compared run.
     *
     * @param labels of its detectors; null if there are none counted like the row
     * @param combined metrics of detectors of the same name as one; null likewise
     * @param commands that made these results
     */
    public record Details(Labels labels, Metrics combined, List<String> commands) {
        public Details {
            commands = List.copyOf(commands);
        }
    }

    /**
     * A table of evaluated runs; refuses runs whose numbers were counted differently.
     *
     * @param reference number of the run that the others are compared with
     */
    public static Comparison of(List<Path> runs, int reference, Monitor monitor) {
        List<Row> rows = new ArrayList<>();
        List<String> names = FileNames.toldApart(runs);
        for (int n = 0; n < runs.size(); n++) {
            rows.add(row(runs.get(n), names.get(n), monitor));
        }
        return table(rows, reference);
    }

    /** The row of an evaluated run. */
    public static Row row(Path folder, String name, Monitor monitor) {
        try (Run run = Run.open(folder, Run.Options.DEFAULT, monitor)) {
            if (run.isStale(Results.METRICS)) {
                throw new FileFailure(
                        folder + " was evaluated before it was learned again; evaluate it again (eddp evaluate)");
            }
            Metrics metrics = run.read(Results.METRICS)
                    .orElseThrow(() -> new FileFailure(
                            folder + " has no " + Results.METRICS + "; evaluate it first (eddp evaluate)"));
            return row(run, name, metrics);
        }
    }

    public static Row row(Run run, String name, Metrics metrics) {
        int concepts = run.directions().concepts();
        // without signal vectors there is no influence to compare
        Influence.Summary influence = IntStream.range(0, concepts).noneMatch(run.directions()::hasSignal)
                ? null
                : run.read(Results.SCORES).map(Influence::summary).orElse(null);
        boolean tested = influence != null && influence.untested() < influence.concepts();
        return new Row(
                name,
                concepts,
                thresholds(run.file(), concepts),
                metrics,
                influence == null ? null : influence.meanInfluence(),
                tested ? influence.significantDirections() : null,
                tested ? influence.significantPairs() : null);
    }

    /** The origin of the thresholds of a run's detectors. */
    private static String thresholds(RunFile file, int concepts) {
        if (file instanceof RunFile.BaselineRun baseline) {
            if (baseline.concepts() != null) {
                return "by labels";
            }
            if (baseline.details().get(BaselineMethod.Fit.SHARE) instanceof Number share) {
                return Comparison.top(share.doubleValue(), concepts);
            }
        }
        if (file instanceof RunFile.ImportedRun imported) {
            return imported.share() == null ? "imported" : Comparison.top(imported.share(), concepts);
        }
        return "learned";
    }

    public static Comparison table(List<Row> rows, int reference) {
        // names of datasets are those of their folders, so the number of images is looked at as well
        requireOne(
                rows,
                "on different datasets",
                m -> (m.labelled() ? m.dataset() : "without labels") + " (" + m.images() + " images)");
        if (!rows.get(0).metrics().labelled()) {
            return new Comparison(rows, reference);
        }
        requireOne(rows, "by different rules", m -> rule(m.counting(), m.interpretableAbove()));
        return new Comparison(rows, reference);
    }

    private static void requireOne(List<Row> rows, String how, Function<Metrics, String> property) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        rows.forEach(row -> names.computeIfAbsent(property.apply(row.metrics()), p -> new ArrayList<>())
                .add(row.name()));
        if (names.size() > 1) {
            List<String> parts = new ArrayList<>();
            names.forEach((value, runs) -> parts.add(value + ": " + String.join(", ", runs)));
            throw new InvalidInput(
                    "the runs were evaluated " + how + " (" + String.join("; ", parts) + "); evaluate them alike");
        }
    }

    /** Further results of an evaluated run; results that were not counted like the row are left out with a remark. */
    public static Details details(Path folder, Monitor monitor) {
        try (Run run = Run.open(folder, Run.Options.DEFAULT, monitor)) {
            Metrics metrics = run.read(Results.METRICS).orElseThrow();
            Labels labels = run.read(Results.LABELS)
                    .filter(l -> alike(run, Results.LABELS, metrics, l.counting(), l.interpretableAbove(), monitor))
                    .orElse(null);
            Metrics combined = combined(run, metrics, monitor);
            Stream<Result<?>> shown = Stream.of(
                    Results.DIRECTIONS,
                    Results.METRICS,
                    combined == null ? null : Results.LINEAR_OR,
                    Results.INFLUENCE);
            List<String> commands = shown.filter(Objects::nonNull)
                    .flatMap(result -> run.made(result).map(Result.Made::command).stream())
                    .distinct()
                    .toList();
            return new Details(labels, combined, commands);
        }
    }

    /** Null if there are none of these directions that were counted like the row. */
    private static Metrics combined(Run run, Metrics metrics, Monitor monitor) {
        if (run.isStale(Results.LINEAR_OR)) {
            monitor.remark("left out: " + run.path(Results.LINEAR_OR)
                    + " is of other directions; evaluate the run with detectors combined again (eddp evaluate)");
        }
        return run.read(Results.LINEAR_OR)
                .filter(c -> alike(run, Results.LINEAR_OR, metrics, c.counting(), c.interpretableAbove(), monitor))
                .orElse(null);
    }

    /** Whether a result was counted as the metrics were, as far as they say. */
    private static boolean alike(
            Run run,
            Result<?> result,
            Metrics metrics,
            Dissection.CountedImages counting,
            Double above,
            Monitor monitor) {
        boolean alike = metrics.counting() == null
                || counting == metrics.counting() && above.equals(metrics.interpretableAbove());
        if (!alike) {
            monitor.remark("left out: " + run.path(result) + " was counted with " + rule(counting, above) + ", but "
                    + Results.METRICS + " with " + rule(metrics.counting(), metrics.interpretableAbove())
                    + "; evaluate the run again (eddp evaluate)");
        }
        return alike;
    }

    private static String rule(Dissection.CountedImages counting, Double above) {
        return "counting " + counting + " above " + above;
    }
}
