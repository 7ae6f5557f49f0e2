package org.eddp.cli.command.bench;

import java.nio.file.Path;
import java.util.List;
import org.eddp.bench.ArchitectureBenchmark;
import org.eddp.bench.ArchitectureBenchmark.KnownArchitecture;
import org.eddp.bench.FeaturesBenchmark;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.images.input.InputPreset;
import org.eddp.network.LayerAddress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp bench features}: feature extraction against ONNX Runtime. */
@Command(
        name = "features",
        header = "Extraction of features against the same with ONNX Runtime.",
        description = {
            "From files of pictures to files of features, decoding, preprocessing and writing included: same pictures,"
                    + " batches and threads, same process, alternating, medians. The networks alone are timed too, on"
                    + " one thread.",
            "Without --network the command generates a MobileNet with random weights; without --images it"
                    + " generates --pictures pictures. Both go to a temporary folder.",
            "With --architecture the networks alone are measured, with and without loading, on one thread:"
                    + " common architectures with random weights."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp bench features",
            "  ./eddp bench features --network mobilenet.onnx --images photos --preset keras",
            "  ./eddp bench features --architecture resnet50,vit_b_16,convnext_tiny,mobilenet_v2 --pictures 64"
        })
final class BenchFeaturesCommand extends PrintingCommand {
    @Option(names = "--network", paramLabel = "FILE", description = "ONNX file to measure with.")
    private Path network;

    @Option(
            names = "--architecture",
            paramLabel = "NAME",
            split = ",",
            description = "Networks to measure without pictures: ${COMPLETION-CANDIDATES}.")
    private List<KnownArchitecture> architectures;

    @Option(names = "--images", paramLabel = "DIR", description = "Pictures to measure with.")
    private Path images;

    @Option(names = "--layer", paramLabel = "NAME", description = "Layer (default: the last one with patches).")
    private String layer;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = "Preprocessing, as in eddp features (default: ${DEFAULT-VALUE}).")
    private String preset = "torchvision";

    @Option(
            names = "--width",
            paramLabel = "SHARE",
            description = "Share of MobileNet's channels in the generated network (default: ${DEFAULT-VALUE}).")
    private double width = 0.25;

    @Option(
            names = "--pictures",
            paramLabel = "N",
            description = "Number of generated pictures (default: ${DEFAULT-VALUE}).")
    private int pictures = 128;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Images that go through the network together (default: ${DEFAULT-VALUE}).")
    private int batch = 16;

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            description = "Extractions of each side that are timed (default: ${DEFAULT-VALUE}).")
    private int repetitions = 5;

    @Mixin
    private BenchOptions options;

    @Override
    public Integer call() {
        if (architectures != null) {
            ArchitectureBenchmark.Report report = ArchitectureBenchmark.run(
                    ArchitectureBenchmark.Options.of(architectures)
                            .withImages(pictures)
                            .withBatch(batch)
                            .withRepetitions(repetitions),
                    System.err::println);
            out().println(report.text());
            return options.finish(report, report.agree());
        }
        FeaturesBenchmark.Report report = FeaturesBenchmark.run(
                FeaturesBenchmark.Options.of(options.threads())
                        .withNetwork(network)
                        .withImages(images)
                        .withLayer(layer == null ? null : LayerAddress.of(layer))
                        .withPreset(InputPreset.named(preset))
                        .withWidth(width)
                        .withPictures(pictures)
                        .withBatch(batch)
                        .withRepetitions(repetitions),
                System.err::println);
        out().println(report.text());
        return options.finish(report, report.agree());
    }
}
