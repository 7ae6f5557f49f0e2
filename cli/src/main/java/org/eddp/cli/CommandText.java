package org.eddp.cli;

import java.util.List;
import java.util.stream.Collectors;

/** Command lines as text that a shell takes back. */
final class CommandText {
    private CommandText() {}

    /** The whole command line, from {@code ./eddp} on. */
    static String of(List<String> arguments) {
        return "./eddp " + arguments.stream().map(CommandText::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String argument) {
        return argument.matches("[\\w@%+=:,./-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
