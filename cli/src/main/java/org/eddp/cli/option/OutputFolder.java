package org.eddp.cli.option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.eddp.files.Folders;

/** Decides where results go without ever overwriting what is there unasked. */
public final class OutputFolder {
    private OutputFolder() {}

    /**
     * The folder to write to.
     *
     * @param given by the user, or null to take the first free of {@code base}, {@code base-2}, ... (when resuming, the
     *     last one in use)
     */
    public static Path resolve(Path given, Path base, boolean resume, boolean overwrite) {
        if (given == null) {
            return Folders.prepare("--out", resume ? lastUsed(base) : firstFree(base));
        }
        Folders.prepare("--out", given);
        if (!resume && !overwrite && !isEmpty(given)) {
            throw new IllegalArgumentException("--out " + given
                    + " is not empty; add --resume to continue an interrupted run, --overwrite to replace its"
                    + " results, or name another folder");
        }
        return given;
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
            return entries.findAny().isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
