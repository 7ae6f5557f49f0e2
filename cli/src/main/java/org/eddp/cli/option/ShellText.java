package org.eddp.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Command lines in the form that a user pastes into a shell. */
public final class ShellText {
    private ShellText() {}

    /**
     * The command line that continues what is being run.
     *
     * @param out folder that the user named, or null
     * @param folder where results are
     */
    public static String resuming(CommandSpec spec, Path out, Path folder) {
        List<String> arguments =
                new ArrayList<>(spec.commandLine().getParseResult().originalArgs());
        arguments.removeIf("--overwrite"::equals);
        if (out == null) {
            arguments.addAll(List.of("--out", folder.toString()));
        }
        if (!arguments.contains("--resume")) {
            arguments.add("--resume");
        }
        return of(arguments);
    }

    /**
     * The whole command line, from {@code ./eddp} on.
     *
     * @throws IllegalArgumentException if the command does not have one of the options
     */
    public static String of(CommandSpec program, List<String> arguments) {
        CommandSpec command = CommandText.command(program, arguments);
        for (int k = 0; k < arguments.size(); k++) {
            String name = arguments.get(k).replaceFirst("=.*", "");
            OptionSpec option = CommandText.option(command, name);
            if (option == null && name.matches("--[a-z][a-z-]*")) {
                throw new IllegalArgumentException("eddp " + command.name() + " has no option " + name);
            }
            k += option != null && option.arity().min() > 0 && name.equals(arguments.get(k)) ? 1 : 0; // its value
        }
        return of(arguments);
    }

    static String of(List<String> arguments) {
        return "./eddp " + arguments.stream().map(ShellText::quoted).collect(Collectors.joining(" "));
    }

    /** A word of a command line, in quotes if a shell would not take it as it is. */
    public static String quoted(String argument) {
        return argument.matches("[\\w@%+=:,./-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
