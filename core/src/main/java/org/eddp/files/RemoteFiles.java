package org.eddp.files;

import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Pattern;

/**
 * File systems that are reached by address, such as {@code s3a://bucket/photos}. Loaded by {@link ServiceLoader},
 * because most programs have none.
 *
 * <p>An address becomes a {@link Path} whose own file system reads and writes it, so that callers use {@link
 * java.nio.file.Files} as for local files. What such a file system cannot do: change a file in place, lock a folder, or
 * show a file before it is complete. A file is written to a temporary name and then moved to its own ({@link
 * AtomicFile}); the move publishes it.
 */
public interface RemoteFiles {
    /** One letter before the colon is a drive. */
    Pattern ADDRESS = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+://.*");

    /**
     * The path of an address. Nothing is read yet.
     *
     * @throws FileFailure if it is not a valid address
     */
    Path path(String address);

    /** The one on the class path, if there is one. */
    static Optional<RemoteFiles> find() {
        return ServiceLoader.load(RemoteFiles.class).findFirst();
    }

    /** Whether a text is an address and not a path. */
    static boolean isAddress(String text) {
        return ADDRESS.matcher(text).matches();
    }

    /** Whether a path belongs to another file system than that of this machine. */
    static boolean isRemote(Path path) {
        return path.getFileSystem() != FileSystems.getDefault();
    }

    /** Whether there is a file or folder, as far as this process can see. */
    static boolean exists(String text) {
        return (!isAddress(text) || find().isPresent()) && Files.exists(parse(text));
    }

    /**
     * The path that a text stands for: the inverse of {@link Path#toString} for local paths and remote ones.
     *
     * @throws FileFailure if it is an address, and nothing here can read addresses
     */
    static Path parse(String text) {
        if (!isAddress(text)) {
            return Path.of(text);
        }
        return find().orElseThrow(() -> new FileFailure(
                        text + " is the address of a remote file, which needs the module for Spark; copy or mount it"))
                .path(text);
    }
}
