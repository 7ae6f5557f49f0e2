package org.eddp.images.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.eddp.files.FileFailure;
import org.eddp.files.RemoteFiles;
import org.eddp.files.RepeatedReading;
import org.eddp.images.source.ArchiveFormat.PictureArchive;

/**
 * Reads the bytes of an image, from a file or from an archive, up to a size limit. Only this class opens image files.
 */
public final class ImageContent {
    /** Bytes above which a file is refused unless the caller says otherwise: no picture that a camera makes needs more. */
    public static final long MOST_BYTES = 256L << 20;

    private static final String TAKE_OFF = "replace the file or take it off the list";

    private final long limit;

    /** @param limit bytes above which a file is refused, before any of it is read */
    public ImageContent(long limit) {
        this.limit = limit;
    }

    /**
     * Reads a file.
     *
     * @param name of the file in messages
     *
     * @throws ImageFailure if it cannot be read or is too large
     */
    public byte[] read(Path file, String name) {
        if (Names.isUnreadable(file)) {
            throw failure(name, "its name is not UTF-8, so that it could not be found by its name again", null);
        }
        if (RemoteFiles.isRemote(file)) {
            return readRemote(file, name);
        }
        if (!Files.isRegularFile(file)) {
            return inside(file, name)
                    .map(found -> read(found, name))
                    .orElseThrow(() -> failure(name, missing(file), null));
        }
        try {
            return RepeatedReading.of(() -> content(file, name));
        } catch (NoSuchFileException e) {
            throw failure(name, missing(file), e);
        } catch (IOException e) {
            throw failure(name, FileFailure.reason(e), e);
        }
    }

    private byte[] content(Path file, String name) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            long size = Files.size(file);
            if (size > limit) {
                throw tooLarge(name, size);
            }
            byte[] content = in.readNBytes((int) Math.min(limit + 1, Integer.MAX_VALUE - 8));
            if (content.length > limit) {
                throw tooLarge(name, content.length); // it grew meanwhile, or has no size, like files of the system
            }
            return content;
        }
    }

    /**
     * A file that is there and cannot be read would be skipped. Remote files are often out of reach for a while, so that
     * one fails here instead.
     *
     * @throws FileFailure if the store cannot be reached or denies access
     */
    private byte[] readRemote(Path file, String name) {
        try {
            if (Archives.around(file).isEmpty()) {
                BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
                if (!found.isRegularFile()) {
                    throw failure(name, "it is not a file", null);
                }
                if (found.size() > limit) {
                    throw tooLarge(name, found.size());
                }
                try (InputStream in = Files.newInputStream(file)) {
                    return in.readNBytes((int) Math.min(limit + 1, Integer.MAX_VALUE - 8));
                }
            }
        } catch (NoSuchFileException e) {
            throw failure(name, "no such file or folder", e);
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
        return inside(file, name)
                .map(found -> read(found, name))
                .orElseThrow(() -> failure(name, "no such file or folder", null));
    }

    private static Optional<Archives.Inside> inside(Path file, String name) {
        try {
            return Archives.shared().find(file);
        } catch (FileFailure e) {
            if (RemoteFiles.isRemote(file)) {
                throw e;
            }
            throw new ImageFailure("cannot read " + name + ": " + e.getMessage(), e);
        }
    }

    private byte[] read(Archives.Inside found, String name) {
        PictureArchive.Item item = found.item();
        if (item == null) {
            throw failure(name, "there is none of this name in " + found.file(), null);
        }
        if (item.problem() != null) {
            throw failure(name, item.problem(), null);
        }
        if (item.length() > limit) {
            throw tooLarge(name, item.length());
        }
        try {
            byte[] content = RepeatedReading.of(() -> found.archive().read(item));
            if (content == null) {
                throw failure(name, "there are no bytes of a picture", null);
            }
            if (content.length > limit) {
                throw tooLarge(name, content.length);
            }
            return content;
        } catch (IOException e) {
            if (RemoteFiles.isRemote(found.file())) {
                throw FileFailure.reading(found.file(), e);
            }
            throw failure(name, FileFailure.reason(e), e);
        } catch (FileFailure e) {
            throw new ImageFailure("cannot read " + name + ": " + e.getMessage(), e);
        }
    }

    /** Whether {@link #read} would refuse the file without a look at its content. */
    public boolean isRefused(Path file) {
        try {
            if (Names.isUnreadable(file)) {
                return true;
            }
            return Files.isRegularFile(file)
                    ? Files.size(file) > limit
                    : Archives.shared().find(file).map(this::isRefused).orElse(true);
        } catch (IOException | FileFailure e) {
            return true;
        }
    }

    private boolean isRefused(Archives.Inside found) {
        return found.item() == null
                || found.item().problem() != null
                || found.item().length() > limit;
    }

    private static String missing(Path file) {
        if (Files.isSymbolicLink(file) && !Files.exists(file)) {
            return "it is a link to a file that does not exist";
        }
        return Files.exists(file) ? "it is not a file" : "no such file or folder";
    }

    private ImageFailure tooLarge(String name, long size) {
        return failure(name, size + " bytes are more than the " + limit + " allowed for a picture", null);
    }

    private static ImageFailure failure(String name, String reason, Throwable cause) {
        return new ImageFailure("cannot read " + name + ": " + reason + "; " + TAKE_OFF, cause);
    }
}
