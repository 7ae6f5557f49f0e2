package org.eddp.cli.command.comparison;

import org.eddp.failure.InvalidInput;
import picocli.CommandLine.Option;

/** The option {@code --share}: a number, a fraction, or {@code 1/I} for one detector per patch on average. */
final class ShareOption {
    @Option(
            names = "--share",
            paramLabel = "X",
            description =
                    "Share of the patches on which every detector fires, as 0.01 or 1/100; 1/I for one detector per"
                            + " patch on average, for any I (default: the method's own thresholds).")
    private String text;

    /**
     * The share, null if it is not given.
     *
     * @param directions I
     */
    public Double of(int directions) {
        if (text == null) {
            return null;
        }
        String[] parts = text.trim().split("/", -1);
        try {
            double share = Double.parseDouble(parts[0]);
            if (parts.length == 2) {
                return share / (parts[1].equalsIgnoreCase("I") ? directions : Double.parseDouble(parts[1]));
            }
            if (parts.length == 1) {
                return share;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new InvalidInput("--share " + text + " is not a number, a fraction as 1/64, or 1/I");
    }
}
