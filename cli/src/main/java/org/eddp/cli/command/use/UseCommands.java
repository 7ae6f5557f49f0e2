package org.eddp.cli.command.use;

import java.util.List;

/** The commands of this package, in the order of the help. */
public final class UseCommands {
    /** Commands that use a run. */
    public static final List<Class<?>> ALL = List.of(
            ExplainCommand.class,
            ConceptCommand.class,
            ClassCommand.class,
            EditCommand.class,
            CorrectCommand.class,
            InfluenceCommand.class,
            AuditCommand.class,
            CheckCommand.class,
            HealthCommand.class,
            NameCommand.class,
            ReportCommand.class,
            ExportCommand.class,
            DreamCommand.class);

    private UseCommands() {}
}
