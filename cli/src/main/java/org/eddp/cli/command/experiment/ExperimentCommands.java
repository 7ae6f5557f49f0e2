package org.eddp.cli.command.experiment;

import java.util.List;

/** The commands of this package, in the order of the help. */
public final class ExperimentCommands {
    /** Commands that run experiments. */
    public static final List<Class<?>> ALL = List.of(
            ReproduceCommand.class,
            ChessCommand.class,
            StickerCommand.class,
            SyntheticCommand.class,
            WorldCommand.class);

    private ExperimentCommands() {}
}
