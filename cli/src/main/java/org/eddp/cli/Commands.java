package org.eddp.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.cli.command.ClassCommand;
import org.eddp.cli.command.CompletionCommand;
import org.eddp.cli.command.ConceptCommand;
import org.eddp.cli.command.CorrectCommand;
import org.eddp.cli.command.DemoCommand;
import org.eddp.cli.command.DoctorCommand;
import org.eddp.cli.command.DreamCommand;
import org.eddp.cli.command.EditCommand;
import org.eddp.cli.command.ExplainCommand;
import org.eddp.cli.command.ExportCommand;
import org.eddp.cli.command.FeaturesCommand;
import org.eddp.cli.command.HealthCommand;
import org.eddp.cli.command.ImportCommand;
import org.eddp.cli.command.InfluenceCommand;
import org.eddp.cli.command.LabelCommand;
import org.eddp.cli.command.LearnCommand;
import org.eddp.cli.command.LookCommand;
import org.eddp.cli.command.ManCommand;
import org.eddp.cli.command.NameCommand;
import org.eddp.cli.command.NetworkCommand;
import org.eddp.cli.command.NetworksCommand;
import org.eddp.cli.command.ReportCommand;
import org.eddp.cli.command.StudioCommand;
import org.eddp.cli.command.VerifyCommand;
import org.eddp.cli.command.bench.BenchCommand;
import org.eddp.cli.command.comparison.AblateCommand;
import org.eddp.cli.command.comparison.BaselineCommand;
import org.eddp.cli.command.comparison.BaselinesCommand;
import org.eddp.cli.command.comparison.CompareCommand;
import org.eddp.cli.command.comparison.EvaluateCommand;
import org.eddp.cli.command.experiment.ChessCommand;
import org.eddp.cli.command.experiment.StickerCommand;
import org.eddp.cli.command.experiment.SyntheticCommand;
import org.eddp.cli.command.experiment.WorldCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;

/** The commands of the program, in the order in which the help lists them. */
public final class Commands {
    private static final int NAME_WIDTH = 14;
    private static final int INDENT = 2;

    private static final Map<String, List<Class<?>>> BY_PURPOSE = byPurpose();

    /** Classes that picocli makes commands of. */
    public static final List<Class<?>> ALL =
            BY_PURPOSE.values().stream().<Class<?>>flatMap(List::stream).toList();

    private Commands() {}

    private static Map<String, List<Class<?>>> byPurpose() {
        Map<String, List<Class<?>>> groups = new LinkedHashMap<>();
        groups.put("Start here", List.of(DemoCommand.class, LookCommand.class, StudioCommand.class));
        groups.put(
                "Use a run",
                List.of(
                        ExplainCommand.class,
                        ConceptCommand.class,
                        ClassCommand.class,
                        EditCommand.class,
                        CorrectCommand.class,
                        InfluenceCommand.class,
                        HealthCommand.class,
                        NameCommand.class,
                        ReportCommand.class,
                        ExportCommand.class,
                        DreamCommand.class));
        groups.put(
                "Make a run step by step",
                List.of(
                        NetworkCommand.class,
                        FeaturesCommand.class,
                        LearnCommand.class,
                        LabelCommand.class,
                        ImportCommand.class));
        groups.put(
                "Compare methods",
                List.of(
                        EvaluateCommand.class,
                        CompareCommand.class,
                        BaselineCommand.class,
                        BaselinesCommand.class,
                        AblateCommand.class));
        groups.put(
                "Experiments",
                List.of(ChessCommand.class, StickerCommand.class, SyntheticCommand.class, WorldCommand.class));
        groups.put(
                "Maintenance",
                List.of(
                        DoctorCommand.class,
                        VerifyCommand.class,
                        NetworksCommand.class,
                        BenchCommand.class,
                        CompletionCommand.class,
                        ManCommand.class));
        return groups;
    }

    /** The commands as the help lists them: by purpose, each with its header. */
    public static String list(Help help) {
        StringBuilder text = new StringBuilder();
        BY_PURPOSE.forEach((purpose, commands) -> {
            TextTable table = TextTable.forColumns(
                    help.colorScheme(),
                    new Column(NAME_WIDTH, INDENT, Column.Overflow.SPAN),
                    new Column(help.commandSpec().usageMessage().width() - NAME_WIDTH, INDENT, Column.Overflow.WRAP));
            for (Class<?> command : commands) {
                Command described = command.getAnnotation(Command.class);
                table.addRowValues(described.name(), String.join(" ", described.header()));
            }
            text.append(String.format("%n%s:%n", purpose)).append(table);
        });
        return text.toString();
    }
}
