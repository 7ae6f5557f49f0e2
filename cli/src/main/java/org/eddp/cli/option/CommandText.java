package org.eddp.cli.option;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.eddp.files.json.Circumstances.Request;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A command line that the program prints, built from the model of its commands. */
public final class CommandText {
    private final CommandSpec program;
    private final CommandSpec command;
    private final List<String> arguments;

    private CommandText(CommandSpec program, List<String> arguments) {
        this.program = program;
        this.command = command(program, arguments);
        this.arguments = new ArrayList<>(arguments);
    }

    /** A command without options; {@link #with} adds them. */
    public static CommandText start(CommandSpec program, String command) {
        return new CommandText(program, List.of(command));
    }

    /**
     * Adds an option.
     *
     * @param value null, false and empty lists leave the option out; true is an option without a value
     * @throws IllegalArgumentException if the command does not have the option
     */
    public CommandText with(String name, Object value) {
        if (option(command, name) == null) {
            throw new IllegalArgumentException("eddp " + command.name() + " has no option " + name);
        }
        if (value == null || value.equals(false) || value instanceof Collection<?> values && values.isEmpty()) {
            return this;
        }
        arguments.add(name);
        if (value instanceof Collection<?> values) {
            arguments.add(values.stream().map(CommandText::word).collect(Collectors.joining(",")));
        } else if (!value.equals(true)) {
            arguments.add(word(value));
        }
        return this;
    }

    /** Adds the options for which an object with picocli's annotations has values. */
    public CommandText with(Object options) {
        CommandSpec.forAnnotatedObject(options)
                .options()
                .forEach(option -> with(option.longestName(), (Object) option.getValue()));
        return this;
    }

    /**
     * Adds the options of the command that is being run, if this command has them too and the options change the result.
     * Options that were added before stay.
     */
    public CommandText withOptionsOf(CommandSpec running) {
        for (OptionSpec given : running.commandLine().getParseResult().matchedOptions()) {
            String name = given.longestName();
            if (option(command, name) != null && !arguments.contains(name) && !NormalisedCommand.isNotRecorded(given)) {
                with(name, (Object) given.getValue());
            }
        }
        return this;
    }

    /** The command. */
    public CommandSpec command() {
        return command;
    }

    /** Adds words without quoting them. */
    public CommandText and(List<String> words) {
        arguments.addAll(words);
        return this;
    }

    private static String word(Object value) {
        return value instanceof Double
                ? value.toString().replaceFirst("\\.0$", "").toLowerCase(Locale.ROOT)
                : value instanceof Enum<?> constant ? constant.name().toLowerCase(Locale.ROOT) : value.toString();
    }

    public Request request() {
        return request(program, arguments);
    }

    @Override
    public String toString() {
        return ShellText.of(program, arguments);
    }

    /** The command at the beginning of a command line; the program itself if there is none. */
    static CommandSpec command(CommandSpec program, List<String> arguments) {
        CommandSpec command = program;
        for (String word : arguments) {
            CommandLine sub = command.subcommands().get(word);
            if (sub == null) {
                break;
            }
            command = sub.getCommandSpec();
        }
        return command;
    }

    /** Finds an option by one of its names, negated ones included; null if there is none. */
    static OptionSpec option(CommandSpec command, String name) {
        OptionSpec option = command.optionsMap().get(name);
        return option != null ? option : command.negatedOptionsMap().get(name);
    }

    /** Whether the command of a command line has an option. */
    public static boolean takes(CommandSpec program, List<String> arguments, String option) {
        return option(command(program, arguments), option) != null;
    }

    /** The command line that is being run. */
    public static Request of(CommandSpec spec) {
        List<String> typed = spec.commandLine().getParseResult().originalArgs();
        return new Request(ShellText.of(NormalisedCommand.of(spec.root(), typed)), ShellText.of(typed));
    }

    /** A command line, and how it is given. */
    public static Request request(CommandSpec program, List<String> arguments) {
        return new Request(ShellText.of(NormalisedCommand.of(program, arguments)), ShellText.of(program, arguments));
    }
}
