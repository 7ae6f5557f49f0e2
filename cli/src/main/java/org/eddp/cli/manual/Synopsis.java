package org.eddp.cli.manual;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A command with all of its options in one statement, for manual pages and documentation. */
public final class Synopsis {
    private static final int WIDTH = 100;
    private static final String INDENT = "    ";

    private Synopsis() {}

    /** Lines that break between options. Required options come first; all others are in brackets. */
    public static String of(CommandSpec command) {
        List<String> parts = new ArrayList<>(List.of(command.qualifiedName()));
        command.positionalParameters().stream()
                .filter(parameter -> !parameter.hidden())
                .map(Synopsis::part)
                .forEach(parts::add);
        command.options().stream()
                .filter(option -> !option.hidden() && !option.usageHelp() && !option.versionHelp())
                .sorted(Comparator.comparing((OptionSpec option) -> !isRequired(option))
                        .thenComparing(OptionSpec::longestName))
                .map(Synopsis::part)
                .forEach(parts::add);
        if (!command.subcommands().isEmpty()) {
            parts.add("COMMAND");
        }
        StringBuilder text = new StringBuilder();
        int column = 0;
        for (String part : parts) {
            if (column + 1 + part.length() > WIDTH) {
                text.append('\n').append(INDENT).append(part);
                column = INDENT.length() + part.length();
            } else {
                text.append(column == 0 ? "" : " ").append(part);
                column += part.length() + 1;
            }
        }
        return text.toString();
    }

    private static boolean isRequired(OptionSpec option) {
        return option.required() && option.group() == null;
    }

    private static String part(OptionSpec option) {
        String name = option.negatable() ? option.longestName().replaceFirst("^--", "--[no-]") : option.longestName();
        String value = option.arity().max() == 0
                ? ""
                : option.arity().min() == 0 ? " [" + option.paramLabel() + "]" : " " + option.paramLabel();
        return isRequired(option) ? name + value : "[" + name + value + "]";
    }

    private static String part(PositionalParamSpec parameter) {
        String label = parameter.paramLabel() + (parameter.arity().max() > 1 ? "..." : "");
        return parameter.arity().min() == 0 ? "[" + label + "]" : label;
    }
}
