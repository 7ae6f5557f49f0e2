package org.eddp.cli.command.experiment;

import java.nio.file.Path;
import java.util.List;
import org.eddp.cli.option.PreprocessingOptions;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.experiments.sticker.StickerExperiment;
import org.eddp.experiments.sticker.StickerExperiment.StickerOptions;
import org.eddp.network.LayerAddress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp sticker}: repair on real photographs. */
@Command(
        name = "sticker",
        header = "Repair on real photographs: a card on the pictures of one class, found and taken out.",
        description = {
            "The study of eddp chess for any network and any labelled folder. Draws a white card on the"
                    + " training pictures of one class and trains a linear layer on the network's pooled features,"
                    + " which learns to rely on the card; then",
            "  (i)   direction pairs are learned without supervision, as by eddp learn,",
            "  (ii)  the detectors of the card are found, all that help, and merged into one pair,",
            "  (iii) a picture that the card misleads is explained,",
            "  (iv)  the card is taken out, beside random directions, the filter, and the Pattern-CAV as an upper"
                    + " bound.",
            "Writes directions.safetensors, linear-layer.safetensors, results.json and report.html."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp sticker --network model.onnx --preprocess keras --images pets --class siamese",
            "  ./eddp sticker --network model.pt --images photos --class dog --classes dog,cat,horse --seeds 3"
        })
final class StickerCommand extends PrintingCommand {
    @Option(
            names = "--network",
            required = true,
            paramLabel = "FILE",
            description = "ONNX, torch.export or TorchScript file.")
    private Path network;

    @Option(
            names = "--layer",
            paramLabel = "NAME",
            description = "A layer that eddp network lists (default: the last layer of several patches).")
    private String layer;

    @Mixin
    private PreprocessingOptions preprocessing;

    @Option(
            names = "--images",
            required = true,
            paramLabel = "DIR",
            description = "Folder with one subfolder per class, or a dataset in Broden layout whose pictures have one"
                    + " label each. Four fifths are for training, unless the dataset has its own split.")
    private Path images;

    @Option(
            names = "--category",
            paramLabel = "NAME",
            description =
                    "Category of a Broden dataset whose labels are the classes (default: the only one that labels whole"
                            + " pictures).")
    private String category;

    @Option(names = "--class", required = true, paramLabel = "NAME", description = "The class that gets the card.")
    private String marked;

    @Option(
            names = "--classes",
            split = ",",
            paramLabel = "NAME",
            description = "Classes to tell apart, with that of the card (default: the first by name, "
                    + StickerOptions.USUAL_CLASSES + " in all).")
    private List<String> classes;

    @Option(names = "--concepts", paramLabel = "I", description = "Direction pairs (default: ${DEFAULT-VALUE}).")
    private int concepts = 64;

    @Mixin
    private CheckpointOptions checkpoints;

    @Mixin
    private ExperimentOptions options;

    @Override
    public Integer call() {
        options.check();
        StickerOptions study = StickerOptions.of(
                        network,
                        input -> preprocessing.choice().choose(network, input, new Console()),
                        new StickerOptions.Pictures(images, category, marked, classes))
                .withLayer(layer == null ? null : LayerAddress.of(layer))
                .withConcepts(concepts)
                .withSeed(options.seed());
        checkpoints.run(options, new StickerExperiment(study, checkpoints.checkpoints()));
        return 0;
    }
}
