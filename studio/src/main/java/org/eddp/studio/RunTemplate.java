package org.eddp.studio;

import java.nio.file.Path;
import org.eddp.features.FeatureSet;
import org.eddp.study.Learning;

/**
 * What new runs are made from, and the folder they go into. The program that starts the studio sets these; clients cannot.
 *
 * @param network its file
 * @param images folder, list of files, or dataset
 * @param runs folder that new runs go into; features go into a folder {@code features} beside it
 * @param pages writes the page of a finished run
 */
public record RunTemplate(Path network, Path images, Path runs, Pages pages) {
    /** Writes what belongs to a finished run for people. */
    @FunctionalInterface
    public interface Pages {
        /**
         * A run is learned.
         *
         * @param command what it says it was made by
         */
        void write(Path run, FeatureSet set, Learning.Result result, String command);
    }

    /** Where features of all runs go. */
    Path features() {
        return runs.resolveSibling("features");
    }
}
