package org.eddp.cli.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.eddp.cli.option.ShellText;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileNames;

/** Recognises a network and images that were given in the wrong order. */
final class NetworkThenImages {
    private NetworkThenImages() {}

    /**
     * Refuses a network file in place of the images if the file in place of the network is not a network.
     *
     * @param network as given
     * @param images as given
     * @param before words of the command before the network
     * @param between words between the network and the images; empty for none
     */
    static void requireOrder(Path network, Path images, String before, String between) {
        if (isNetwork(images) && !isNetwork(network)) {
            throw new InvalidInput("network and images are in the wrong order: " + images
                    + " is a network file and " + network + " is not; the right order is ./eddp " + before + " "
                    + ShellText.quoted(images.toString()) + " " + between
                    + ShellText.quoted(network.toString()));
        }
    }

    private static boolean isNetwork(Path path) {
        return Files.isRegularFile(path)
                && FileNames.last(path).toLowerCase(Locale.ROOT).matches(".*\\.(onnx|pt|pt2|pth)");
    }
}
