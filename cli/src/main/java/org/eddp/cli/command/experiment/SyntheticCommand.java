package org.eddp.cli.command.experiment;

import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.experiments.synthetic.SyntheticExperiment;
import org.eddp.experiments.synthetic.SyntheticExperiment.SyntheticOptions;
import org.eddp.failure.InvalidInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp synthetic}: the paper's synthetic experiment. */
@Command(
        name = "synthetic",
        header = "The paper's synthetic experiment, from data to report.",
        description = {
            "The paper's synthetic experiment: features with known encoding directions, a small network trained on"
                    + " them, then",
            "  (i)   signal vectors from ground-truth signal values, with and without sub-sampling,",
            "  (ii)  direction pairs learned without supervision,",
            "  (iii) the same without the filter-signal orthogonality loss,",
            "  (iv)  PCA, NMF, k-means and FastICA on the same data.",
            "Prints the paper's numbers beside ours; writes results.json and report.html."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp synthetic",
            "  ./eddp synthetic --seeds 20",
            "  ./eddp synthetic --random-basis --dim 16 --concepts 6 --distractors 4 --seed 3"
        })
final class SyntheticCommand extends PrintingCommand {
    @Option(names = "--random-basis", description = "Random directions instead of the paper's matrices.")
    private boolean randomBasis;

    @Option(names = "--dim", paramLabel = "D", description = "Feature width (default: ${DEFAULT-VALUE}).")
    private int dim = SyntheticOptions.DEFAULT.dim();

    @Option(names = "--concepts", paramLabel = "I", description = "Concepts (default: ${DEFAULT-VALUE}).")
    private int concepts = SyntheticOptions.DEFAULT.concepts();

    @Option(names = "--distractors", paramLabel = "F", description = "Distractors (default: ${DEFAULT-VALUE}).")
    private int distractors = SyntheticOptions.DEFAULT.distractors();

    @Option(
            names = "--groups",
            paramLabel = "G",
            description = "Groups of mutually exclusive concepts, 1 or 2; a patch holds one concept of each group"
                    + " (default: ${DEFAULT-VALUE}).")
    private int groups = SyntheticOptions.DEFAULT.groups();

    @Option(
            names = "--images-per-class",
            paramLabel = "N",
            description = "Images of each class (default: 1000 for the paper's three classes, else about 6000 in all).")
    private Integer imagesPerClass;

    @Mixin
    private CheckpointOptions checkpoints;

    @Mixin
    private ExperimentOptions options;

    @Override
    public Integer call() {
        options.check();
        if (imagesPerClass != null && imagesPerClass < 1) {
            throw new InvalidInput("--images-per-class " + imagesPerClass + " must be at least 1");
        }
        SyntheticOptions first = SyntheticOptions.DEFAULT
                .withRandomBasis(randomBasis)
                .withSizes(dim, concepts, distractors)
                .withGroups(groups)
                .withImagesPerClass(imagesPerClass == null ? 0 : imagesPerClass)
                .withSeed(options.seed());
        checkpoints.run(options, new SyntheticExperiment(first, checkpoints.checkpoints()));
        return 0;
    }
}
