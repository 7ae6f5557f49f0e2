package org.eddp.cli.command.bench;

import java.nio.file.Path;
import java.util.List;
import org.eddp.bench.Architecture;
import org.eddp.bench.ArchitectureBenchmark;
import org.eddp.bench.FeaturesBenchmark;
import org.eddp.cli.terminal.PrintingCommand;
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
            "Without --network a MobileNet of random weights is made, without --images as many pictures as"
                    + " --pictures says, in a temporary folder.",
            "With --architecture the networks alone are measured, with and without loading, on one thread: networks that"
                    + " people use, made with random weights."
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
    private List<Architecture> architectures;

    @Option(names = "--images", paramLabel = "DIR", description = "Pictures to measure with.")
    private Path images;

    @Option(names = "--layer", paramLabel = "NAME", description = "Layer (default: the last one with patches).")
    private String layer;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = "Preprocessing, as of eddp features (default: ${DEFAULT-VALUE}).")
    private String preset = "torchvision";

    @Option(
            names = "--width",
            paramLabel = "SHARE",
            description = "Share of MobileNet's channels of the network that is made (default: ${DEFAULT-VALUE}).")
    private double width = 0.25;

    @Option(names = "--pictures", paramLabel = "N", description = "Pictures that are made (default: ${DEFAULT-VALUE}).")
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
                    new ArchitectureBenchmark.Options(architectures, pictures, batch, repetitions),
                    System.err::println);
            out().println(report.text());
            return options.finish(report, report.agree());
        }
        FeaturesBenchmark.Report report = FeaturesBenchmark.run(
                new FeaturesBenchmark.Options(
                        network, images, layer, preset, width, pictures, batch, repetitions, options.threads()),
                System.err::println);
        out().println(report.text());
        return options.finish(report, report.agree());
    }
}
