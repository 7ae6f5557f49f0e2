package org.eddp.experiments.world;

import java.awt.geom.Area;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.util.SplittableRandom;

/** The larger objects of the world. */
final class Landmarks {
    private Landmarks() {}

    static void house(Brush brush, SplittableRandom random) {
        double half = random.nextDouble(0.36, 0.55);
        double eaves = -random.nextDouble(0.5, 0.62);
        double ridge = random.nextDouble(0, 0.3) * half;
        Finish front =
                pick(random, Material.BRICK, Material.PLASTER, Material.WOOD).finish(random);
        Finish roof =
                pick(random, Material.TILE, Material.METAL, Material.STONE).finish(random);
        if (random.nextInt(3) > 0) {
            double x = random.nextDouble(0.35, 0.6) * half * (random.nextBoolean() ? 1 : -1);
            brush.box(x - 0.05, -1.02, 0.1, 0.4, ObjectPart.CHIMNEY, Material.BRICK.finish(random));
        }
        brush.box(-half, eaves, 2 * half, -eaves, ObjectPart.FACADE, front);
        double low = eaves + 0.02;
        double[] gable = {-half - 0.08, eaves, -ridge, -0.98, ridge, -0.98, half + 0.08, eaves, half, low, -half, low};
        brush.polygon(ObjectPart.ROOF, roof, gable);
        openings(brush, half, eaves, random);
    }

    private static void openings(Brush brush, double half, double eaves, SplittableRandom random) {
        double door = random.nextDouble(-0.12, 0.12);
        Finish leaf = pick(random, Material.WOOD, Material.METAL).finish(random);
        brush.box(door - 0.075, -0.3, 0.15, 0.3, ObjectPart.DOOR, leaf);
        brush.disc(door + 0.045, -0.14, 0.014, ObjectPart.DOOR, Material.METAL.finish(random));
        Finish frame = Material.PLASTER.finish(random);
        Finish pane = Material.GLASS.finish(random);
        double wide = random.nextDouble(0.13, 0.18);
        for (double x : new double[] {-0.62 * half, 0.62 * half}) {
            window(brush, x + (random.nextDouble() - 0.5) * 0.04, eaves + 0.12, wide, frame, pane);
        }
        if (random.nextBoolean()) {
            brush.disc(0, eaves - 0.16, 0.07, ObjectPart.WINDOW, pane);
        }
    }

    private static void window(Brush brush, double x, double top, double size, Finish frame, Finish pane) {
        brush.box(x - size / 2, top, size, size, ObjectPart.WINDOW, frame);
        double bar = 0.02;
        double glass = (size - 3 * bar) / 2;
        for (int i = 0; i < 4; i++) {
            double left = x - size / 2 + bar + (i % 2) * (glass + bar);
            brush.box(left, top + bar + (i / 2) * (glass + bar), glass, glass, ObjectPart.WINDOW, pane);
        }
    }

    static void tree(Brush brush, SplittableRandom random) {
        double width = random.nextDouble(0.045, 0.085);
        double top = -random.nextDouble(0.35, 0.5);
        double[] trunk = {-width * 1.4, 0, -width * 0.7, top - 0.15, width * 0.7, top - 0.15, width * 1.4, 0};
        brush.polygon(ObjectPart.TRUNK, Material.WOOD.finish(random), trunk);
        Finish leaves = Material.FOLIAGE.finish(random);
        if (random.nextInt(3) == 0) {
            fir(brush, leaves, random);
        } else {
            Area crown = new Area();
            for (int i = 0; i < 8; i++) {
                double radius = random.nextDouble(0.15, 0.24);
                double angle = i * Math.PI / 4;
                double far = random.nextDouble(0.1, 0.22);
                crown.add(circle(far * Math.cos(angle) * 1.3, -0.68 + far * Math.sin(angle), radius));
            }
            brush.fill(crown, ObjectPart.CROWN, leaves);
        }
    }

    private static void fir(Brush brush, Finish leaves, SplittableRandom random) {
        double half = random.nextDouble(0.26, 0.38);
        Path2D crown = new Path2D.Double();
        crown.moveTo(0, -1);
        for (int side = 1; side >= -1; side -= 2) {
            for (int i = 0; i < 4; i++) {
                int tier = side == 1 ? i : 3 - i;
                double out = side * half * (tier + 1.4) / 4.4;
                double low = -1 + (tier + 1) * 0.2;
                crown.lineTo(side == 1 ? out : 0.6 * out, side == 1 ? low : low - 0.02);
                crown.lineTo(side == 1 ? 0.6 * out : out, side == 1 ? low - 0.02 : low);
            }
        }
        crown.closePath();
        brush.fill(crown, ObjectPart.CROWN, leaves);
    }

    private static Area circle(double x, double y, double radius) {
        return new Area(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
    }

    static void boat(Brush brush, SplittableRandom random) {
        double half = random.nextDouble(0.36, 0.5);
        double deck = -random.nextDouble(0.18, 0.24);
        double mast = random.nextDouble(-0.1, 0.05);
        brush.box(mast - 0.014, -1, 0.028, 1 + deck, ObjectPart.MAST, Material.WOOD.finish(random));
        Finish sail = Material.FABRIC.finish(Pattern.draw(random), random.nextDouble(0.1, 0.2), random);
        double reach = random.nextDouble(0.75, 0.95) * half;
        brush.polygon(ObjectPart.SAIL, sail, mast + 0.02, -0.97, mast + 0.02, deck - 0.06, mast + reach, deck - 0.08);
        if (random.nextBoolean()) {
            Finish jib = Material.FABRIC.finish(Pattern.draw(random), 0.14, random);
            brush.polygon(
                    ObjectPart.SAIL,
                    jib,
                    mast - 0.03,
                    -0.85,
                    mast - 0.03,
                    deck - 0.05,
                    mast - 0.75 * half,
                    deck - 0.06);
        }
        Finish planks =
                pick(random, Material.WOOD, Material.METAL, Material.PLASTIC).finish(random);
        Path2D hull = new Path2D.Double();
        hull.moveTo(-half, deck);
        hull.lineTo(half * 1.08, deck - 0.03);
        hull.quadTo(half * 0.9, 0, half * 0.5, 0);
        hull.lineTo(-half * 0.62, 0);
        hull.quadTo(-half * 0.95, -0.02, -half, deck);
        hull.closePath();
        brush.fill(hull, ObjectPart.HULL, planks);
        double[] rim = {-half, deck, half * 1.08, deck - 0.03, half * 1.06, deck + 0.02, -half, deck + 0.05};
        brush.polygon(ObjectPart.HULL, Material.PLASTIC.finish(random), rim);
    }

    static void table(Brush brush, SplittableRandom random) {
        double half = random.nextDouble(0.55, 0.8);
        double thick = random.nextDouble(0.06, 0.1);
        double depth = random.nextDouble(0.14, 0.24);
        Finish legs = pick(random, Material.WOOD, Material.METAL).finish(random);
        double inset = random.nextDouble(0.04, 0.12);
        double leg = random.nextDouble(0.035, 0.06);
        for (double x : new double[] {-half + inset + 0.14, half - inset - 0.14}) {
            brush.box(x - leg, -0.8, 1.6 * leg, 0.7, ObjectPart.LEG, legs);
        }
        for (double x : new double[] {-half + inset, half - inset}) {
            brush.box(x - leg, -0.75, 2 * leg, 0.75, ObjectPart.LEG, legs);
        }
        boolean cloth = random.nextBoolean();
        Finish top = cloth
                ? Material.FABRIC.finish(Pattern.draw(random), random.nextDouble(0.12, 0.22), random)
                : pick(random, Material.WOOD, Material.STONE, Material.PLASTIC).finish(random);
        double edge = cloth ? random.nextDouble(0.16, 0.3) : thick;
        double back = -0.78 - depth;
        double low = -0.78 + edge;
        double[] board = {-half + 0.12, back, half - 0.12, back, half, -0.78, half, low, -half, low, -half, -0.78};
        brush.polygon(ObjectPart.TABLETOP, top, board);
    }

    private static Material pick(SplittableRandom random, Material... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
