package org.eddp.run;

import java.nio.file.Path;

/**
 * Where the things are that a run was made from, and on whose behalf it is used.
 *
 * @param network file of the network; null for where it was when the run was made
 * @param features feature set; null for where it was
 * @param images folder of the images of the feature set; null for where it was
 * @param classNames file with the name of class k in line k, or null if classes have no names
 * @param threads number of threads; results do not depend on it
 * @param command what new results say they were made by
 */
public record RunOptions(Path network, Path features, Path images, Path classNames, int threads, String command) {
    /** Everything where it was, all cores, made by a program. */
    public static final RunOptions DEFAULT =
            new RunOptions(null, null, null, null, Runtime.getRuntime().availableProcessors(), "a program");

    public RunOptions {
        if (threads < 1) {
            throw new IllegalArgumentException("threads = " + threads + " must be at least 1");
        }
    }

    /** The same with names for classes. */
    public RunOptions withClassNames(Path file) {
        return new RunOptions(network, features, images, file, threads, command);
    }

    /** The same with the feature set at another place. */
    public RunOptions withFeatures(Path folder) {
        return new RunOptions(network, folder, images, classNames, threads, command);
    }

    /** The same for results made by something else. */
    public RunOptions by(String maker) {
        return new RunOptions(network, features, images, classNames, threads, maker);
    }
}
