package org.eddp.experiments.world;

import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.util.SplittableRandom;

/** Where a picture is taken: the labels of category {@code scene}, one for the whole picture. */
enum SceneKind implements LabelledConstant {
    MEADOW,
    BEACH,
    STREET,
    ROOM,
    WINTER,
    HARBOUR;

    /**
     * Paints what is behind everything.
     *
     * @param horizon where the ground begins, as a share of the picture's height
     */
    void paint(Canvas canvas, double horizon, Light light, SplittableRandom random) {
        switch (this) {
            case MEADOW -> {
                strip(canvas, ObjectKind.SKY, sky(horizon, random), 0, horizon, light);
                strip(canvas, ObjectKind.LAWN, Material.GRASS.finish(random), horizon, 1, light);
            }
            case BEACH -> {
                strip(canvas, ObjectKind.SKY, sky(horizon, random), 0, horizon, light);
                double tide = horizon + random.nextDouble(0.08, 0.2);
                strip(canvas, ObjectKind.SEA, Material.WATER.finish(random), horizon, tide, light);
                strip(canvas, ObjectKind.SHORE, Material.SAND.finish(random), tide, 1, light);
            }
            case STREET -> {
                strip(canvas, ObjectKind.WALL, wall(Material.BRICK, Material.STONE, random), 0, horizon, light);
                strip(canvas, ObjectKind.ROAD, Material.ASPHALT.finish(random), horizon, 1, light);
            }
            case ROOM -> {
                Finish paper = Material.PLASTER.finish(Pattern.draw(random), random.nextDouble(0.08, 0.16), random);
                strip(canvas, ObjectKind.WALL, paper, 0, horizon, light);
                strip(canvas, ObjectKind.FLOOR, wall(Material.WOOD, Material.TILE, random), horizon, 1, light);
            }
            case WINTER -> {
                strip(canvas, ObjectKind.SKY, sky(horizon, random), 0, horizon, light);
                strip(canvas, ObjectKind.DRIFT, Material.SNOW.finish(random), horizon, 1, light);
            }
            case HARBOUR -> {
                strip(canvas, ObjectKind.SKY, sky(horizon, random), 0, horizon, light);
                strip(canvas, ObjectKind.SEA, Material.WATER.finish(random), horizon, 1, light);
            }
        }
    }

    private static Finish wall(Material usual, Material other, SplittableRandom random) {
        return (random.nextInt(3) > 0 ? usual : other).finish(random);
    }

    private static Finish sky(double horizon, SplittableRandom random) {
        Rgb zenith =
                Rgb.hsv(random.nextDouble(0.53, 0.64), random.nextDouble(0.15, 0.7), random.nextDouble(0.45, 0.95));
        Rgb dawn = Rgb.hsv(random.nextDouble(0.0, 0.14), random.nextDouble(0.2, 0.6), 0.95);
        Rgb pale = Rgb.hsv(0.57, 0.15, 0.95);
        Rgb low = random.nextInt(3) == 0 ? dawn : pale;
        Surface surface = MaterialTextures.sky(random.nextLong(), zenith, low, horizon, random.nextDouble(0, 2));
        return new Finish(null, Pattern.PLAIN, surface);
    }

    private static void strip(Canvas canvas, ObjectKind kind, Finish finish, double top, double bottom, Light light) {
        AffineTransform place = AffineTransform.getScaleInstance(canvas.size(), canvas.size());
        Rectangle2D area = new Rectangle2D.Double(0, top, 1, bottom - top);
        canvas.paint(area, place, new Canvas.Piece(0, kind, ObjectPart.NONE, finish), light);
    }
}
