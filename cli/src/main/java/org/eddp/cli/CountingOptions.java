package org.eddp.cli;

import org.eddp.labels.CountedImages;
import org.eddp.labels.Labels;
import picocli.CommandLine.Option;

/** The options that say how IoU is counted and what it must exceed. */
final class CountingOptions {
    @Option(
            names = "--counting",
            paramLabel = "HOW",
            description = "Images in which active pixels count: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private CountedImages counting = CountedImages.ANNOTATED_IMAGES;

    @Option(
            names = "--threshold",
            paramLabel = "X",
            description = "IoU above which a detector counts as interpretable (default: ${DEFAULT-VALUE}).")
    private double threshold = Labels.INTERPRETABLE;

    CountedImages counting() {
        return counting;
    }

    double threshold() {
        if (!(threshold >= 0 && threshold < 1)) {
            throw new IllegalArgumentException(
                    "--threshold " + threshold + " must be at least 0 and below 1, as IoU is");
        }
        return threshold;
    }
}
