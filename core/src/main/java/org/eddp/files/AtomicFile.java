package org.eddp.files;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Set;

/**
 * Writes a file so that it has either the old or the new content, never a part, even after a kill or a power failure.
 *
 * <p>The content goes to a temporary file in the same folder, is forced to the disk, and then takes the name of the
 * target in one step. Missing parent folders are created; a symbolic link is followed. A target that is not a file (a
 * device, a pipe) is written directly: it must not be replaced by a file.
 */
public final class AtomicFile {
    private static final int BUFFER = 1 << 16;

    private AtomicFile() {}

    /** Produces the content of a file. */
    @FunctionalInterface
    public interface Content {
        /**
         * Writes everything to {@code out}. Closing {@code out} is allowed and not necessary.
         *
         * @throws IOException to give up: the target then stays as it was
         */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Creates or replaces {@code target}. Anything {@code content} throws leaves the target as it was; an
     * {@link IOException} becomes a {@link FileFailure}, anything else passes through.
     *
     * @throws FileFailure if the file cannot be written
     */
    public static void write(Path target, Content content) {
        try {
            Path place = followLinks(target);
            if (Files.exists(place) && !Files.isRegularFile(place) && !Files.isDirectory(place)) {
                fill(place, content, false, StandardOpenOption.WRITE);
            } else {
                replace(target, place.toAbsolutePath(), content);
            }
        } catch (IOException e) {
            throw FileFailure.writing(target, e);
        } catch (UncheckedIOException e) {
            throw FileFailure.writing(target, e.getCause());
        }
    }

    /**
     * Creates or replaces {@code target} with a text in UTF-8.
     *
     * @throws FileFailure if the file cannot be written
     */
    public static void writeString(Path target, String text) {
        write(target, out -> {
            // This encoder refuses half a surrogate pair, for which String.getBytes would write a question mark.
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            out.write(bytes.array(), bytes.arrayOffset(), bytes.remaining());
        });
    }

    private static void replace(Path target, Path place, Content content) throws IOException {
        refuseFoldersAndProtected(place);
        Folders.createFor(target, place.getParent());
        String name = place.getFileName().toString();
        if (!RemoteFiles.isRemote(place)) { // a remote temporary file is local, and ends with its process
            TemporaryFiles.sweep(place.getParent(), name, Instant.now());
        }
        Path temporary = place.resolveSibling(TemporaryFiles.nameFor(name));
        try {
            fill(temporary, content, true, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
            move(temporary, place);
        } catch (IOException e) {
            FileFailure plain = FileFailure.writing(target, e);
            throw new FileFailure(plain.getMessage() + "; nothing already written was changed", e);
        } finally {
            deleteQuietly(temporary);
        }
        forceFolder(place.getParent());
    }

    private static void refuseFoldersAndProtected(Path place) throws IOException {
        if (Files.isDirectory(place)) {
            throw new FileSystemException(place.toString(), null, "Is a directory");
        }
        // A rename needs no permission on the file it replaces, but a write-protected result should stay.
        if (Files.exists(place) && !Files.isWritable(place)) {
            throw new FileSystemException(place.toString(), null, "Permission denied");
        }
    }

    /** Writes into {@code file} itself; never creates a second file and never renames. */
    static void fill(Path file, Content content, boolean force, OpenOption... options) throws IOException {
        try (FileChannel channel = FileChannel.open(file, Set.of(options))) {
            GuardedStream out = new GuardedStream(new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER));
            content.writeTo(out);
            out.finish();
            if (force) {
                channel.force(true);
            }
        }
    }

    private static void move(Path temporary, Path place) throws IOException {
        try {
            Files.move(temporary, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(temporary, place, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void deleteQuietly(Path temporary) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // The first failure is reported; the next write removes leftovers.
        }
    }

    /** Makes the rename durable, if the system supports it: Windows cannot open a folder. */
    private static void forceFolder(Path folder) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // The file is complete either way; only its name might be the old one after a power loss.
        }
    }

    /** The real target: a rename over a symbolic link would replace the link instead of its file. */
    private static Path followLinks(Path target) throws IOException {
        Path place = target;
        while (Files.isSymbolicLink(place)) {
            try {
                return place.toRealPath();
            } catch (NoSuchFileException e) {
                // A link to a file that is still to be written. Endless loops end above, with another exception.
                place = place.toAbsolutePath().resolveSibling(Files.readSymbolicLink(place));
            }
        }
        return place;
    }
}
