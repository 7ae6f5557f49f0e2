package org.eddp.experiments.world;

/** How materials look from close by. Lengths are in units of the object (about its height) or of the picture. */
final class MaterialTextures {
    private MaterialTextures() {}

    static Surface bricks(long seed, Rgb colour, double width, double height) {
        Rgb mortar = colour.mix(new Rgb(0.8, 0.78, 0.74), 0.7);
        return (x, y) -> {
            int row = (int) Math.floor(y / height);
            double along = x / width + (row % 2 == 0 ? 0 : 0.5);
            int brick = (int) Math.floor(along);
            boolean joint = y / height - row < 0.16 || along - brick < 0.09;
            return joint ? mortar : colour.times(0.75 + 0.5 * Noise.cell(seed, brick, row));
        };
    }

    static Surface scales(long seed, Rgb colour, double size) {
        return (x, y) -> {
            int row = (int) Math.floor(y / size);
            double along = x / size + (row % 2 == 0 ? 0 : 0.5);
            int tile = (int) Math.floor(along);
            double u = along - tile - 0.5;
            double v = y / size - row;
            double rim = v - Math.sqrt(Math.max(0, 1 - 4 * u * u)) * 0.7;
            return colour.times((rim > 0.1 ? 0.55 : 0.8 + 0.3 * v) * (0.85 + 0.3 * Noise.cell(seed, tile, row)));
        };
    }

    static Surface planks(long seed, Rgb colour) {
        return (x, y) -> {
            int plank = (int) Math.floor(y / 0.12);
            double grain = Noise.rough(seed + plank, 4 * x, 45 * y);
            boolean gap = y / 0.12 - plank < 0.1;
            return colour.times(gap ? 0.5 : 0.65 + 0.3 * grain + 0.35 * Noise.cell(seed, plank, 7));
        };
    }

    static Surface speckled(long seed, Rgb colour, double across, double down, double contrast) {
        return (x, y) -> colour.times(1
                - contrast
                + 1.3 * contrast * Noise.rough(seed, across * x, down * y)
                + 0.5 * contrast * Noise.smooth(seed + 5, 5 * x, 5 * y));
    }

    static Surface ripples(long seed, Rgb colour) {
        return (x, y) -> {
            double bend = Noise.rough(seed, 6 * x, 18 * y);
            double crest = Math.sin(70 * y + 9 * bend);
            return colour.mix(new Rgb(0.92, 0.97, 1), crest > 0.75 ? 0.5 : 0)
                    .times(0.75 + 0.2 * crest * crest + 0.2 * bend);
        };
    }

    static Surface leaves(long seed, Rgb colour) {
        return (x, y) -> colour.times(0.35 + 1.3 * Noise.rough(seed, 14 * x, 14 * y));
    }

    static Surface blotches(long seed, Rgb colour, double scale, double contrast) {
        return (x, y) -> colour.times(1 - contrast + 2 * contrast * Noise.rough(seed, scale * x, scale * y));
    }

    /** Paint that mirrors a bright band. */
    static Surface gloss(long seed, Rgb colour) {
        double band = 0.2 + 0.6 * Noise.cell(seed, 0, 0);
        return (x, y) -> {
            double far = (-y - band) / 0.12;
            return colour.mix(new Rgb(1, 1, 1), 0.55 * Math.exp(-far * far));
        };
    }

    static Surface reflections(long seed, Rgb colour) {
        return (x, y) -> {
            double stripe = Noise.smooth(seed, 12 * (x - y), 0.5);
            return colour.mix(new Rgb(0.95, 0.98, 1), stripe > 0.6 ? 0.6 : 0.15 * stripe);
        };
    }

    static Surface weave(long seed, Rgb colour) {
        return (x, y) -> colour.times(0.85 + 0.3 * Noise.smooth(seed, 40 * x, 40 * y));
    }

    /** The sky: paler towards the horizon, with a veil of clouds. */
    static Surface sky(long seed, Rgb zenith, Rgb horizon, double height, double veil) {
        return (x, y) -> zenith.mix(horizon, Math.min(1, Math.max(0, y / height)))
                .mix(new Rgb(0.96, 0.96, 0.97), veil * Math.max(0, Noise.rough(seed, 3 * x, 7 * y) - 0.45));
    }
}
