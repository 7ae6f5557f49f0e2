package org.eddp.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.eddp.experiments.training.Trainer;
import org.eddp.experiments.world.WorldGenerator;
import org.eddp.experiments.world.WorldNetwork;
import org.eddp.experiments.world.WorldNetworkOptions;
import org.eddp.experiments.world.WorldOptions;
import org.eddp.files.Folders;
import org.eddp.metrics.Comparison;
import org.eddp.report.ComparisonReport;
import org.eddp.study.RunComparison;
import org.eddp.tensor.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eddp world}: every method on an annotated world that is made here, from pictures to the comparison table. */
@Command(
        name = "world",
        header = "A world of annotated pictures, a network trained on it, and every method compared.",
        mixinStandardHelpOptions = true,
        description = {
            "Draws annotated pictures (in Broden's layout), trains a small residual network on them and saves it as ONNX and"
                    + " TorchScript, then runs the other commands on these files as a user would: features, learn (U and C),"
                    + " baseline, evaluate, influence, compare.",
            "Steps that are finished are not repeated: give the same command again to go on after an interruption. Learning"
                    + " and extraction go on where they were; other steps that were cut short begin anew."
        },
        footer = {"", "Examples:", "  ./eddp world --quick", "  ./eddp world --seed 2 --concepts 48 --out worlds/two"})
final class WorldCommand implements Callable<Integer> {
    private static final List<String> BASELINES =
            List.of("natural", "pca", "nmf", "ica", "sae", "uibe", "cbe", "ibd", "pcav");

    private static final String SETTINGS = "world.json";

    @Option(names = "--quick", description = "Fewer pictures and a narrower network: minutes in all.")
    private boolean quick;

    @Option(names = "--train", paramLabel = "N", description = "Pictures to learn from (default: 4000; 2400 if quick).")
    private Integer train;

    @Option(names = "--val", paramLabel = "N", description = "Pictures to judge by (default: 1000; 600 if quick).")
    private Integer val;

    @Option(names = "--epochs", paramLabel = "N", description = "Passes of the network's training (default: 30).")
    private Integer epochs;

    @Option(names = "--concepts", paramLabel = "I", description = "Concepts (default: 7/8 of the feature width).")
    private Integer concepts;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of everything (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for everything (default: worlds/quick-S or worlds/usual-S).")
    private Path out;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the table as JSON.")
    private Path json;

    @Mixin
    private Threads threads;

    @Spec
    private CommandSpec spec;

    /** What everything in a folder was made with: a repeated command must not mix two worlds. */
    private record Settings(WorldOptions pictures, WorldNetworkOptions network, int concepts) {}

    @Override
    public Integer call() {
        Settings settings = settings();
        Path folder = out != null ? out : Path.of("worlds", (quick ? "quick-" : "usual-") + seed);
        Folders.prepare(folder);
        FolderSettings.claim(folder.resolve(SETTINGS), settings, "a world");
        Path dataset = folder.resolve("dataset");
        Path network = folder.resolve("network");
        makeDataset(dataset, settings.pictures());
        WorldNetwork.Card card = trainNetwork(dataset, network, settings.network());
        System.out.printf(
                Locale.ROOT,
                "network: accuracy %.3f on its %d classes (validation), %.3f (training)%n",
                card.valAccuracy(),
                card.classes().size(),
                card.trainAccuracy());
        Path features = folder.resolve("features");
        extract(card, dataset, network, features);
        List<Path> runs = new ArrayList<>();
        for (String variant : List.of("U", "C")) {
            runs.add(learn(folder, features, variant, settings.concepts()));
        }
        for (String method : BASELINES) {
            runs.add(baseline(folder, features, dataset, method, settings.concepts()));
        }
        for (Path run : runs) {
            unless(run.resolve("metrics.json"), "evaluate", "--run", run.toString(), "--dataset", dataset.toString());
        }
        for (Path run : runs) {
            unless(run.resolve("influence.json"), "influence", "--run", run.toString(), "--no-test");
        }
        Console console = new Console();
        Comparison comparison = RunComparison.of(runs, console);
        System.out.print(comparison.text());
        comparison.write(folder.resolve("table.json"), folder.resolve("table.csv"), folder.resolve("table.tex"));
        comparison.write(json, null, null);
        List<RunComparison.Details> details =
                runs.stream().map(r -> RunComparison.details(r, console)).toList();
        Pages.show(
                folder.resolve("table.html"),
                ComparisonReport.html(new ComparisonReport.Content(comparison, details, 0, CommandText.of(spec))));
        return 0;
    }

    private Settings settings() {
        WorldOptions usual = quick ? WorldOptions.QUICK : WorldOptions.USUAL;
        WorldOptions pictures = new WorldOptions(
                train != null ? train : usual.train(),
                val != null ? val : usual.val(),
                usual.size(),
                usual.annotationSize(),
                seed);
        WorldNetworkOptions network = (quick ? WorldNetworkOptions.QUICK : WorldNetworkOptions.USUAL).withSeed(seed);
        if (epochs != null) {
            network = network.withEpochs(epochs);
        }
        int number = concepts != null ? concepts : network.width() * 7 / 8;
        if (number < 1) {
            throw new IllegalArgumentException("--concepts " + number + " must be at least 1");
        }
        return new Settings(pictures, network, number);
    }

    /** Runs a command unless the file that it writes last is there. */
    private void unless(Path finished, String... arguments) {
        if (!Files.exists(finished)) {
            step(arguments);
        }
    }

    private void step(String... arguments) {
        String[] withThreads = Arrays.copyOf(arguments, arguments.length + 2);
        withThreads[arguments.length] = "--threads";
        withThreads[arguments.length + 1] = Integer.toString(threads.count());
        Steps.run(withThreads);
    }

    private void makeDataset(Path dataset, WorldOptions options) {
        if (Files.exists(dataset.resolve("classes.csv"))) {
            return;
        }
        try (Workers workers = new Workers(threads.count());
                Progress progress = new Progress("pictures", options.train() + options.val())) {
            WorldGenerator.write(dataset, options, workers, new ProgressMonitor(progress));
        }
    }

    private WorldNetwork.Card trainNetwork(Path dataset, Path network, WorldNetworkOptions options) {
        if (Files.exists(network.resolve(WorldNetwork.CARD))) {
            return WorldNetwork.Card.read(network);
        }
        try (Workers workers = new Workers(threads.count());
                Progress progress = new Progress("training", 1000)) {
            return WorldNetwork.train(dataset, network, options, workers, new TrainingProgress(progress));
        }
    }

    /** Progress with the loss and accuracy of the last pass. */
    private static final class TrainingProgress implements Trainer.EpochMonitor {
        private final ProgressMonitor steps;
        private String last = "first pass";

        TrainingProgress(Progress progress) {
            steps = new ProgressMonitor(progress, () -> last);
        }

        @Override
        public void onProgress(long done, long total) {
            steps.onProgress(done, total);
        }

        @Override
        public void onEpoch(int epoch, int epochs, double loss, double accuracy) {
            last = String.format(Locale.ROOT, "pass %d of %d, loss %.3f, accuracy %.3f", epoch, epochs, loss, accuracy);
        }

        @Override
        public boolean stopRequested() {
            return steps.stopRequested();
        }
    }

    /** Not asked whether it is done: it checks what is there, and that it belongs to this network and these pictures. */
    private void extract(WorldNetwork.Card card, Path dataset, Path network, Path features) {
        step(
                "features",
                "--network",
                network.resolve(WorldNetwork.ONNX).toString(),
                "--layer",
                card.layer(),
                "--images",
                dataset.toString(),
                "--preprocess",
                "torchvision",
                "--resize",
                "0",
                "--out",
                features.toString());
    }

    private Path learn(Path folder, Path features, String variant, int number) {
        Path run = folder.resolve("runs").resolve("eddp-" + variant.toLowerCase(Locale.ROOT));
        unless(
                run.resolve("run.json"),
                "learn",
                "--features",
                features.toString(),
                "--variant",
                variant,
                "--concepts",
                Integer.toString(number),
                "--seed",
                Long.toString(seed),
                "--resume",
                "--out",
                run.toString());
        return run;
    }

    private Path baseline(Path folder, Path features, Path dataset, String method, int number) {
        Path run = folder.resolve("runs").resolve(method);
        unless(
                run.resolve("run.json"),
                "baseline",
                "--features",
                features.toString(),
                "--method",
                method,
                "--concepts",
                Integer.toString(number),
                "--dataset",
                dataset.toString(),
                "--seed",
                Long.toString(seed),
                "--overwrite",
                "--out",
                run.toString());
        return run;
    }
}
