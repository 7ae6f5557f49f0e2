package org.eddp.cli.command;

import org.eddp.network.LayerAddress;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Details of a layer that the file of its network does not contain. */
final class LayerOptions {
    @Option(
            names = "--channels-last",
            description = "The channels of the layer come after height and width (default: inferred from neighbouring"
                    + " operators).")
    private boolean last;

    @Option(names = "--channels-first", description = "The channels of the layer come before height and width.")
    private boolean first;

    @Option(
            names = "--output",
            paramLabel = "NAME",
            description =
                    "Which of several outputs of the network has the logits: its name, or its number (from 0) in a"
                            + " TorchScript file.")
    private String output;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** The output with the logits, null if not given. */
    public String output() {
        return output;
    }

    /** The layer with these details. */
    public LayerAddress address(String layer) {
        if (first && last) {
            throw new ParameterException(
                    command.commandLine(), "--channels-first and --channels-last exclude each other; give one");
        }
        LayerAddress given = LayerAddress.of(layer);
        LayerAddress.Channels channels =
                first ? LayerAddress.Channels.FIRST : last ? LayerAddress.Channels.LAST : given.channels();
        return new LayerAddress(given.layer(), channels, output == null ? given.output() : output);
    }
}
