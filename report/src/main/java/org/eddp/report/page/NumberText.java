package org.eddp.report.page;

import java.util.Arrays;
import java.util.Locale;
import org.eddp.math.Median;

/** Numbers as the page writes them, and the few summaries it needs. The same on every machine, whatever its locale. */
public final class NumberText {
    public static final String MISSING = "n/a";

    private NumberText() {}

    /** A number with fixed decimals and a true minus sign. */
    public static String fixed(double value, int decimals) {
        if (Double.isNaN(value)) {
            return MISSING;
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "\u221e" : "\u2212\u221e";
        }
        String text = String.format(Locale.ROOT, "%." + decimals + "f", Math.abs(value));
        boolean zero = text.chars().allMatch(c -> c == '0' || c == '.');
        return value < 0 && !zero ? "\u2212" + text : text;
    }

    /**
     * A score whose best value is 1: three decimals, more where rounding would turn "almost" into exactly 1. Float noise
     * below half a millionth counts as 1.
     */
    public static String score(double value) {
        for (int decimals = 3; decimals <= 6; decimals++) {
            String text = fixed(value, decimals);
            if (value >= 1 || Double.isNaN(value) || Double.parseDouble(text.replace('\u2212', '-')) < 1) {
                return text;
            }
        }
        return fixed(value, 3);
    }

    /** Three significant digits, for losses of any size. */
    public static String significant(double value) {
        double size = Math.abs(value);
        if (value == 0 || !Double.isFinite(value)) {
            return value == 0 ? "0" : fixed(value, 0);
        }
        if (size < 1e-4 || size >= 1e6) {
            return String.format(Locale.ROOT, "%.1e", value)
                    .replace("e-0", "e-")
                    .replace("e+0", "e")
                    .replace('-', '\u2212');
        }
        int decimals = Math.max(0, 2 - (int) Math.floor(Math.log10(size)));
        return fixed(value, decimals);
    }

    /** A number with as few digits as possible: 0.5, 15, 0. */
    public static String plain(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e9) {
            return fixed(value, 0);
        }
        String text = significant(value);
        return text.contains(".") && !text.contains("e") ? text.replaceAll("\\.?0+$", "") : text;
    }

    public static String percent(double share, int decimals) {
        return Double.isNaN(share) ? MISSING : fixed(100 * share, decimals) + "\u00a0%";
    }

    /** The smallest value; NaN if there is none or if one is missing, so that a gap never looks like a pass. */
    public static double smallest(double[] values) {
        return Arrays.stream(values).reduce(Math::min).orElse(Double.NaN);
    }

    /** The median of the values that are there; NaN if there are none. */
    public static double median(double[] values) {
        return Median.of(Arrays.stream(values).filter(v -> !Double.isNaN(v)).toArray());
    }
}
