package org.eddp.experiments.world;

/** Random fields over the plane that are functions of position and seed only, so pixels can be shaded in any order. */
final class Noise {
    private Noise() {}

    /** An independent number from 0 to 1 for every cell of the integer grid. */
    static double cell(long seed, int x, int y) {
        long h = seed + 0x9E3779B97F4A7C15L * (x * 0x1F123BB5L + y * 0x5F356495L + 1);
        h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
        h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
        return ((h ^ (h >>> 31)) >>> 11) * 0x1p-53;
    }

    /** A smooth field from 0 to 1 that changes over about one unit. */
    static double smooth(long seed, double x, double y) {
        int left = (int) Math.floor(x);
        int top = (int) Math.floor(y);
        double u = fade(x - left);
        double v = fade(y - top);
        double upper = mix(cell(seed, left, top), cell(seed, left + 1, top), u);
        double lower = mix(cell(seed, left, top + 1), cell(seed, left + 1, top + 1), u);
        return mix(upper, lower, v);
    }

    /** A field from 0 to 1 with detail on three scales, the coarsest about one unit. */
    static double rough(long seed, double x, double y) {
        return (4 * smooth(seed, x, y) + 2 * smooth(seed + 1, 2 * x, 2 * y) + smooth(seed + 2, 4 * x, 4 * y)) / 7;
    }

    private static double fade(double t) {
        return t * t * (3 - 2 * t);
    }

    private static double mix(double a, double b, double share) {
        return a + share * (b - a);
    }
}
