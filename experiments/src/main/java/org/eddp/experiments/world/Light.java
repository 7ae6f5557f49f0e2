package org.eddp.experiments.world;

import java.util.SplittableRandom;

/**
 * The light of a scene: its direction and its effects.
 *
 * @param x direction towards the light, along the picture's rows
 * @param y direction towards the light, down the picture's columns
 * @param modelling how strongly the side of an object that faces the light is brighter than the other
 * @param fall how much darker the picture is at the end far from the light
 * @param tint factors of the three colours: the hue of the light times its strength
 * @param gamma below one for a pale exposure, above for a deep one
 * @param grain deviation of the sensor's noise
 */
record Light(double x, double y, double modelling, double fall, Rgb tint, double gamma, double grain) {
    static Light draw(SplittableRandom random) {
        double angle = random.nextDouble(-Math.PI, 0);
        double strength = random.nextDouble(0.75, 1.15);
        double warmth = random.nextDouble(-0.18, 0.18);
        double green = random.nextDouble(-0.07, 0.07);
        return new Light(
                Math.cos(angle),
                Math.sin(angle),
                random.nextDouble(0.15, 0.5),
                random.nextDouble(0, 0.4),
                new Rgb(strength * (1 + warmth), strength * (1 + green), strength * (1 - warmth)),
                random.nextDouble(0.8, 1.25),
                random.nextDouble(0.005, 0.035));
    }

    /** Factor for a point of a piece, at an offset from the piece's middle in units of half its size. */
    double modelled(double across, double down) {
        return Math.max(0.3, 1 + modelling * (across * x + down * y) * 0.7);
    }

    /** Factor for a point of the picture, from -1 to 1 across and down. */
    double fallen(double across, double down) {
        return 1 - fall * 0.5 * (1 - (across * x + down * y) * 0.7);
    }
}
