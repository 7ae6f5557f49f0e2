package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.eddp.cli.option.CommandText;
import org.eddp.features.PatchLayer;
import org.eddp.files.AtomicFile;
import org.eddp.files.Json;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.load.Networks;
import org.eddp.report.NetworkPicture;
import org.eddp.tensor.Activation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eddp network}: what is in a file. */
@Command(
        name = "network",
        header = "What a network file holds: its input, the layers that can be studied, its head.",
        mixinStandardHelpOptions = true,
        description = "Reads an ONNX or TorchScript file and lists every layer at which it can be cut in two. The last"
                + " layer with patches is usually the one to study.",
        footer = {"", "Examples:", "  ./eddp network model.onnx", "  ./eddp network model.onnx --svg model.svg"})
final class NetworkCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "ONNX or TorchScript file.")
    private Path file;

    @Option(
            names = "--output",
            paramLabel = "NAME",
            description =
                    "Which of several outputs has the logits: its name, or its number (from 0) in a TorchScript file.")
    private String output;

    @Option(
            names = "--crop",
            paramLabel = "HxW",
            description =
                    "Size of the images, where the file leaves it open (default: what preprocessor_config.json beside"
                            + " the network says; else 224x224).")
    private String crop;

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "Also draw the network, with the places where it can be cut.")
    private Path svg;

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
                            .flatMap(PatchLayer::readout)
                            .isPresent();
            System.out.print(text(network, last, linear));
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

    private String text(Network network, Network.Layer last, boolean linear) {
        StringBuilder text = new StringBuilder();
        ImageInput input = network.input();
        text.append(file.getFileName()).append(": ").append(network.format()).append('\n');
        text.append(String.format(
                "input   %s: %d x %s x %s%n",
                input.name(), input.channels(), side(input.height()), side(input.width())));
        text.append(String.format(
                "output  %d %s%n%n", network.classes(), network.outputs().plural()));
        int width =
                network.layers().stream().mapToInt(l -> l.name().length()).max().orElse(5);
        boolean renamed =
                network.layers().stream().anyMatch(l -> !l.file().value().equals(l.name()));
        String row = "%-" + Math.max(5, width) + "s  %-20s %-16s %-10s %s%n";
        text.append(String.format(row, "layer", "operation", "shape", "activation", renamed ? "node in the file" : ""));
        for (Network.Layer layer : network.layers()) {
            text.append(String.format(
                    row,
                    layer.name(),
                    layer.kind(),
                    LongStream.of(layer.shape()).mapToObj(Long::toString).collect(Collectors.joining(" x "))
                            + (layer.file().channels() == null ? " ?" : ""),
                    layer.activation() == Activation.IDENTITY
                            ? ""
                            : layer.activation().name().toLowerCase(Locale.ROOT),
                    layer.file().value().equals(layer.name())
                            ? ""
                            : layer.file().node()));
        }
        if (network.layers().stream().anyMatch(l -> l.file().channels() == null)) {
            text.append("? which of these are channels cannot be told: say --channels-first or --channels-last\n");
        }
        if (last != null) {
            text.append(String.format(
                    "%nlast layer with patches: %s%nabove it: %s%n",
                    last.name(),
                    linear
                            ? "global average pooling and one linear layer (closed forms apply)"
                            : "more than pooling and one linear layer (differentiated through the network)"));
            text.append(String.format(
                    "next: ./eddp features --network %s --layer %s%s --images DIR --preprocess NAME --out DIR%n",
                    CommandText.quoted(file.toString()),
                    CommandText.quoted(last.name()),
                    output == null ? "" : " --output " + CommandText.quoted(output)));
        }
        return text.toString();
    }

    private static String side(int pixels) {
        return pixels == 0 ? "any" : Integer.toString(pixels);
    }
}
