package org.eddp.cli.command.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.cli.command.experiment.WorldConsole;
import org.eddp.cli.terminal.Console;
import org.eddp.experiments.truth.TruthBenchmark.TruthOptions;
import org.eddp.experiments.world.WorldExperiment;
import org.eddp.experiments.world.WorldExperiment.WorldOptions;
import org.eddp.failure.InvalidInput;
import org.eddp.study.InputChoice;
import picocli.CommandLine.Option;

/** Networks and labelled pictures of a benchmark. */
final class SubjectOptions {
    @Option(
            names = "--network",
            split = ",",
            paramLabel = "FILE",
            description = "ONNX, torch.export or TorchScript file; may be repeated.")
    private List<Path> networks = new ArrayList<>();

    @Option(
            names = "--preprocess",
            split = ",",
            paramLabel = "NAME",
            description = "torchvision, keras, caffe or plain: one for all networks, or one for each in the same order"
                    + " (default: what the network's file, or a file beside it, declares).")
    private List<String> presets = new ArrayList<>();

    @Option(
            names = "--images",
            paramLabel = "DIR",
            description =
                    "Folder with one subfolder per class, or a dataset in Broden layout whose pictures have one label"
                            + " each.")
    private Path images;

    @Option(
            names = "--category",
            paramLabel = "NAME",
            description =
                    "Category of a Broden dataset whose labels are the classes (default: the only one that labels whole"
                            + " pictures).")
    private String category;

    /** Whether networks and pictures are both given. */
    boolean complete() {
        return images != null && !networks.isEmpty();
    }

    /** Whether networks or pictures are given. */
    boolean any() {
        return images != null || !networks.isEmpty();
    }

    /** The pictures. */
    TruthOptions.Photographs photographs() {
        return new TruthOptions.Photographs(images, category);
    }

    /** The networks, each with its preprocessing. */
    List<TruthOptions.Subject> subjects(Console console) {
        if (presets.size() > 1 && presets.size() != networks.size()) {
            throw new InvalidInput("--preprocess names " + presets.size() + " ways for " + networks.size()
                    + " networks; name one for all, or one for each");
        }
        List<TruthOptions.Subject> subjects = new ArrayList<>();
        for (int n = 0; n < networks.size(); n++) {
            Path file = networks.get(n);
            InputChoice choice = InputChoice.named(presets.isEmpty() ? null : presets.get(presets.size() == 1 ? 0 : n));
            subjects.add(new TruthOptions.Subject(file, input -> choice.choose(file, input, console)));
        }
        return subjects;
    }

    /** The network of the drawn world; trains it in the folder 'world' of the results if it does not exist. */
    static TruthOptions.Subject world(Path out, int threads, WorldConsole console) {
        WorldExperiment.Trained trained =
                WorldExperiment.train(out.resolve("world"), WorldOptions.quick(1), threads, console);
        return new TruthOptions.Subject(trained.file(), input -> trained.preprocessing());
    }
}
