package org.eddp.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eddp.files.Request;
import picocli.CommandLine.Model.CommandSpec;

/** Command lines as text that a shell takes back. */
public final class CommandText {
    private CommandText() {}

    /** The command line that is being run. */
    public static Request of(CommandSpec spec) {
        return request(spec.commandLine().getParseResult().originalArgs());
    }

    /** A command line: what it asks for, and how it is given. */
    public static Request request(List<String> arguments) {
        return new Request(of(NormalisedCommand.of(arguments)), of(arguments));
    }

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

    /** The whole command line, from {@code ./eddp} on. */
    public static String of(List<String> arguments) {
        return "./eddp " + arguments.stream().map(CommandText::quoted).collect(Collectors.joining(" "));
    }

    /** A word of a command line, in quotes if a shell would not take it as it is. */
    public static String quoted(String argument) {
        return argument.matches("[\\w@%+=:,./-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
