package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.eddp.cli.option.ShellText;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Activation;

/** The output of {@code eddp network}: its input, outputs, layers and head. */
final class NetworkTable {
    private NetworkTable() {}

    /**
     * The table.
     *
     * @param output the requested output, null if none
     *
     * @param crop the requested size of images, null if none
     * @param last layer to study, null if there is none
     * @param linear whether pooling and one linear layer are above it
     */
    public static String text(
            Path file, String output, String crop, Network network, Network.Layer last, boolean linear) {
        StringBuilder text = new StringBuilder();
        ImageInput input = network.input();
        text.append(file.getFileName()).append(": ").append(network.format()).append('\n');
        text.append(String.format(
                "input   %s: %d x %s x %s%n",
                input.name(), input.channels(), side(input.height()), side(input.width())));
        if (input.pixels() != Network.Pixels.PREPROCESSED) {
            text.append(String.format(
                    "        preprocessing is inside: it takes pixel values of 0 to %d%n",
                    input.pixels() == Network.Pixels.BYTES ? 255 : 1));
        }
        text.append(outputs(network));
        if (network.outputNames().size() > 1) {
            text.append("        all outputs: ")
                    .append(String.join(", ", network.outputNames()))
                    .append('\n');
        }
        text.append('\n');
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
                    !network.outputs().decides()
                            ? "no classifier"
                            : linear
                                    ? "global average pooling and one linear layer (closed forms apply)"
                                    : "more than pooling and one linear layer (differentiated through the network)"));
            text.append(String.format(
                    "next: ./eddp features --network %s --layer %s%s%s --images DIR --out DIR%n",
                    ShellText.quoted(file.toString()),
                    ShellText.quoted(last.name()),
                    output == null ? "" : " --output " + ShellText.quoted(output),
                    crop == null ? "" : " --crop " + ShellText.quoted(crop)));
        }
        return text.toString();
    }

    private static String outputs(Network network) {
        return switch (network.outputs()) {
            case CLASSES, LABELS ->
                String.format(
                        "output  %d %s%n", network.classes(), network.outputs().plural());
            case EMBEDDING ->
                String.format(
                        "output  an encoder: its outputs are %d numbers of an embedding, not classes%n        %s%n",
                        network.classes(), OutputKind.WITHOUT_DECISIONS);
            case NONE ->
                String.format(
                        "output  a backbone: its outputs are not one number per class%n        %s%n",
                        OutputKind.WITHOUT_DECISIONS);
        };
    }

    private static String side(int pixels) {
        return pixels == 0 ? "any" : Integer.toString(pixels);
    }
}
