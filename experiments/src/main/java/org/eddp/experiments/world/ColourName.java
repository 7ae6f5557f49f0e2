package org.eddp.experiments.world;

/** The eleven basic colour terms (Berlin and Kay, 1969): the labels of category {@code color}. */
enum ColourName implements LabelledConstant {
    BLACK,
    BLUE,
    BROWN,
    GREEN,
    GREY,
    ORANGE,
    PINK,
    PURPLE,
    RED,
    WHITE,
    YELLOW;

    /** What most people would call a colour; components from 0 to 1. */
    static ColourName of(double red, double green, double blue) {
        double value = Math.max(red, Math.max(green, blue));
        double chroma = value - Math.min(red, Math.min(green, blue));
        double saturation = value == 0 ? 0 : chroma / value;
        if (value < 0.16) {
            return BLACK;
        }
        if (saturation < 0.14) {
            return value > 0.8 ? WHITE : GREY;
        }
        return ofHue(hue(red, green, blue, value, chroma), saturation, value);
    }

    /** Hue in degrees. */
    private static double hue(double red, double green, double blue, double value, double chroma) {
        double sector = value == red
                ? (green - blue) / chroma
                : value == green ? 2 + (blue - red) / chroma : 4 + (red - green) / chroma;
        return (60 * sector + 360) % 360;
    }

    private static ColourName ofHue(double hue, double saturation, double value) {
        if (hue < 15 || hue >= 345) {
            return saturation < 0.5 && value > 0.7 ? PINK : value < 0.35 ? BROWN : RED;
        }
        if (hue < 45) {
            return value > 0.75 && saturation > 0.6 ? ORANGE : BROWN;
        }
        if (hue < 68) {
            return value > 0.55 ? YELLOW : hue < 55 ? BROWN : GREEN;
        }
        if (hue < 165) {
            return GREEN;
        }
        if (hue < 255) {
            return BLUE;
        }
        if (hue < 300) {
            return PURPLE;
        }
        return value > 0.6 ? PINK : PURPLE;
    }
}
