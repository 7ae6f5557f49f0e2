package org.eddp.cli.option;

import java.lang.reflect.AnnotatedElement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eddp.files.FileNames;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A command line in normalised form: without output folders and other options that are {@link NotRecorded}, with folders of eddp
 * named by their role, and other files without their folders. Equal requests have equal text on every machine.
 */
public final class NormalisedCommand {
    /** Folders of eddp. */
    private static final Map<String, String> ROLES = Map.of("--run", "RUN", "--features", "FEATURES");

    private NormalisedCommand() {}

    /** The words of a command line that define the request. */
    public static List<String> of(CommandSpec program, List<String> arguments) {
        CommandSpec command = CommandText.command(program, arguments);
        boolean files = command.positionalParameters().stream().anyMatch(NormalisedCommand::isFile);
        List<String> asked = new ArrayList<>();
        for (int k = 0; k < arguments.size(); k++) {
            String argument = arguments.get(k);
            int equals = argument.startsWith("--") ? argument.indexOf('=') : -1;
            OptionSpec option = CommandText.option(command, equals < 0 ? argument : argument.substring(0, equals));
            if (option == null) {
                asked.add(files ? name(argument) : argument);
                continue;
            }
            boolean next = equals < 0
                    && k + 1 < arguments.size()
                    && (option.arity().min() > 0
                            || option.arity().max() > 0 && !arguments.get(k + 1).startsWith("-"));
            String value = equals >= 0 ? argument.substring(equals + 1) : next ? arguments.get(++k) : null;
            if (isNotRecorded(option)) {
                continue;
            }
            if (value != null && isFile(option)) {
                asked.addAll(List.of(option.longestName(), value(option, value)));
            } else {
                asked.add(argument);
                if (next) {
                    asked.add(value);
                }
            }
        }
        return asked;
    }

    static boolean isNotRecorded(OptionSpec option) {
        return option.userObject() instanceof AnnotatedElement field && field.isAnnotationPresent(NotRecorded.class);
    }

    private static boolean isFile(ArgSpec argument) {
        return argument.type() == Path.class
                || Arrays.asList(argument.auxiliaryTypes()).contains(Path.class);
    }

    private static String value(OptionSpec option, String value) {
        if (option.splitRegex().isEmpty() || !value.contains(",")) {
            return ROLES.getOrDefault(option.longestName(), name(value));
        }
        return Arrays.stream(value.split(",", -1)).map(NormalisedCommand::name).collect(Collectors.joining(","));
    }

    private static String name(String path) {
        return path.isEmpty() ? path : FileNames.last(Path.of(path));
    }
}
