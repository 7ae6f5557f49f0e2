package org.eddp.cli.option;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options of learning from an existing feature set. */
public final class FeatureLearningOptions extends LearningOptions {
    @Option(
            names = "--network",
            paramLabel = "FILE",
            description = "The network (default: where it was when features were extracted); read only if its head is"
                    + " more than one linear layer.")
    private Path network;

    @NotRecorded
    @Option(
            names = "--resume",
            description = "Continue an interrupted run in the same folder; the result has the same bytes.")
    private boolean resume;

    @Override
    Path network() {
        return network;
    }

    @Override
    public boolean resume() {
        return resume;
    }
}
