package org.eddp.names;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.files.Inputs;
import org.eddp.files.json.Json;

/**
 * The names of the classes of a network.
 *
 * @param source of the names: a file, or {@link #IMAGENET}; null if classes have no names
 * @param names class k is called {@code names.get(k)}
 */
public record ClassNames(@Json.MayBeNull String source, List<String> names) {
    /** Classes without names. */
    public static final ClassNames NONE = new ClassNames(null, List.of());

    /** Stands for the names of {@link ImageNet} in place of a file. */
    public static final String IMAGENET = "imagenet";

    /** Stands for numbers in place of a file of names. */
    public static final String NUMBERS = "none";

    public ClassNames {
        names = List.copyOf(names);
    }

    /**
     * The names that a user chooses.
     *
     * @param given a file with one name per line, where line k (from 0) is class k; or {@link #IMAGENET} or
     *     {@link #NUMBERS}
     * @throws FileFailure if the file cannot be read
     */
    public static ClassNames read(Path given) {
        return switch (given.toString()) {
            case IMAGENET -> ImageNet.names();
            case NUMBERS -> NONE;
            default -> readFile(given);
        };
    }

    private static ClassNames readFile(Path file) {
        try {
            List<String> lines = new ArrayList<>(Inputs.lines(file));
            while (!lines.isEmpty() && lines.get(lines.size() - 1).isBlank()) {
                lines.remove(lines.size() - 1);
            }
            return new ClassNames(
                    file.toString(), lines.stream().map(ClassNames::forPeople).toList());
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    /** Many lists have underscores for spaces. */
    private static String forPeople(String line) {
        return line.replace('_', ' ').strip();
    }

    /** A class by its number. */
    public Named of(int number) {
        return new Named(number, number < names.size() ? names.get(number) : null);
    }

    /** Whether there is a name for every class, or for none. */
    public boolean fit(int classes) {
        return source == null || names.size() == classes;
    }

    /**
     * Refuses names if there are not as many as the network has classes: a list that is shifted by one, or of another network,
     * would give every class a wrong name.
     *
     * @param classes number of classes of the network
     */
    public void requireFit(int classes) {
        if (!fit(classes)) {
            throw new FileFailure("there are " + names.size() + " class names in " + source + ", but the network has "
                    + classes + " classes; line k (counted from 0) must be the name of class k");
        }
    }

    /**
     * A class as a user names it: its number or its name.
     *
     * @param what is being chosen, for messages
     * @param classes number of classes of the network
     */
    public int parse(String what, String text, int classes) {
        if (text.matches("\\d{1,9}")) {
            int number = Integer.parseInt(text);
            if (number >= classes) {
                throw new InvalidInput(
                        what + " " + text + " does not exist: the network has classes 0 .. " + (classes - 1));
            }
            return number;
        }
        if (names.isEmpty()) {
            throw new InvalidInput(what + " " + text + ": classes have no names here; give a number within 0 .. "
                    + (classes - 1) + ", or a file with the names of the classes");
        }
        List<String> usable = names.subList(0, Math.min(names.size(), classes));
        for (int k = 0; k < usable.size(); k++) {
            if (plain(usable.get(k)).equals(plain(text))) {
                return k;
            }
        }
        throw new InvalidInput(
                what + " " + text + " does not exist; nearest are " + String.join(", ", SimilarNames.of(text, usable)));
    }

    /** Spaces, underscores and case do not matter: folders are often named that way. */
    private static String plain(String name) {
        return name.replace('_', ' ').strip().toLowerCase(Locale.ROOT);
    }
}
