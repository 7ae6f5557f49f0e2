package org.eddp.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.files.FolderLock;
import org.eddp.files.Folders;

/**
 * The output folder of a command; existing results are not overwritten without an option. No other eddp writes there
 * until it is closed.
 */
public final class OutputFolder implements AutoCloseable {
    private final Path path;
    private final FolderLock lock;

    private OutputFolder(Path path) {
        this.path = Folders.prepare("--out", path);
        lock = FolderLock.take(path);
    }

    /** The folder. */
    public Path path() {
        return path;
    }

    @Override
    public void close() {
        lock.close();
    }

    /**
     * Takes the output folder of a command that always starts from the beginning.
     *
     * @param given by the user, or null to take the first free of {@code base}, {@code base-2}, ...
     */
    public static OutputFolder take(Path given, Path base, boolean overwrite) {
        return given == null ? new OutputFolder(firstFree(base)) : empty(given, overwrite, "add ");
    }

    /**
     * Takes the output folder of a command that has the option {@code --resume}.
     *
     * @param given by the user, or null to take the first free of {@code base}, {@code base-2}, ... (when resuming, the
     *     last one in use)
     */
    public static OutputFolder takeOrResume(Path given, Path base, boolean resume, boolean overwrite) {
        if (given == null) {
            return new OutputFolder(resume ? lastUsed(base) : firstFree(base));
        }
        return empty(given, resume || overwrite, "add --resume to continue an interrupted run, ");
    }

    /** Locks the output folder of a command that continues existing work. */
    public static OutputFolder takeWithResults(Path given) {
        return new OutputFolder(given);
    }

    private static OutputFolder empty(Path given, boolean mayHoldResults, String remedy) {
        OutputFolder folder = new OutputFolder(given);
        if (!mayHoldResults && !isEmpty(given)) {
            folder.close();
            throw new InvalidInput("--out " + given + " is not empty; " + remedy
                    + "--overwrite to replace its results, or name another folder");
        }
        return folder;
    }

    private static Path firstFree(Path base) {
        Path candidate = base;
        for (int n = 2; Files.exists(candidate); n++) {
            candidate = base.resolveSibling(base.getFileName() + "-" + n);
        }
        return candidate;
    }

    private static Path lastUsed(Path base) {
        Path last = base;
        Path candidate = base;
        for (int n = 2; Files.exists(candidate); n++) {
            last = candidate;
            candidate = base.resolveSibling(base.getFileName() + "-" + n);
        }
        return last;
    }

    private static boolean isEmpty(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.allMatch(FolderLock::isMark);
        } catch (IOException e) {
            throw FileFailure.reading(folder, e);
        }
    }
}
