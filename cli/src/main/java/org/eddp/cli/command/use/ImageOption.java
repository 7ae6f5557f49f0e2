package org.eddp.cli.command.use;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eddp.files.FileFailure;
import org.eddp.images.source.ImageFiles;
import org.eddp.images.source.ImageList;
import org.eddp.monitor.Monitor;
import picocli.CommandLine.Option;

/** The option {@code --image}: one picture, or a folder or an archive of them. */
final class ImageOption {
    @Option(
            names = "--image",
            required = true,
            paramLabel = "FILE",
            description =
                    "A picture, also one in a tar file (shard.tar/dog/1.jpg); explain also takes a folder of them.")
    private Path image;

    /** @param monitor receives remarks about pictures that are left out */
    public List<ImageList.Entry> entries(Monitor monitor) {
        if (Files.isRegularFile(image) && !ImageFiles.isArchive(image)) {
            return List.of(new ImageList.Entry(image.getFileName().toString(), image, null));
        }
        ImageList list = ImageList.of(image);
        list.leftOut().ifPresent(monitor::remark);
        return list.entries();
    }

    /** The picture, where only one makes sense. */
    public ImageList.Entry only() {
        if (Files.isDirectory(image)) {
            throw new FileFailure("--image " + image + " is a folder; give one picture");
        }
        if (ImageFiles.isArchive(image)) {
            throw new FileFailure("--image " + image + " is an archive; give one picture in it, as " + image + "/NAME");
        }
        return entries(Monitor.NONE).get(0);
    }
}
