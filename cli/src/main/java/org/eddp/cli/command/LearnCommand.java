package org.eddp.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.eddp.cli.option.AnyPlace;
import org.eddp.cli.option.ClusterOption;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.FeatureLearningOptions;
import org.eddp.cli.option.JsonOption;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.OutputFolder;
import org.eddp.cli.option.ShellText;
import org.eddp.cli.print.Pages;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.features.FeatureSet;
import org.eddp.metrics.Metrics.Clustering;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.report.ResultPages;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.Learning;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp learn}: direction pairs of a feature set. */
@Command(
        name = "learn",
        header = "Direction pairs of a feature set, learned without labels.",
        description = {
            "Learns I pairs of a filter (reads a concept) and a signal vector (writes it) from a feature"
                    + " set, in the four steps of the method, and prints how its detectors divide the patches.",
            "Chooses I from the data if you do not set it. Ends with a check of the run (eddp health).",
            "Writes directions.safetensors, run.json with the history of every loss, health.json, and report.html."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp learn --features features/photos --out runs/photos",
            "  ./eddp learn --features features/photos --concepts full --out runs/photos-full",
            "  ./eddp learn --features features/photos --concepts 64 --variant U --out runs/photos-u",
            "  ./eddp learn --features features/photos --concepts 16 --classes 7,15,23 --out runs/birds",
            "  ./eddp learn --features features/photos --out runs/photos --spark spark://host:7077"
        })
public final class LearnCommand extends PrintingCommand {
    @Option(
            names = "--features",
            required = true,
            paramLabel = "DIR",
            converter = AnyPlace.class,
            description = "Feature set of eddp features.")
    private Path features;

    @Mixin
    private FeatureLearningOptions options;

    @NotRecorded
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of the run (default: a new folder runs/learn, runs/learn-2, ...).")
    private Path out;

    @Mixin
    private ClusterOption cluster;

    @NotRecorded
    @Option(names = "--overwrite", description = "Replace the results in a folder that is not empty.")
    private boolean overwrite;

    @Mixin
    private JsonOption json;

    /** The summary as JSON. */
    private record Summary(
            int concepts, long patches, Clustering eddp, Clustering natural, Clustering naturalTies, String verdict) {}

    @Override
    public Integer call() {
        Learning.Options learning = options.options(CommandText.of(spec));
        FeatureSet set = FeatureSet.open(features);
        try (OutputFolder folder =
                OutputFolder.takeOrResume(out, Path.of("runs", "learn"), options.resume(), overwrite)) {
            learn(set, learning, folder.path());
        }
        return 0;
    }

    private void learn(FeatureSet set, Learning.Options learning, Path folder) {
        Learning.Result result;
        Console console = new Console(options.verbose());
        try {
            result = cluster.distribute(who -> Learning.learn(set, folder, learning, who, console));
        } catch (Learning.NotBegun e) {
            throw e; // there is nothing to continue
        } catch (Stopped e) {
            throw new Stopped(e.getMessage() + "; what was learned is kept, continue with: "
                    + ShellText.resuming(spec, out, folder));
        }
        try (Run run = Run.open(
                folder, Run.Options.DEFAULT.withThreads(learning.threads()).withRequest(learning.request()), console)) {
            run.keepClassNames();
        }
        show(out(), folder, set, result, learning.request().command());
        json.write(new Summary(
                result.learned().directions().concepts(),
                result.patches(),
                result.eddp(),
                result.natural(),
                result.naturalTies(),
                result.health().verdict()));
    }

    /** Writes the page of a run and prints what was learned. */
    public static void show(PrintWriter out, Path folder, FeatureSet set, Learning.Result result, String command) {
        write(folder, set, result, command);
        LearningTable.print(out, result);
        out.println("Report: " + folder.resolve(Results.REPORT));
    }

    /** Writes the page of a run. */
    static void write(Path folder, FeatureSet set, Learning.Result result, String command) {
        Pages.write(folder.resolve(Results.REPORT), ResultPages.page(set.info().provenance(), result, command));
    }
}
