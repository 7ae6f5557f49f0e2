package org.eddp.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.files.Json;

/** What the finished steps in a folder were made with: a repeated command must not mix the results of two. */
final class FolderSettings {
    private FolderSettings() {}

    /**
     * Notes the settings in a new folder; refuses a folder with others.
     *
     * @param file that holds them
     * @param settings a record
     * @param what the folder holds, for example "a world"
     */
    static void claim(Path file, Record settings, String what) {
        if (!Files.exists(file)) {
            Json.write(file, settings);
        } else if (!Json.read(file, settings.getClass()).equals(settings)) {
            throw new IllegalArgumentException("--out " + file.getParent() + " holds " + what
                    + " with other settings (see " + file
                    + "); give the same options to go on with it, or name another folder");
        }
    }
}
