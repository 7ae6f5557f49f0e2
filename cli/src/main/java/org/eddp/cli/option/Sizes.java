package org.eddp.cli.option;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eddp.failure.InvalidInput;
import org.eddp.features.Grid;

/** Sizes on the command line, such as 14x14, and numbers of megabytes. */
public final class Sizes {
    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,4})[xX]([1-9][0-9]{0,4})");

    private Sizes() {}

    /** Height and width; one number stands for both. */
    public static int[] parse(String option, String text) {
        Matcher matcher = SIZE.matcher(text.contains("x") || text.contains("X") ? text : text + "x" + text);
        if (!matcher.matches()) {
            throw new InvalidInput(option + " " + text + " is not a size; give height and width, for example 14x14");
        }
        return new int[] {Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))};
    }

    /** The same as the grid of a layer. */
    public static Grid grid(String option, String text) {
        int[] size = parse(option, text);
        return new Grid(size[0], size[1]);
    }

    /** Bytes of a number of megabytes, which must be at least one. */
    public static long megabytes(String option, double megabytes) {
        double bytes = megabytes * (1 << 20);
        if (!(bytes >= 1 && bytes <= 1 << 30)) {
            throw new InvalidInput(
                    option + " " + megabytes + " must be a number of megabytes above 0, and 1024 at most");
        }
        return (long) bytes;
    }
}
