package org.eddp.cli.option;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** Command lines as text that a shell takes back. */
public final class CommandText {
    private CommandText() {}

    /** The command line that is being run, as it can be given again. */
    public static String of(CommandSpec spec) {
        return of(spec.commandLine().getParseResult().originalArgs());
    }

    /** The whole command line, from {@code ./eddp} on. */
    public static String of(List<String> arguments) {
        return "./eddp " + arguments.stream().map(CommandText::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String argument) {
        return argument.matches("[\\w@%+=:,./-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
