package org.eddp.experiments.world;

import java.awt.geom.AffineTransform;
import java.awt.geom.Area;
import java.awt.geom.Ellipse2D;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;

/** Puts scene, objects, clutter and light together. */
final class Composer {
    private static final int ATTEMPTS = 50;
    /** Share of a class object that clutter must leave visible, and share of the picture it must fill. */
    private static final double LEFT_VISIBLE = 0.75;

    private static final double SMALLEST = 0.02;
    /** Number of an object that is put into a finished scene. */
    private static final int PLANTED = 31;

    private static final List<ObjectKind> EXTRAS = List.copyOf(EnumSet.range(ObjectKind.BUSH, ObjectKind.UMBRELLA));

    private Composer() {}

    /** A picture and where it was taken. */
    record Composed(WorldPicture picture, SceneKind scene) {}

    /**
     * An object added to a scene, which is otherwise the same with and without it.
     *
     * @param kind of object; null to leave the scene as it is
     * @param random draws the object alone
     */
    record Planted(ObjectKind kind, SplittableRandom random) {
        private static final Planted NOTHING = new Planted(null, null);
    }

    /** Composes a picture of a class; everything else about it is drawn from {@code random}. */
    static Composed compose(int size, WorldClass kind, SplittableRandom random) {
        return compose(size, kind, random, Planted.NOTHING);
    }

    /** The same with an added object. */
    static Composed compose(int size, WorldClass kind, SplittableRandom random, Planted planted) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Light light = Light.draw(random);
            SceneKind scene = SceneKind.values()[random.nextInt(SceneKind.values().length)];
            Canvas canvas = new Canvas(size);
            double horizon = random.nextDouble(0.35, 0.6);
            if (paint(canvas, scene, kind, horizon, light, random)) {
                if (planted.kind != null) {
                    SplittableRandom own = planted.random;
                    paint(canvas, thing(PLANTED, planted.kind, own.nextDouble(0.1, 0.9), horizon, own), light, own);
                }
                return new Composed(canvas.develop(light, random), scene);
            }
        }
        throw new IllegalStateException(
                "no picture of " + kind.label() + " with both objects in sight after " + ATTEMPTS + " attempts");
    }

    /** The position of an object: the foot point and the height, as shares of the picture. */
    private record Thing(
            int number, ObjectKind kind, double x, double y, double height, double tilt, boolean mirrored) {
        AffineTransform place(int size) {
            AffineTransform place = AffineTransform.getTranslateInstance(x * size, y * size);
            place.rotate(tilt);
            place.scale((mirrored ? -1 : 1) * height * size, height * size);
            return place;
        }
    }

    /** Paints everything; false if a class object is hardly visible in the end. */
    private static boolean paint(
            Canvas canvas, SceneKind scene, WorldClass kind, double horizon, Light light, SplittableRandom random) {
        scene.paint(canvas, horizon, light, random);
        clutter(canvas, random.nextInt(1, 5), light, random);
        int[] painted = new int[32];
        for (Thing thing : things(kind, horizon, random)) {
            paint(canvas, thing, light, random);
            painted[thing.number] = canvas.visible(thing.number);
        }
        clutter(canvas, random.nextInt(0, 3), light, random);
        cloudShadow(canvas, random);
        int pixels = canvas.size() * canvas.size();
        for (int thing = 1; thing <= 2; thing++) {
            int visible = canvas.visible(thing);
            if (visible < LEFT_VISIBLE * painted[thing] || visible < SMALLEST * pixels) {
                return false;
            }
        }
        return true;
    }

    private static void paint(Canvas canvas, Thing thing, Light light, SplittableRandom random) {
        castShadow(canvas, thing, light);
        Brush brush = new Brush(canvas, thing.place(canvas.size()), light, thing.number, thing.kind);
        thing.kind.painter().paint(brush, random);
    }

    /** The two class objects (numbers 1 and 2) and some others, from the farthest to the nearest. */
    private static List<Thing> things(WorldClass kind, double horizon, SplittableRandom random) {
        List<Thing> things = new ArrayList<>();
        double left = random.nextDouble(0.2, 0.4);
        double right = random.nextDouble(0.6, 0.82);
        boolean swapped = random.nextBoolean();
        things.add(thing(1, kind.landmark(), swapped ? right : left, horizon, random));
        things.add(thing(2, kind.visitor(), swapped ? left : right, horizon, random));
        int extras = random.nextInt(0, 4);
        for (int i = 0; i < extras; i++) {
            ObjectKind extra = EXTRAS.get(random.nextInt(EXTRAS.size()));
            things.add(thing(3 + i, extra, random.nextDouble(0.05, 0.95), horizon, random));
        }
        things.sort(Comparator.comparingDouble(Thing::y));
        return things;
    }

    private static Thing thing(int number, ObjectKind kind, double x, double horizon, SplittableRandom random) {
        double scale = random.nextDouble(0.8, 1.2);
        double height = kind.height() * scale;
        double y = Math.max(horizon + random.nextDouble(0.05, 0.95) * (1 - horizon), height + 0.02);
        double tilt = random.nextDouble(-0.15, 0.15);
        return new Thing(number, kind, x, Math.min(y, 0.99), height, tilt, random.nextBoolean());
    }

    private static void castShadow(Canvas canvas, Thing thing, Light light) {
        double across = thing.height * 0.4 * canvas.size();
        double down = thing.height * 0.06 * canvas.size();
        double x = (thing.x - 0.25 * light.x() * thing.height) * canvas.size();
        double y = thing.y * canvas.size();
        canvas.shadow(new Ellipse2D.Double(x - across, y - down, 2 * across, 2 * down), 0.4);
    }

    /** Half the pictures are partly in the shade of something outside them. */
    private static void cloudShadow(Canvas canvas, SplittableRandom random) {
        if (random.nextBoolean()) {
            int size = canvas.size();
            Area shade = new Area();
            for (int i = 0; i < 3; i++) {
                double radius = random.nextDouble(0.1, 0.35) * size;
                double x = random.nextDouble() * size;
                double y = random.nextDouble() * size;
                shade.add(new Area(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 1.2 * radius)));
            }
            canvas.shadow(shade, random.nextDouble(0.2, 0.45));
        }
    }

    /** Shapes of any material that are not an object. */
    private static void clutter(Canvas canvas, int count, Light light, SplittableRandom random) {
        for (int i = 0; i < count; i++) {
            double size = random.nextDouble(0.04, 0.13) * canvas.size();
            AffineTransform place = AffineTransform.getTranslateInstance(
                    random.nextDouble() * canvas.size(), random.nextDouble() * canvas.size());
            place.rotate(random.nextDouble() * 2 * Math.PI);
            place.scale(size, size * random.nextDouble(0.3, 1));
            Material material = Material.values()[random.nextInt(Material.values().length)];
            boolean printed = material == Material.FABRIC || material == Material.PLASTIC;
            Finish finish = material.finish(printed ? Pattern.draw(random) : Pattern.PLAIN, 0.6, random);
            Brush brush = new Brush(canvas, place, light, 0, ObjectKind.NONE);
            if (random.nextInt(3) == 0) {
                brush.disc(0, 0, 1, ObjectPart.NONE, finish);
            } else {
                brush.polygon(ObjectPart.NONE, finish, corners(random));
            }
        }
    }

    private static double[] corners(SplittableRandom random) {
        int count = random.nextInt(3, 6);
        double[] points = new double[2 * count];
        for (int i = 0; i < count; i++) {
            double angle = 2 * Math.PI * (i + random.nextDouble(0.5)) / count;
            points[2 * i] = Math.cos(angle);
            points[2 * i + 1] = Math.sin(angle);
        }
        return points;
    }
}
