package org.eddp.names;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eddp.files.FileFailure;
import org.eddp.files.Inputs;

/**
 * What the classes of a network are called.
 *
 * @param file they come from, or null if classes have no names
 * @param names class k is called {@code names.get(k)}
 */
public record ClassNames(Path file, List<String> names) {
    /** Classes without names. */
    public static final ClassNames NONE = new ClassNames(null, List.of());

    public ClassNames {
        names = List.copyOf(names);
    }

    /**
     * Reads a file with one name per line; line k (from 0) is class k.
     *
     * @param file or null for {@link #NONE}
     */
    public static ClassNames read(Path file) {
        if (file == null) {
            return NONE;
        }
        try {
            return new ClassNames(
                    file, Inputs.lines(file).stream().map(String::strip).toList());
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    /** A class by its number. */
    public Named of(int number) {
        return new Named(number, number < names.size() ? names.get(number) : null);
    }

    /**
     * What to say if there are not as many names as the network has classes: a list that is shifted by one, or of another
     * network, would give every class a wrong name.
     *
     * @param classes number of classes of the network
     */
    public Optional<String> doubts(int classes) {
        return file == null || names.size() == classes
                ? Optional.empty()
                : Optional.of("the file of class names " + file + " has " + names.size()
                        + (names.size() == 1 ? " line" : " lines") + ", but the network " + classes
                        + " classes; line k (counted from 0) must be the name of class k, so names may be wrong");
    }

    /**
     * A class as a user says it: its number or its name.
     *
     * @param what is being chosen, for messages
     * @param classes number of classes of the network
     */
    public int parse(String what, String text, int classes) {
        if (text.matches("\\d{1,9}")) {
            int number = Integer.parseInt(text);
            if (number >= classes) {
                throw new IllegalArgumentException(
                        what + " " + text + " does not exist: the network has classes 0 .. " + (classes - 1));
            }
            return number;
        }
        if (names.isEmpty()) {
            throw new IllegalArgumentException(
                    what + " " + text + ": classes have no names here; give a number within 0 .. " + (classes - 1)
                            + ", or a file with the names of the classes");
        }
        List<String> usable = names.subList(0, Math.min(names.size(), classes));
        for (int k = 0; k < usable.size(); k++) {
            if (plain(usable.get(k)).equals(plain(text))) {
                return k;
            }
        }
        throw new IllegalArgumentException(
                what + " " + text + " does not exist; nearest are " + String.join(", ", SimilarNames.of(text, usable)));
    }

    /** Spaces, underscores and case do not matter: folders are often named that way. */
    private static String plain(String name) {
        return name.replace('_', ' ').strip().toLowerCase(Locale.ROOT);
    }
}
