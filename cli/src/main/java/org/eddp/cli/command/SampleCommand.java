package org.eddp.cli.command;

import java.nio.file.Path;
import org.eddp.cli.option.ClusterOption;
import org.eddp.cli.option.JsonOption;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.print.FeaturesTable;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.features.FeatureSample;
import org.eddp.features.FeatureSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp sample}: a feature set of some images of a larger one. */
@Command(
        name = "sample",
        header = "A feature set of some images of a larger one, to learn from on one machine.",
        description = {
            "Draws images evenly over their classes (predicted ones if none are known) and copies their features. The"
                    + " same features, size and seed give the same bytes, on one machine and on a cluster.",
            "Learn from the sample, then label and evaluate the run with all features."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp sample --features features/photos --size 50000 --out features/some",
            "  ./eddp sample --features features/photos --size 50000 --out features/some --spark spark://host:7077"
        })
final class SampleCommand extends PrintingCommand {
    @Option(names = "--features", required = true, paramLabel = "DIR", description = "All features.")
    private Path features;

    @Option(names = "--size", required = true, paramLabel = "N", description = "Images to draw.")
    private int size;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of the draw (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @NotRecorded
    @Option(names = "--out", required = true, paramLabel = "DIR", description = "Folder of the sample.")
    private Path out;

    @NotRecorded
    @Option(names = "--overwrite", description = "Replace other features in that folder.")
    private boolean overwrite;

    @Mixin
    private ClusterOption cluster;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() {
        FeatureSample.Options options =
                FeatureSample.Options.of(size).withSeed(seed).withOverwrite(overwrite);
        try (FeatureSet all = FeatureSet.open(features)) {
            FeatureSet sample = cluster.distribute(who -> FeatureSample.draw(all, out, options, who, new Console()));
            FeaturesTable.print(out(), out, sample);
            json.write(sample.info());
        }
        return 0;
    }
}
