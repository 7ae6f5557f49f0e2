package org.eddp.cli.option;

import java.nio.file.Path;
import java.util.List;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.learning.Preset;
import org.eddp.study.Learning;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How directions are learned. */
public class LearningOptions {
    @Option(
            names = "--concepts",
            paramLabel = "I",
            description =
                    "Number of concepts, or full for as many as there are features (default: as many as the patches"
                            + " support, printed at the start; with the preset of a network, seven eighths of the feature"
                            + " width as in the paper, but at most one per 50 patches).")
    private String concepts;

    @Option(
            names = "--variant",
            paramLabel = "V",
            description = "C: filters and signal vectors aligned with the network together; U: favours interpretability"
                    + " (default: ${DEFAULT-VALUE}).")
    private Variant variant = Variant.C;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description =
                    "general; exact (the same with the paper's pseudo-inverse: sparser detectors, but L^fso rarely"
                            + " reaches its target); or the paper's preset for one of its networks: resnet18-places365,"
                            + " efficientnet-imagenet, resnet50-mit, vgg16-imagenet, inception-v3-imagenet (default:"
                            + " ${DEFAULT-VALUE}).")
    private String preset = Preset.General.GENERAL.label();

    @Mixin
    private LearningSwitches switches;

    @Option(
            names = "--classes",
            split = ",",
            paramLabel = "K",
            description = "Learn only from images that the network predicts to be of these classes.")
    private List<Integer> classes;

    @NotRecorded
    @Option(
            names = "--memory",
            paramLabel = "MB",
            description = "Feature sets up to this size are held in memory (default: ${DEFAULT-VALUE}).")
    private int memory = 1024;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of everything (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @NotRecorded
    @Option(
            names = "--checkpoint-seconds",
            paramLabel = "T",
            description = "Time between checkpoints (default: ${DEFAULT-VALUE}).")
    private double checkpointSeconds = 30;

    @NotRecorded
    @Option(names = "--verbose", description = "Show every loss during learning.")
    private boolean verbose;

    @Mixin
    private Threads threads;

    /** The number of concepts as given, or null. */
    public String concepts() {
        return concepts;
    }

    public boolean verbose() {
        return verbose;
    }

    /** The network to learn with, or null for that of the feature set. */
    Path network() {
        return null;
    }

    /** Whether to continue an interrupted run. */
    public boolean resume() {
        return false;
    }

    /** The options of the library. */
    public Learning.Options options(Request request) {
        if (!(checkpointSeconds >= 0)) {
            throw new InvalidInput("--checkpoint-seconds " + checkpointSeconds + " must not be negative");
        }
        if (memory < 0) {
            throw new InvalidInput("--memory " + memory
                    + " must not be negative; give megabytes, or 0 to read features from the disk in every step");
        }
        return Learning.Options.of(number())
                .withVariant(variant)
                .withPreset(Preset.named(preset))
                .withChanges(switches.changes())
                .withClasses(classes)
                .withNetwork(network())
                .withMemory((long) memory << 20)
                .withSeed(seed)
                .withCheckpoints(new Learning.Checkpoints(resume(), checkpointSeconds))
                .withThreads(threads.count())
                .withRequest(request);
    }

    private Integer number() {
        if (concepts == null) {
            return null;
        }
        if (concepts.equals("full")) {
            return Learning.FULL;
        }
        try {
            int number = Integer.parseInt(concepts);
            if (number < 1) {
                throw new InvalidInput("--concepts " + concepts
                        + " must be at least 1; leave it out for as many as the patches support");
            }
            return number;
        } catch (NumberFormatException e) {
            throw new InvalidInput(
                    "--concepts " + concepts + " is not a whole number; give one, or full for one per feature", e);
        }
    }
}
