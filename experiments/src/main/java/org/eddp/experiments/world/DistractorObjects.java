package org.eddp.experiments.world;

import java.awt.geom.Arc2D;
import java.awt.geom.Area;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.SplittableRandom;

/** Objects that no class depends on. Some look like pieces of those that matter. */
final class DistractorObjects {
    private DistractorObjects() {}

    static void bush(Brush brush, SplittableRandom random) {
        Area leaves = new Area();
        for (int i = 0; i < 6; i++) {
            double radius = random.nextDouble(0.25, 0.42);
            double x = random.nextDouble(-0.6, 0.6);
            double y = -random.nextDouble(0.2, 0.6);
            leaves.add(new Area(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius)));
        }
        leaves.intersect(new Area(new Rectangle2D.Double(-2, -2, 4, 2)));
        brush.fill(leaves, ObjectPart.NONE, Material.FOLIAGE.finish(random));
    }

    static void rock(Brush brush, SplittableRandom random) {
        int corners = random.nextInt(6, 10);
        double[] points = new double[2 * corners];
        for (int i = 0; i < corners; i++) {
            double angle = Math.PI * i / (corners - 1);
            double far = random.nextDouble(0.75, 1.05);
            points[2 * i] = -0.75 * far * Math.cos(angle);
            points[2 * i + 1] = -far * Math.sin(angle);
        }
        brush.polygon(ObjectPart.NONE, Material.STONE.finish(random), points);
    }

    static void ball(Brush brush, SplittableRandom random) {
        Material material = random.nextBoolean() ? Material.PLASTIC : Material.FABRIC;
        brush.disc(0, -0.5, 0.5, ObjectPart.NONE, material.finish(Pattern.draw(random), 0.4, random));
    }

    static void crate(Brush brush, SplittableRandom random) {
        double half = random.nextDouble(0.45, 0.6);
        Finish wood = Material.WOOD.finish(random);
        brush.box(-half, -1, 2 * half, 1, ObjectPart.NONE, wood);
        Finish lath = Material.WOOD.finish(random);
        brush.box(-half, -1, 0.14, 1, ObjectPart.NONE, lath);
        brush.box(half - 0.14, -1, 0.14, 1, ObjectPart.NONE, lath);
        brush.polygon(ObjectPart.NONE, lath, -half, -0.12, half - 0.14, -1, half, -0.9, -half + 0.14, 0);
    }

    static void fence(Brush brush, SplittableRandom random) {
        Finish wood = Material.WOOD.finish(random);
        int posts = random.nextInt(4, 8);
        double gap = random.nextDouble(0.4, 0.55);
        double half = posts * gap / 2;
        brush.box(-half, -0.72, 2 * half, 0.1, ObjectPart.RAIL, wood);
        brush.box(-half, -0.34, 2 * half, 0.1, ObjectPart.RAIL, wood);
        for (int i = 0; i < posts; i++) {
            double x = -half + (i + 0.5) * gap;
            brush.polygon(ObjectPart.POST, wood, x - 0.09, 0, x - 0.09, -0.9, x, -1, x + 0.09, -0.9, x + 0.09, 0);
        }
    }

    static void flower(Brush brush, SplittableRandom random) {
        Finish green = Material.FOLIAGE.finish(random);
        brush.box(-0.025, -0.7, 0.05, 0.7, ObjectPart.STEM, green);
        brush.oval(0.14, -0.28, 0.14, 0.05, ObjectPart.STEM, green);
        Finish petals = new Finish(null, Pattern.PLAIN, Surface.plain(Rgb.paint(random)));
        int count = random.nextInt(5, 9);
        for (int i = 0; i < count; i++) {
            double angle = 2 * Math.PI * i / count;
            brush.disc(0.16 * Math.cos(angle), -0.74 + 0.16 * Math.sin(angle), 0.1, ObjectPart.PETALS, petals);
        }
        brush.disc(
                0, -0.74, 0.09, ObjectPart.PETALS, new Finish(null, Pattern.PLAIN, Surface.plain(Rgb.paint(random))));
    }

    static void sign(Brush brush, SplittableRandom random) {
        brush.box(-0.035, -0.7, 0.07, 0.7, ObjectPart.POST, Material.METAL.finish(random));
        Finish panel = Material.METAL.finish(Pattern.draw(random), random.nextDouble(0.2, 0.35), random);
        switch (random.nextInt(3)) {
            case 0 -> brush.disc(0, -0.72, 0.28, ObjectPart.PANEL, panel);
            case 1 -> brush.box(-0.3, -1, 0.6, 0.5, ObjectPart.PANEL, panel);
            default -> brush.polygon(ObjectPart.PANEL, panel, -0.32, -0.48, 0, -1, 0.32, -0.48);
        }
    }

    static void umbrella(Brush brush, SplittableRandom random) {
        brush.box(-0.02, -0.9, 0.04, 0.9, ObjectPart.HANDLE, Material.WOOD.finish(random));
        Finish cloth = Material.FABRIC.finish(Pattern.draw(random), random.nextDouble(0.15, 0.25), random);
        Path2D canopy = new Path2D.Double(new Arc2D.Double(-0.5, -1, 1, 0.8, 0, 180, Arc2D.CHORD));
        brush.fill(canopy, ObjectPart.CANOPY, cloth);
    }
}
