package org.eddp.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.eddp.experiments.training.TrainMonitor;
import org.eddp.experiments.world.WorldGenerator;
import org.eddp.experiments.world.WorldNetwork;
import org.eddp.experiments.world.WorldNetworkOptions;
import org.eddp.experiments.world.WorldOptions;
import org.eddp.files.Folders;
import org.eddp.metrics.Comparison;
import org.eddp.tensor.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp world}: every method on an annotated world that is made here, from pictures to the comparison table. */
@Command(
        name = "world",
        header = "A world of annotated pictures, a network trained on it, and every method compared.",
        mixinStandardHelpOptions = true,
        description = {
            "Draws annotated pictures (in Broden's layout), trains a small residual network on them and saves it as ONNX and"
                    + " TorchScript, then runs the other commands on these files as a user would: features, learn (U and C),"
                    + " baseline, evaluate, influence, compare.",
            "Steps that are finished are not repeated: run the command again to go on after an interruption."
        },
        footer = {"", "Examples:", "  ./eddp world --quick", "  ./eddp world --seed 2 --concepts 48 --out worlds/two"})
final class WorldCommand implements Callable<Integer> {
    private static final List<String> BASELINES =
            List.of("natural", "pca", "nmf", "ica", "sae", "uibe", "cbe", "ibd", "pcav");

    /** The method that learns a classifier for every concept, with several rounds of mining. */
    private static final String SLOW = "ibd";

    private static final String QUICK_NMF = "200";

    @Option(names = "--quick", description = "Fewer pictures and shorter training: minutes in all.")
    private boolean quick;

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

    @Override
    public Integer call() {
        Path folder = out != null ? out : Path.of("worlds", (quick ? "quick-" : "usual-") + seed);
        Folders.prepare(folder);
        Path dataset = folder.resolve("dataset");
        Path network = folder.resolve("network");
        makeDataset(dataset);
        WorldNetwork.Card card = trainNetwork(dataset, network);
        System.out.printf(
                Locale.ROOT,
                "network: accuracy %.3f on its %d classes (validation), %.3f (training)%n",
                card.valAccuracy(),
                card.classes().size(),
                card.trainAccuracy());
        Path features = folder.resolve("features");
        extract(card, dataset, network, features);
        List<Path> runs = new ArrayList<>();
        int number = concepts != null ? concepts : card.options().width() * 7 / 8;
        for (String variant : List.of("U", "C")) {
            runs.add(learn(folder, features, variant, number));
        }
        for (String method : BASELINES) {
            if (quick && method.equals(SLOW)) {
                System.out.println("without " + SLOW + ", which takes longer than all the rest; eddp baseline --method "
                        + SLOW + " adds it");
                continue;
            }
            runs.add(baseline(folder, features, dataset, method, number));
        }
        for (Path run : runs) {
            if (!Files.exists(run.resolve("metrics.json"))) {
                Steps.run("evaluate", "--run", run.toString(), "--dataset", dataset.toString());
            }
        }
        for (Path run : runs) {
            if (!Files.exists(run.resolve("influence.safetensors"))) {
                Steps.run("influence", "--run", run.toString(), "--no-test");
            }
        }
        Comparison comparison = new Comparison(runs.stream().map(Runs::row).toList());
        System.out.print(comparison.text());
        CompareCommand.write(
                comparison, folder.resolve("table.json"), folder.resolve("table.csv"), folder.resolve("table.tex"));
        CompareCommand.write(comparison, json, null, null);
        return 0;
    }

    private void makeDataset(Path dataset) {
        if (Files.exists(dataset.resolve("classes.csv"))) {
            return;
        }
        WorldOptions options = (quick ? WorldOptions.QUICK : WorldOptions.USUAL).withSeed(seed);
        try (Workers workers = new Workers(threads.count());
                Progress progress = new Progress("pictures", options.train() + options.val())) {
            WorldGenerator.write(dataset, options, workers, new ProgressMonitor(progress));
        }
    }

    private WorldNetwork.Card trainNetwork(Path dataset, Path network) {
        if (Files.exists(network.resolve(WorldNetwork.CARD))) {
            return WorldNetwork.Card.read(network);
        }
        WorldNetworkOptions options = (quick ? WorldNetworkOptions.QUICK : WorldNetworkOptions.USUAL).withSeed(seed);
        try (Workers workers = new Workers(threads.count());
                Progress progress = new Progress("training", 1000)) {
            return WorldNetwork.train(dataset, network, options, workers, new TrainingProgress(progress));
        }
    }

    /** Progress with the loss and accuracy of the last pass. */
    private static final class TrainingProgress implements TrainMonitor {
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

    private void extract(WorldNetwork.Card card, Path dataset, Path network, Path features) {
        Steps.run(
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
        if (!Files.exists(run.resolve("run.json"))) {
            Steps.run(
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
        }
        return run;
    }

    private Path baseline(Path folder, Path features, Path dataset, String method, int number) {
        Path run = folder.resolve("runs").resolve(method);
        if (!Files.exists(run.resolve("run.json"))) {
            List<String> arguments = new ArrayList<>(List.of(
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
                    run.toString()));
            if (quick && method.equals("nmf")) {
                arguments.addAll(List.of("--iterations", QUICK_NMF)); // its last digits take longer than all the rest
            }
            Steps.run(arguments.toArray(String[]::new));
        }
        return run;
    }
}
