package org.eddp.cli.command.use;

import org.eddp.faithfulness.Dream;
import org.eddp.faithfulness.DreamingDirection.Fit;
import picocli.CommandLine.Option;

/** How {@code eddp dream} changes an image. */
final class DreamOptions {
    @Option(names = "--iterations", paramLabel = "N", description = "Steps of our dreams (default: ${DEFAULT-VALUE}).")
    private int iterations = Dream.Options.of(1).iterations();

    @Option(
            names = "--rate",
            paramLabel = "X",
            description = "Root mean square of the change of the picture in one step, where black is 0 and white is 1,"
                    + " whatever the preprocessing (default: ${DEFAULT-VALUE}).")
    private double rate = Dream.Options.of(1).rate();

    @Option(
            names = "--smoothness",
            paramLabel = "X",
            description = "Exponent of the decay of a step's spectrum; 0 for the plain gradient (default:"
                    + " ${DEFAULT-VALUE}).")
    private double smoothness = Dream.Options.of(1).smoothness();

    @Option(
            names = "--pooled",
            description =
                    "One line through the features of all patches of an image, instead of one through their movements.")
    private boolean pooled;

    Dream.Options dream(long seed) {
        return Dream.Options.of(seed)
                .withIterations(iterations)
                .withRate(rate)
                .withSmoothness(smoothness)
                .withFit(pooled ? Fit.POOLED : Fit.PER_PATCH);
    }
}
