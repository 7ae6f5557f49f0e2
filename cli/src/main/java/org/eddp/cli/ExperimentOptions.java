package org.eddp.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.files.AtomicFile;
import org.eddp.files.Json;
import org.eddp.monitor.Stopped;
import org.eddp.tensor.Workers;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What the experiments of the paper have in common: one seed or several, and where results go. */
final class ExperimentOptions {
    private static final int MOST_SEEDS = 10_000;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of everything (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "Repeat for N seeds, from --seed on, and report the success rate.")
    private Integer seeds;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Folder for the results (default: a new folder runs/${COMMAND-NAME}, runs/${COMMAND-NAME}-2, ...).")
    private Path out;

    @Option(names = "--overwrite", description = "Replace the results in a folder that is not empty.")
    private boolean overwrite;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write results.json to this file.")
    private Path json;

    @Mixin
    private Threads threads;

    /** The first seed. */
    long seed() {
        return seed;
    }

    boolean severalSeeds() {
        return seeds != null;
    }

    /** The folder the user named, or null. */
    Path out() {
        return out;
    }

    /** Refuses numbers that make no sense, before anything is written. */
    void check() {
        if (seeds != null && (seeds < 1 || seeds > MOST_SEEDS)) {
            throw new IllegalArgumentException("--seeds " + seeds + " must be within 1 .. " + MOST_SEEDS);
        }
        threads.count();
    }

    /** Where results go. */
    Path folder(boolean resume) {
        return OutputFolder.resolve(out, Path.of("runs", spec.name()), resume, overwrite);
    }

    /** The experiment for one seed. */
    interface Run<T> {
        T run(long seed, Path folder, Workers workers, Progress progress);
    }

    /**
     * Runs all seeds: several go side by side, one thread each, in folders of their own; a single one uses all threads.
     *
     * @param steps of progress per seed
     */
    <T> List<T> run(Path folder, long steps, Run<T> experiment) {
        int count = seeds == null ? 1 : seeds;
        List<T> results = new ArrayList<>();
        try (Workers workers = new Workers(threads.count());
                Progress progress = new Progress(seeds == null ? spec.name() : seeds + " seeds", count * steps)) {
            if (seeds == null) {
                results.add(run(seed, folder, workers, progress, experiment));
            } else {
                workers.forEach(count, i -> runAlone(seed + i, folder, progress, experiment), results::add);
            }
        }
        return results;
    }

    private static <T> T runAlone(long seed, Path folder, Progress progress, Run<T> experiment) {
        try (Workers single = new Workers(1)) {
            return run(seed, folder.resolve("seed-" + seed), single, progress, experiment);
        }
    }

    private static <T> T run(long seed, Path folder, Workers workers, Progress progress, Run<T> experiment) {
        if (Interruption.requested()) {
            throw new Stopped("stopped before seed " + seed);
        }
        return experiment.run(seed, folder, workers, progress);
    }

    /** Writes results.json and report.html, and prints the tables. */
    void write(Path folder, Object results, String report, String tables) {
        Json.write(folder.resolve("results.json"), results);
        AtomicFile.writeString(folder.resolve("report.html"), report);
        System.out.print(tables);
        System.out.println("Report: " + folder.resolve("report.html"));
        if (json != null) {
            Json.write(json, results);
        }
    }

    /** The command line, as it can be given again. */
    String command() {
        return CommandText.of(spec.commandLine().getParseResult().originalArgs());
    }
}
