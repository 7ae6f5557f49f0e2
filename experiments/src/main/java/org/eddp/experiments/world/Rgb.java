package org.eddp.experiments.world;

import java.util.SplittableRandom;

/**
 * A colour of light.
 *
 * @param red from 0 to 1
 * @param green from 0 to 1
 * @param blue from 0 to 1
 */
record Rgb(double red, double green, double blue) {
    /** From hue (turns), saturation and value. */
    static Rgb hsv(double hue, double saturation, double value) {
        double sector = (hue - Math.floor(hue)) * 6;
        double chroma = value * saturation;
        double between = chroma * (1 - Math.abs(sector % 2 - 1));
        double grey = value - chroma;
        return switch ((int) sector) {
            case 0 -> new Rgb(grey + chroma, grey + between, grey);
            case 1 -> new Rgb(grey + between, grey + chroma, grey);
            case 2 -> new Rgb(grey, grey + chroma, grey + between);
            case 3 -> new Rgb(grey, grey + between, grey + chroma);
            case 4 -> new Rgb(grey + between, grey, grey + chroma);
            default -> new Rgb(grey + chroma, grey, grey + between);
        };
    }

    /** Any paint: mostly saturated, now and then white, grey or black. */
    static Rgb paint(SplittableRandom random) {
        if (random.nextInt(6) == 0) {
            return hsv(0, 0, random.nextDouble(0.08, 0.95));
        }
        return hsv(random.nextDouble(), random.nextDouble(0.45, 0.95), random.nextDouble(0.35, 0.95));
    }

    /** Brighter or darker. */
    Rgb times(double factor) {
        return new Rgb(red * factor, green * factor, blue * factor);
    }

    /** A share of another colour mixed in. */
    Rgb mix(Rgb other, double share) {
        return new Rgb(
                red + share * (other.red - red),
                green + share * (other.green - green),
                blue + share * (other.blue - blue));
    }
}
