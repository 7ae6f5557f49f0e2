package org.eddp.decomposition;

import org.eddp.failure.InvalidInput;

/** Argument checks whose messages name the value, the limit and, where there is one, the remedy. */
public final class Checks {
    private Checks() {}

    public static void atLeastOne(String name, int value) {
        if (value < 1) {
            throw new InvalidInput(name + " = " + value + " must be at least 1");
        }
    }

    public static void tolerance(double value, double usual) {
        if (!(value > 0 && value < 1)) {
            throw new InvalidInput(
                    "tolerance = " + value + " must be greater than 0 and less than 1; the default is " + usual);
        }
    }

    public static void enoughPatches(String name, int value, Tiles x) {
        if (value > x.patches()) {
            throw new InvalidInput(name + " = " + value + " exceeds the " + x.patches()
                    + " patches of X; pass more patches or use at most " + x.patches());
        }
    }

    static void enoughFeatures(String name, int value, Tiles x) {
        if (value > x.features()) {
            throw new InvalidInput(
                    name + " = " + value + " exceeds feature width " + x.features() + "; use at most " + x.features());
        }
    }
}
