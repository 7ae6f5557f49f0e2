package org.eddp.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eddp.files.FileFailure;
import org.eddp.names.Named;
import org.eddp.names.NearNames;
import picocli.CommandLine.Option;

/** The option {@code --class-names}, and classes given by number or name. */
final class ClassNames {
    @Option(
            names = "--class-names",
            paramLabel = "FILE",
            description = "Names of the classes, one per line; line k (from 0) is class k.")
    private Path file;

    private List<String> names;
    private boolean compared;

    /** A class by its number. */
    Named of(int number) {
        List<String> known = names();
        return new Named(number, number < known.size() ? known.get(number) : null);
    }

    /**
     * Says so, once, if the file has not as many names as the network has classes: a list that is shifted by one, or of another
     * network, would give every class a wrong name.
     *
     * @param classes number of classes of the network
     */
    void compare(int classes) {
        int lines = names().size();
        if (file != null && lines != classes && !compared) {
            compared = true;
            System.err.println("--class-names " + file + " has " + lines + (lines == 1 ? " line" : " lines")
                    + ", but the network " + classes + " classes; line k (counted from 0) must be the name of class k,"
                    + " so names may be wrong");
        }
    }

    /**
     * A class as a user says it.
     *
     * @param option for messages
     * @param classes number of classes of the network
     */
    int parse(String option, String text, int classes) {
        if (text.matches("\\d{1,9}")) {
            int number = Integer.parseInt(text);
            if (number >= classes) {
                throw new IllegalArgumentException(
                        option + " " + text + " does not exist: the network has classes 0 .. " + (classes - 1));
            }
            return number;
        }
        List<String> known = names();
        if (known.isEmpty()) {
            throw new IllegalArgumentException(
                    option + " " + text + ": classes have no names here; give a number within 0 .. " + (classes - 1)
                            + ", or the names with --class-names FILE");
        }
        List<String> usable = known.subList(0, Math.min(known.size(), classes));
        for (int k = 0; k < usable.size(); k++) {
            if (plain(usable.get(k)).equals(plain(text))) {
                return k;
            }
        }
        throw new IllegalArgumentException(
                option + " " + text + " does not exist; nearest are " + String.join(", ", NearNames.of(text, usable)));
    }

    /** Spaces, underscores and case do not matter: folders are often named that way. */
    private static String plain(String name) {
        return name.replace('_', ' ').strip().toLowerCase(Locale.ROOT);
    }

    private List<String> names() {
        if (names == null) {
            names = new ArrayList<>();
            if (file != null) {
                try {
                    Files.readAllLines(file).forEach(line -> names.add(line.strip()));
                } catch (IOException e) {
                    throw FileFailure.reading(file, e);
                }
            }
        }
        return names;
    }
}
