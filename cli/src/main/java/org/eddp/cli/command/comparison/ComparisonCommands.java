package org.eddp.cli.command.comparison;

import java.util.List;

/** The commands of this package, in the order of the help. */
public final class ComparisonCommands {
    /** Commands that compare methods and networks. */
    public static final List<Class<?>> ALL = List.of(
            EvaluateCommand.class,
            CompareCommand.class,
            DiffCommand.class,
            BaselineCommand.class,
            BaselinesCommand.class,
            AblateCommand.class);

    private ComparisonCommands() {}
}
