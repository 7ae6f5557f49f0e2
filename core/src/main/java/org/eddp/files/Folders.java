package org.eddp.files;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Output folders: created when missing, refused early when they cannot hold a result. */
public final class Folders {
    private Folders() {}

    /**
     * Makes a folder for results ready for writing, its parents included.
     *
     * @return {@code folder}
     * @throws FileFailure if it is a file, cannot be created, or is not writable
     */
    public static Path prepare(Path folder) {
        return prepare("the output", folder);
    }

    /**
     * Makes a folder ready for writing, its parents included.
     *
     * @param name of the folder in messages
     * @return {@code folder}
     * @throws FileFailure if it is a file, cannot be created, or is not writable
     */
    public static Path prepare(String name, Path folder) {
        String label = name + " " + folder;
        Path obstacle = nearestNonFolder(folder);
        if (obstacle != null) {
            throw new FileFailure(
                    obstacle.equals(folder)
                            ? label + " is a file; give a folder"
                            : label + " cannot be created: " + obstacle + " is a file; give another folder");
        }
        FolderLock.requireKept(folder);
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            IoReason reason = IoReason.of(e);
            throw new FileFailure(label + " cannot be created: " + reason.what() + "; " + reason.remedy(), e);
        }
        // Checked now, so that hours of work do not fail at the first result.
        if (!Files.isWritable(folder)) {
            throw new FileFailure(label + " is not writable; change its permissions or give another folder");
        }
        return folder;
    }

    /** Removes a folder if nothing is in it. */
    public static void removeEmpty(Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            // it holds other files
        } catch (IOException e) {
            throw FileFailure.writing(folder, e);
        }
    }

    /** Creates {@code folder}, in which {@code target} is about to be written. */
    static void createFor(Path target, Path folder) throws IOException {
        Path obstacle = nearestNonFolder(folder);
        if (obstacle != null) {
            throw new FileFailure("cannot write " + target + ": " + obstacle
                    + " is a file, not a folder; remove it or choose another path");
        }
        FolderLock.requireKept(folder);
        Files.createDirectories(folder);
    }

    /** The path itself or its nearest existing ancestor if that is not a folder, else null. */
    private static Path nearestNonFolder(Path path) {
        for (Path p = path; p != null; p = p.getParent()) {
            if (Files.exists(p)) {
                return Files.isDirectory(p) ? null : p;
            }
        }
        return null;
    }
}
