package org.eddp.report.draw;

import java.util.ArrayList;
import java.util.List;

/**
 * The range of an axis and its round tick values.
 *
 * @param min lower end
 * @param max upper end, above {@code min}
 * @param ticks where to write a number, ascending, inside the range
 */
record Axis(double min, double max, List<Double> ticks) {

    /** Ends on round ticks that enclose both values. */
    static Axis enclosing(double low, double high, int about) {
        double step = roundStep(low, high, about);
        double min = Math.floor(low / step + 1e-9) * step;
        double max = Math.ceil(high / step - 1e-9) * step;
        if (max <= min) {
            // A constant: show it inside the range, at the foot only if it is zero.
            min = low == 0 ? 0 : min - step;
            max = max + step;
        }
        return new Axis(min, max, ticks(min, max, step));
    }

    /** Ends exactly on the two values; ticks inside. */
    static Axis exact(double low, double high, int about) {
        double max = high > low ? high : low + 1;
        return new Axis(low, max, ticks(low, max, roundStep(low, max, about)));
    }

    /** The same ticks with a little room at both ends, so that a line drawn on an end is not cut. */
    Axis padded() {
        double room = 0.05 * (max - min);
        return new Axis(min - room, max + room, ticks);
    }

    private static double roundStep(double low, double high, int about) {
        double span = high > low ? high - low : Math.max(Math.abs(high), 1);
        double rough = span / about;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double lead = rough / power;
        return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
    }

    private static List<Double> ticks(double min, double max, double step) {
        List<Double> ticks = new ArrayList<>();
        for (long k = (long) Math.ceil(min / step - 1e-9); k * step <= max + 1e-9 * step; k++) {
            ticks.add(k * step);
        }
        return List.copyOf(ticks);
    }
}
