package org.eddp.images.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;

/**
 * File operations for images, which are files or inside archives. The path of an image in an archive is that of the
 * archive followed by its name inside ({@code shards/000.tar/dog/1.jpg}), where {@link Files} finds nothing.
 */
public final class ImageFiles {
    private ImageFiles() {}

    /** The file that holds an image: itself, or the archive it is in. */
    public static Path holder(Path image) {
        return Files.exists(image) ? image : Archives.around(image).orElse(image);
    }

    /** Whether there is a file with images in it, rather than an image. */
    public static boolean isArchive(Path file) {
        return Archives.isArchive(file);
    }

    /**
     * Whether there is an image, or at least a file that may be one.
     *
     * @throws FileFailure if it would be in an archive that cannot be read
     */
    public static boolean exists(Path image) {
        return Files.isRegularFile(image) || inside(image).isPresent();
    }

    /** Length in bytes, or of the archive where an image in it has none; negative if there is no image. */
    public static long length(Path image) {
        try {
            if (Files.isRegularFile(image)) {
                return Files.size(image);
            }
            Optional<Archives.Inside> inside = inside(image);
            if (inside.isPresent()) {
                long length = inside.get().item().length();
                return length >= 0 ? length : Files.size(inside.get().file());
            }
        } catch (IOException | FileFailure e) {
            // the code that reads the image reports the error
        }
        return -1;
    }

    /**
     * Digest of the bytes of an image.
     *
     * @throws FileFailure if the file cannot be read
     * @throws ImageFailure if it is in an archive and cannot be read there
     */
    public static String digest(Path image) {
        return Files.exists(image) || Archives.around(image).isEmpty()
                ? Digests.of(image)
                : Digests.of(new ImageContent(ImageContent.MOST_BYTES).read(image, image.toString()));
    }

    private static Optional<Archives.Inside> inside(Path image) {
        return Archives.shared().find(image).filter(found -> found.item() != null);
    }
}
