package org.eddp.cli.command.comparison;

import java.nio.file.Path;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.JsonOption;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.Threads;
import org.eddp.cli.print.Pages;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.features.FeatureExtraction.Origin;
import org.eddp.files.FolderLock;
import org.eddp.files.json.Json;
import org.eddp.report.diff.DiffPage;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.diff.RunDiff;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eddp diff}: what changed between two networks. */
@Command(
        name = "diff",
        header = "What changed between two networks: concepts, their influence, predictions.",
        description = {
            "Compares a run of each network: before and after fine-tuning, two candidates, a network and its corrected"
                    + " version. Layers and widths may differ. Concepts are matched by where they fire on the pictures"
                    + " that both runs have (same name and content, at least 20).",
            "Lists concepts that were lost and gained, concepts whose contribution to a class changed, predictions that"
                    + " changed and the concepts behind them. Writes diff.json and a page, diff.html."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp diff runs/release-1 runs/release-2",
            "  ./eddp diff runs/network runs/corrected --out compared"
        })
final class DiffCommand extends PrintingCommand {
    @Parameters(index = "0", paramLabel = "BEFORE", description = "A run of the first network.")
    private Path before;

    @Parameters(index = "1", paramLabel = "AFTER", description = "A run of the second network.")
    private Path after;

    @Option(
            names = "--features-before",
            paramLabel = "DIR",
            description = "Another feature set of the first run's network and layer (default: the run's own).")
    private Path featuresBefore;

    @Option(
            names = "--features-after",
            paramLabel = "DIR",
            description = "Another feature set of the second run's network and layer (default: the run's own).")
    private Path featuresAfter;

    @Option(
            names = "--sample",
            paramLabel = "N",
            description = "Pictures on which contributions are measured if a head is more than pooling and one linear"
                    + " layer (default: ${DEFAULT-VALUE}).")
    private int sample = RunDiff.Options.DEFAULT.sample();

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Seed of shuffled pictures and samples (default: ${DEFAULT-VALUE}).")
    private long seed = RunDiff.Options.DEFAULT.seed();

    @NotRecorded
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for diff.json and diff.html (default: the folder diff of the second run).")
    private Path out;

    @Mixin
    private JsonOption json;

    @Mixin
    private Threads threads;

    @Override
    public Integer call() {
        Console console = new Console();
        try (Run first = open(before, featuresBefore, console);
                Run second = open(after, featuresAfter, console)) {
            Path place = Pages.folder(out, second.path(Results.DIFF));
            try (FolderLock lock = second.writing(place)) {
                RunDiff diff = RunDiff.of(
                        first, second, RunDiff.Options.DEFAULT.withSeed(seed).withSample(sample), console);
                Json.writeSealed(place.resolve("diff.json"), diff);
                out().print(DiffText.of(diff));
                Pages.show(out(), place.resolve("diff.html"), DiffPage.html(diff, first, second, console));
                json.write(diff);
            }
        }
        return 0;
    }

    private Run open(Path run, Path features, Console console) {
        String images = features == null ? null : Origin.read(features).images();
        return Run.open(
                run,
                Run.Options.DEFAULT
                        .withFeatures(features)
                        .withImages(images == null ? null : Path.of(images))
                        .withThreads(threads.count())
                        .withRequest(CommandText.of(spec)),
                console);
    }
}
