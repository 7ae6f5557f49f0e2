package org.eddp.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eddp.cli.command.GeneralCommands;
import org.eddp.cli.command.bench.BenchCommand;
import org.eddp.cli.command.comparison.ComparisonCommands;
import org.eddp.cli.command.experiment.ExperimentCommands;
import org.eddp.cli.command.use.UseCommands;
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
        groups.put("Start here", GeneralCommands.START);
        groups.put("Use a run", UseCommands.ALL);
        groups.put("Make a run step by step", GeneralCommands.MAKE);
        groups.put("Compare methods", ComparisonCommands.ALL);
        groups.put("Experiments", ExperimentCommands.ALL);
        groups.put(
                "Maintenance",
                Stream.of(GeneralCommands.CHECKS, List.<Class<?>>of(BenchCommand.class), GeneralCommands.SHELL)
                        .<Class<?>>flatMap(List::stream)
                        .toList());
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
