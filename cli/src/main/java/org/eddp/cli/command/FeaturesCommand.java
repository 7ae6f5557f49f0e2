package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.Optional;
import org.eddp.cli.option.AnyPlace;
import org.eddp.cli.option.JsonOption;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.PartOptions;
import org.eddp.cli.option.PreprocessingOptions;
import org.eddp.cli.option.Sizes;
import org.eddp.cli.option.Threads;
import org.eddp.cli.print.FeaturesTable;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.features.FeatureExtraction;
import org.eddp.features.FeatureSet;
import org.eddp.parts.Part;
import org.eddp.study.Extraction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp features}: from images to a feature set on disk. */
@Command(
        name = "features",
        header = "Features of a folder of images at a layer of a network, on disk.",
        description = {
            "Runs images through a network up to a layer and writes its output as a feature set: NumPy files with"
                    + " checksums and a record of what they were made from.",
            "Repeat the command to continue an interrupted extraction. The command refuses to continue, and"
                    + " names the reason, if the network, the layer, the preprocessing or an image has changed.",
            "With --part several processes share the work, on one machine or on many that see the same"
                    + " files; --merge then combines their parts. The result has the same bytes as that of a single"
                    + " process."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp features --network model.onnx --layer layer4 --images photos --out features/photos",
            "  ./eddp features --network model.onnx --layer layer4 --images shards/shard-000.tar --out features/shard",
            "  ./eddp features --network model.pt --layer features.12 --images photos --preprocess keras --half --out"
                    + " f",
            "  ./eddp features --network model.onnx --layer layer4 --images photos --out features/photos --part 2/7",
            "  ./eddp features --network model.onnx --layer layer4 --images photos --out features/photos --merge",
            "  ./eddp features --network model.onnx --layer layer4 --images photos --out f --spark spark://host:7077"
        })
final class FeaturesCommand extends PrintingCommand {
    @Option(
            names = "--network",
            required = true,
            paramLabel = "FILE",
            converter = AnyPlace.class,
            description = "ONNX, torch.export or TorchScript file.")
    private Path network;

    @Option(names = "--layer", required = true, paramLabel = "NAME", description = "A layer that eddp network lists.")
    private String layer;

    @Mixin
    private LayerOptions layerOptions;

    @Option(
            names = "--images",
            required = true,
            paramLabel = "DIR",
            converter = AnyPlace.class,
            description = "Folder of images (subfolders are classes), a tar file or a folder of them (shards of a"
                    + " WebDataset), a list of files, or a dataset in Broden layout. With --spark also Parquet"
                    + " with a column of pictures, and addresses such as s3a://bucket/photos (also --network and"
                    + " --out).")
    private Path images;

    @NotRecorded
    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            converter = AnyPlace.class,
            description = "Folder of the feature set.")
    private Path out;

    @Mixin
    private PreprocessingOptions preprocessingOptions;

    @Option(
            names = "--grid",
            paramLabel = "HxW",
            description =
                    "Grid of a transformer's tokens (default: the largest square); tokens before the grid, such as a"
                            + " class token, are not patches.")
    private String grid;

    @Option(names = "--half", description = "Store half-precision numbers: half the disk, three digits.")
    private boolean half;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Images that go through the network together (default: ${DEFAULT-VALUE}).")
    private int batch = FeatureExtraction.Options.DEFAULT.batchImages();

    @Option(
            names = "--shard",
            paramLabel = "MB",
            description = "Largest size of a file of features; an interruption costs at most one file (default:"
                    + " ${DEFAULT-VALUE}).")
    private double shard = FeatureExtraction.Options.DEFAULT.shardBytes() / (double) (1 << 20);

    @Option(names = "--strict", description = "Stop at a broken image instead of skipping it.")
    private boolean strict;

    @NotRecorded
    @Option(names = "--overwrite", description = "Extract again if the folder holds other features.")
    private boolean overwrite;

    @Option(
            names = "--recompute",
            description = "Store no features, only the records of the images: commands compute features again whenever"
                    + " they need them. For sets that are too large for the disk.")
    private boolean recompute;

    @Mixin
    private PartOptions parts;

    @Mixin
    private JsonOption json;

    @Mixin
    private Threads threads;

    @Override
    public Integer call() {
        NetworkThenImages.requireOrder(network, images, "features --network", "--images ");
        FeatureExtraction.Options storage = FeatureExtraction.Options.DEFAULT
                .withType(half ? FeatureExtraction.NumberType.FLOAT16 : FeatureExtraction.NumberType.FLOAT32)
                .withBatchImages(batch)
                .withShardBytes(Sizes.megabytes("--shard", shard))
                .withStrict(strict)
                .withOverwrite(overwrite)
                .withKept(!recompute);
        Extraction.Options options = Extraction.Options.of(layerOptions.address(layer))
                .withPreprocessing(preprocessingOptions.choice())
                .withGrid(grid == null ? null : Sizes.grid("--grid", grid))
                .withStorage(storage)
                .withThreads(threads.count());
        Console console = new Console();
        Optional<Part> part = parts.part();
        if (part.isPresent()) {
            parts.print(Extraction.part(network, images, out, part.get(), options, console));
            return 0;
        }
        FeatureSet set = parts.merges()
                ? Extraction.merge(network, images, out, options, console)
                : parts.distribute(who -> Extraction.run(network, images, out, options, who, console));
        FeaturesTable.print(out(), out, set);
        json.write(set.info());
        return 0;
    }
}
