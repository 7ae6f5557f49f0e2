package org.eddp.studio;

import java.nio.file.Path;
import org.eddp.features.FeatureSet;
import org.eddp.study.Learning;

/**
 * The inputs of new runs, and their folder. The program that starts the studio sets these; clients cannot.
 *
 * @param network its file
 * @param images folder, list of files, or dataset
 * @param runs folder that new runs go into; features go into a folder {@code features} beside it
 * @param pages writes the page of a finished run
 */
public record RunTemplate(Path network, Path images, Path runs, Pages pages) {
    /** Writes the pages of a finished run. */
    @FunctionalInterface
    public interface Pages {
        /**
         * Called when a run is learned.
         *
         * @param command the origin recorded in the run
         */
        void write(Path run, FeatureSet set, Learning.Result result, String command);
    }

    /** The folder of all features. */
    Path features() {
        return runs.resolveSibling("features");
    }
}
