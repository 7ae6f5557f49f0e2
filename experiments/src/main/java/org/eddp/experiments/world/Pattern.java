package org.eddp.experiments.world;

import java.util.SplittableRandom;

/** Patterns: the labels of category {@code texture}. */
enum Pattern implements LabelledConstant {
    /** Nothing; not labelled. */
    PLAIN,
    STRIPED,
    DOTTED,
    CHEQUERED,
    ZIGZAGGED,
    GRIDDED;

    /** Whether the second colour shows; one repeat is one unit. */
    private boolean inked(double u, double v) {
        double across = wave(u);
        double down = wave(v);
        return switch (this) {
            case PLAIN -> false;
            case STRIPED -> across < 0.5;
            case DOTTED -> (across - 0.5) * (across - 0.5) + (down - 0.5) * (down - 0.5) < 0.1;
            case CHEQUERED -> (across < 0.5) ^ (down < 0.5);
            case ZIGZAGGED -> wave(u + Math.abs(down - 0.5)) < 0.5;
            case GRIDDED -> across < 0.22 || down < 0.22;
        };
    }

    private static double wave(double u) {
        return u - Math.floor(u);
    }

    /** One of the patterns, or none about half the time. */
    static Pattern draw(SplittableRandom random) {
        return random.nextBoolean() ? PLAIN : values()[random.nextInt(1, values().length)];
    }

    /**
     * Prints on a surface.
     *
     * @param repeat length of one repeat, in the surface's coordinates
     */
    Surface on(Surface ground, double repeat, SplittableRandom random) {
        if (this == PLAIN) {
            return ground;
        }
        Rgb ink = contrasting(ground.at(0, -0.5), random);
        double angle = random.nextInt(4) * Math.PI / 4 + random.nextDouble(-0.1, 0.1);
        double cos = Math.cos(angle) / repeat;
        double sin = Math.sin(angle) / repeat;
        double shift = random.nextDouble();
        return (x, y) -> inked(cos * x + sin * y + shift, cos * y - sin * x) ? ink : ground.at(x, y);
    }

    private static Rgb contrasting(Rgb ground, SplittableRandom random) {
        Rgb ink = Rgb.paint(random);
        for (int attempt = 0; attempt < 20 && distance(ink, ground) < 0.5; attempt++) {
            ink = Rgb.paint(random);
        }
        return ink;
    }

    private static double distance(Rgb a, Rgb b) {
        return Math.abs(a.red() - b.red()) + Math.abs(a.green() - b.green()) + Math.abs(a.blue() - b.blue());
    }
}
