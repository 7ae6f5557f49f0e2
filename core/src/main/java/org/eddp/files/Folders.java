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
     * @param name what the folder is called in messages
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
        // Asking now saves a run of hours that would fail at its first result.
        if (!Files.isWritable(folder)) {
            throw new FileFailure(label + " is not writable; change its permissions or give another folder");
        }
        return folder;
    }

    /**
     * Notes in a new folder what its content is made with; refuses a folder that was made with something else, so that
     * work that is repeated does not mix the results of two.
     *
     * @param file of the folder that holds the settings
     * @param settings what the content is made with
     * @param what the folder holds, for example "a world"
     */
    public static void claim(Path file, Record settings, String what) {
        if (!Files.exists(file)) {
            Json.write(file, settings);
        } else if (!Json.read(file, settings.getClass()).equals(settings)) {
            throw new IllegalArgumentException("the folder " + file.getParent() + " holds " + what
                    + " with other settings (see " + file
                    + "); give the same options to continue it, or name another folder");
        }
    }

    /** Removes a folder if nothing is in it. */
    public static void removeEmpty(Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            // somebody keeps something there
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
