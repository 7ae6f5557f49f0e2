package org.eddp.network;

/**
 * The name of a layer as users write it, with the details that they specify where the file does not.
 *
 * <p>Written {@code NAME@channels-last@output=OUTPUT}: the name of the layer; where its channels are; and which of
 * several outputs of the network has the logits. It is stored as one text wherever the name of a layer is stored, so
 * that later readers get the same layer, channels and output.
 *
 * @param layer its name alone
 * @param channels where its channels are, null if not given
 * @param output name of the output with the logits, null if not given
 */
public record LayerAddress(String layer, Channels channels, String output) {
    private static final String OUTPUT = "@output=";

    /** Where maps have their channels. */
    public enum Channels {
        /** Before height and width. */
        FIRST("@channels-first"),
        /** Behind height and width. */
        LAST("@channels-last");

        private final String suffix;

        Channels(String suffix) {
            this.suffix = suffix;
        }
    }

    /** Reads an address; a name alone is one too. */
    public static LayerAddress of(String text) {
        String rest = text;
        String output = null;
        int at = rest.lastIndexOf(OUTPUT);
        if (at > 0) {
            output = rest.substring(at + OUTPUT.length());
            rest = rest.substring(0, at);
        }
        for (Channels channels : Channels.values()) {
            if (rest.endsWith(channels.suffix)) {
                return new LayerAddress(rest.substring(0, rest.length() - channels.suffix.length()), channels, output);
            }
        }
        return new LayerAddress(rest, null, output);
    }

    /** The same for a layer of another name. */
    public LayerAddress at(String name) {
        return new LayerAddress(name, channels, output);
    }

    /** The address as text. */
    @Override
    public String toString() {
        return layer + (channels == null ? "" : channels.suffix) + (output == null ? "" : OUTPUT + output);
    }
}
