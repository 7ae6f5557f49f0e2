package org.eddp.experiments.world;

import java.util.SplittableRandom;

/** Materials: the labels of category {@code material}. Each drawing has its own shade. */
enum Material implements LabelledConstant {
    BRICK,
    WOOD,
    GRASS,
    SAND,
    WATER,
    SNOW,
    ASPHALT,
    FOLIAGE,
    METAL,
    GLASS,
    RUBBER,
    FABRIC,
    SKIN,
    STONE,
    PLASTER,
    TILE,
    PLASTIC;

    /** A shade of this material without a pattern. */
    Finish finish(SplittableRandom random) {
        return new Finish(this, Pattern.PLAIN, surface(random));
    }

    /**
     * A shade of this material with a pattern.
     *
     * @param repeat length of one repeat of the pattern
     */
    Finish finish(Pattern pattern, double repeat, SplittableRandom random) {
        return new Finish(this, pattern, pattern.on(surface(random), repeat, random));
    }

    private Surface surface(SplittableRandom random) {
        long seed = random.nextLong();
        return switch (this) {
            case BRICK -> MaterialTextures.bricks(seed, masonry(random), 0.1, 0.045);
            case TILE -> MaterialTextures.scales(seed, masonry(random).times(0.85), 0.09);
            case WOOD ->
                MaterialTextures.planks(
                        seed, Rgb.hsv(0.07, random.nextDouble(0.35, 0.75), random.nextDouble(0.3, 0.75)));
            case GRASS ->
                MaterialTextures.speckled(
                        seed, Rgb.hsv(random.nextDouble(0.2, 0.36), 0.65, random.nextDouble(0.35, 0.7)), 70, 25, 0.5);
            case SAND ->
                MaterialTextures.speckled(
                        seed, Rgb.hsv(random.nextDouble(0.09, 0.13), 0.4, random.nextDouble(0.65, 0.9)), 90, 90, 0.22);
            case SNOW ->
                MaterialTextures.speckled(
                        seed, Rgb.hsv(0.58, random.nextDouble(0.02, 0.1), random.nextDouble(0.8, 0.97)), 6, 9, 0.12);
            case ASPHALT ->
                MaterialTextures.speckled(seed, Rgb.hsv(0.6, 0.06, random.nextDouble(0.2, 0.45)), 80, 80, 0.35);
            case WATER ->
                MaterialTextures.ripples(
                        seed, Rgb.hsv(random.nextDouble(0.48, 0.62), 0.65, random.nextDouble(0.4, 0.75)));
            case FOLIAGE ->
                MaterialTextures.leaves(
                        seed, Rgb.hsv(leafHue(random), random.nextDouble(0.55, 0.85), random.nextDouble(0.3, 0.65)));
            case METAL -> MaterialTextures.gloss(seed, Rgb.paint(random));
            case GLASS ->
                MaterialTextures.reflections(
                        seed, Rgb.hsv(0.56, random.nextDouble(0.1, 0.4), random.nextDouble(0.25, 0.75)));
            case RUBBER -> MaterialTextures.speckled(seed, Rgb.hsv(0, 0, random.nextDouble(0.06, 0.16)), 30, 30, 0.2);
            case FABRIC -> MaterialTextures.weave(seed, Rgb.paint(random));
            case SKIN -> Surface.plain(Rgb.hsv(0.06, random.nextDouble(0.3, 0.6), random.nextDouble(0.35, 0.95)));
            case STONE -> MaterialTextures.blotches(seed, Rgb.hsv(0.1, 0.08, random.nextDouble(0.4, 0.75)), 9, 0.5);
            case PLASTER ->
                MaterialTextures.blotches(
                        seed,
                        Rgb.hsv(random.nextDouble(), random.nextDouble(0.3), random.nextDouble(0.6, 0.95)),
                        3,
                        0.12);
            case PLASTIC -> Surface.plain(Rgb.paint(random));
        };
    }

    private static Rgb masonry(SplittableRandom random) {
        return Rgb.hsv(random.nextDouble(-0.02, 0.1), random.nextDouble(0.25, 0.75), random.nextDouble(0.4, 0.8));
    }

    /** Green, or now and then an autumn colour. */
    private static double leafHue(SplittableRandom random) {
        return random.nextInt(4) == 0 ? random.nextDouble(0.03, 0.16) : random.nextDouble(0.2, 0.4);
    }
}
