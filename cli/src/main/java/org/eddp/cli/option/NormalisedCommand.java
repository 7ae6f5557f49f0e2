package org.eddp.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eddp.files.FileNames;

/**
 * A command line in normalised form: without output folders and options that results do not depend on, with folders of eddp
 * named by their role, and other files without their folders. Equal requests have equal text on every machine.
 */
public final class NormalisedCommand {
    /** Options with a value that changes nothing in a result: where it goes, and how it is made. */
    static final Set<String> LEFT_OUT = Set.of(
            "--threads",
            "--out",
            "--json",
            "--csv",
            "--latex",
            "--html",
            "--svg",
            "--memory",
            "--checkpoint-seconds",
            "--export-crops",
            "--part",
            "--spark",
            "--image-folder");

    /** The same without a value. */
    static final Set<String> LEFT_OUT_FLAGS = Set.of("--resume", "--overwrite", "--verbose");

    /** Commands whose work may be divided, where neither the part nor that parts were put together changes a result. */
    private static final Set<String> DIVIDED = Set.of("features", "label", "evaluate", "influence");

    /** Folders of eddp. */
    static final Map<String, String> OWN = Map.of("--run", "RUN", "--features", "FEATURES");

    /** Files that are called by their names. */
    static final Set<String> NAMED = Set.of(
            "--network",
            "--images",
            "--image",
            "--dataset",
            "--class-names",
            "--evaluate",
            "--embedder",
            "--labels-of",
            "--image-encoder",
            "--words",
            "--word-embeddings",
            "--text-encoder",
            "--tokenizer",
            "--import",
            "--against");

    /** Commands whose files have no option before them. */
    private static final Set<String> PLAIN_FILES = Set.of("compare", "import", "look");

    private NormalisedCommand() {}

    /** The words of a command line that say what is asked for. */
    public static List<String> of(List<String> arguments) {
        String command = arguments.isEmpty() ? "" : arguments.get(0);
        boolean plain = PLAIN_FILES.contains(command);
        List<String> asked = new ArrayList<>();
        for (int k = 0; k < arguments.size(); k++) {
            String argument = arguments.get(k);
            int equals = argument.startsWith("--") ? argument.indexOf('=') : -1;
            String name = equals < 0 ? argument : argument.substring(0, equals);
            if (LEFT_OUT_FLAGS.contains(name) || name.equals("--merge") && DIVIDED.contains(command)) {
                continue;
            }
            boolean takesValue = LEFT_OUT.contains(name) || OWN.containsKey(name) || NAMED.contains(name);
            if (!takesValue) {
                boolean file = plain
                        && k > 0
                        && !argument.startsWith("--")
                        && !asked.get(asked.size() - 1).startsWith("--");
                asked.add(file ? name(argument) : argument);
                continue;
            }
            String value =
                    equals >= 0 ? argument.substring(equals + 1) : k + 1 < arguments.size() ? arguments.get(++k) : "";
            if (!LEFT_OUT.contains(name)) {
                asked.add(name);
                asked.add(value(name, value));
            }
        }
        return asked;
    }

    private static String value(String option, String value) {
        boolean several = value.contains(",");
        if (OWN.containsKey(option) && !several) {
            return OWN.get(option);
        }
        return option.equals("--run") && several
                ? Arrays.stream(value.split(",")).map(NormalisedCommand::name).collect(Collectors.joining(","))
                : name(value);
    }

    private static String name(String path) {
        return path.isEmpty() ? path : FileNames.last(Path.of(path));
    }
}
