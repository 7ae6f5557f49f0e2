package org.eddp.cli.option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eddp.files.FileFailure;
import org.eddp.images.ImageList;
import picocli.CommandLine.Option;

/** The option {@code --image}: one picture, or a folder of them. */
public final class ImageOption {
    @Option(
            names = "--image",
            required = true,
            paramLabel = "FILE",
            description = "A picture; explain also takes a folder of them.")
    private Path image;

    public List<ImageList.Entry> entries() {
        if (Files.isRegularFile(image)) {
            return List.of(new ImageList.Entry(image.getFileName().toString(), image, null));
        }
        return ImageList.of(image).entries();
    }

    /** The picture, where only one makes sense. */
    public ImageList.Entry only() {
        if (Files.isDirectory(image)) {
            throw new FileFailure("--image " + image + " is a folder; give one picture");
        }
        return entries().get(0);
    }
}
