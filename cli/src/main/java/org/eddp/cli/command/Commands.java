package org.eddp.cli.command;

import java.util.List;

/** The commands of the program, in the order in which the help lists them. */
public final class Commands {
    /** Classes that picocli makes commands of. */
    public static final List<Class<?>> ALL = List.of(
            LookCommand.class,
            NetworkCommand.class,
            NetworksCommand.class,
            FeaturesCommand.class,
            LearnCommand.class,
            HealthCommand.class,
            BaselineCommand.class,
            BaselinesCommand.class,
            ImportCommand.class,
            LabelCommand.class,
            NameCommand.class,
            EvaluateCommand.class,
            CompareCommand.class,
            AblateCommand.class,
            ConceptCommand.class,
            ClassCommand.class,
            InfluenceCommand.class,
            ExplainCommand.class,
            EditCommand.class,
            CorrectCommand.class,
            ExportCommand.class,
            DreamCommand.class,
            ReportCommand.class,
            StudioCommand.class,
            SyntheticCommand.class,
            WorldCommand.class,
            ChessCommand.class,
            StickerCommand.class,
            VerifyCommand.class,
            DoctorCommand.class,
            CompletionCommand.class,
            ManCommand.class,
            BenchCommand.class);

    private Commands() {}
}
