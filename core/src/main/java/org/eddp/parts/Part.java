package org.eddp.parts;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eddp.failure.InvalidInput;

/**
 * One of several parts that work is divided into: consecutive units, about as many in each part. With more parts than units some are
 * empty.
 *
 * @param number from 1
 * @param of how many parts there are
 */
public record Part(int number, int of) implements Comparable<Part> {
    private static final Pattern WRITTEN = Pattern.compile("([1-9][0-9]{0,6})(?:/|-of-)([1-9][0-9]{0,6})");

    public Part {
        if (number < 1 || number > of) {
            throw new InvalidInput("part " + number + " of " + of + " does not exist; parts are 1 .. " + of);
        }
    }

    /** A part as written, {@code 2/7}. */
    public static Part parse(String text) {
        Matcher matcher = WRITTEN.matcher(text);
        if (!matcher.matches() || !text.contains("/")) {
            throw new InvalidInput(
                    "'" + text + "' is not a part; give its number and how many there are, for example 2/7");
        }
        return of(matcher);
    }

    /** The part whose folder has this name, or null if it is not one of a part. */
    static Part named(String folder) {
        Matcher matcher = WRITTEN.matcher(folder);
        boolean is = matcher.matches()
                && !folder.contains("/")
                && Integer.parseInt(matcher.group(1)) <= Integer.parseInt(matcher.group(2));
        return is ? of(matcher) : null;
    }

    private static Part of(Matcher matcher) {
        return new Part(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    /** Its first unit. */
    public int first(int units) {
        return (int) ((long) units * (number - 1) / of);
    }

    /** The unit behind its last one. */
    public int end(int units) {
        return (int) ((long) units * number / of);
    }

    /** The name of a folder for this part. */
    String folder() {
        return number + "-of-" + of;
    }

    @Override
    public int compareTo(Part other) {
        return of != other.of ? Integer.compare(of, other.of) : Integer.compare(number, other.number);
    }

    @Override
    public String toString() {
        return number + "/" + of;
    }

    /**
     * A finished part.
     *
     * @param part its number and the number of all parts
     * @param folder with its results
     * @param own number of its units
     * @param units number of units of the whole
     * @param unit plural noun for the units
     */
    public record FinishedPart(Part part, Path folder, int own, int units, String unit) {
        /** A part of shards. */
        public FinishedPart(Part part, Path folder, int own, int units) {
            this(part, folder, own, units, PartFolders.SHARDS);
        }
    }
}
