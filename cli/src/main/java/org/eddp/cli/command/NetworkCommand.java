package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.List;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.Sizes;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.features.PatchLayer;
import org.eddp.files.AtomicFile;
import org.eddp.files.json.Json;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.load.Networks;
import org.eddp.report.NetworkPicture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eddp network}: prints the layers of a network file. */
@Command(
        name = "network",
        header = "The contents of a network file: its input, the layers that can be studied, its head.",
        description =
                "Reads an ONNX, torch.export or TorchScript file and lists every layer at which it can be cut in two."
                        + " The last layer with patches is usually the one to study.",
        footer = {"", "Examples:", "  ./eddp network model.onnx", "  ./eddp network model.onnx --svg model.svg"})
final class NetworkCommand extends PrintingCommand {
    @Parameters(paramLabel = "FILE", description = "ONNX, torch.export or TorchScript file.")
    private Path file;

    @Option(
            names = "--output",
            paramLabel = "NAME",
            description =
                    "Which of several outputs has the logits: its name, or its number (from 0) in a file of PyTorch.")
    private String output;

    @Option(
            names = "--crop",
            paramLabel = "HxW",
            description =
                    "Size of the images, where the file leaves it open (default: what preprocessor_config.json beside"
                            + " the network says; else the first size that it takes, beginning with 224x224).")
    private String crop;

    @NotRecorded
    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "Also draw the network, with the places where it can be cut.")
    private Path svg;

    @NotRecorded
    @Option(names = "--json", paramLabel = "FILE", description = "Also write this as JSON.")
    private Path json;

    /** The same as JSON. */
    private record Description(
            String format,
            ImageInput input,
            int classes,
            List<Network.Layer> layers,
            String lastLayer,
            boolean linearHead) {}

    @Override
    public Integer call() {
        try (Network network = load()) {
            List<Network.Layer> layers = network.layers();
            Network.Layer last = PatchLayer.last(network).orElse(null);
            boolean linear = last != null
                    && PatchLayer.ofOwnGrid(network.cut(last.name()))
                            .filter(PatchLayer::isLinear)
                            .isPresent();
            out().print(NetworkTable.text(file, output, crop, network, last, linear));
            if (svg != null) {
                String name = file.getFileName().toString();
                AtomicFile.writeString(svg, NetworkPicture.svg(network, name, last));
            }
            if (json != null) {
                Json.write(
                        json,
                        new Description(
                                network.format(),
                                network.input(),
                                network.classes(),
                                layers,
                                last == null ? null : last.name(),
                                linear));
            }
        }
        return 0;
    }

    private Network load() {
        if (crop == null) {
            return Networks.load(file, output);
        }
        int[] size = Sizes.parse("--crop", crop);
        return Networks.load(file, size[0], size[1], output);
    }
}
