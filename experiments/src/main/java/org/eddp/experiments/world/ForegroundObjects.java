package org.eddp.experiments.world;

import java.awt.geom.Path2D;
import java.awt.geom.RoundRectangle2D;
import java.util.SplittableRandom;

/** Draws the objects that may stand in front of any landmark. */
final class ForegroundObjects {
    private ForegroundObjects() {}

    static void car(Brush brush, SplittableRandom random) {
        double half = random.nextDouble(0.85, 1.15);
        double roof = -random.nextDouble(0.85, 1);
        Finish paint = random.nextInt(4) == 0
                ? Material.METAL.finish(Pattern.STRIPED, 0.5, random)
                : Material.METAL.finish(random);
        Path2D body = new Path2D.Double();
        body.moveTo(-half, -0.2);
        body.lineTo(-half * 0.98, -0.5);
        body.lineTo(-half * 0.62, -0.56);
        body.quadTo(-half * 0.45, roof, -half * 0.2, roof);
        body.lineTo(half * 0.25, roof);
        body.quadTo(half * 0.45, roof, half * 0.58, -0.55);
        body.lineTo(half * 0.95, -0.48);
        body.quadTo(half, -0.4, half, -0.2);
        body.closePath();
        brush.fill(body, ObjectPart.BODYWORK, paint);
        Finish glass = Material.GLASS.finish(random);
        double high = roof + 0.09;
        brush.polygon(
                ObjectPart.WINDOW, glass, -half * 0.48, -0.56, -half * 0.3, high, half * 0.0, high, half * 0.0, -0.56);
        brush.polygon(
                ObjectPart.WINDOW, glass, half * 0.06, -0.56, half * 0.06, high, half * 0.26, high, half * 0.46, -0.56);
        Finish lamp = new Finish(Material.GLASS, Pattern.PLAIN, Surface.plain(new Rgb(1, 0.97, 0.75)));
        brush.disc(half * 0.92, -0.38, 0.06, ObjectPart.HEADLIGHT, lamp);
        Finish tyre = Material.RUBBER.finish(random);
        Finish hub = Material.METAL.finish(random);
        double radius = random.nextDouble(0.19, 0.24);
        for (double x : new double[] {-0.58 * half, 0.58 * half}) {
            brush.disc(x, -radius, radius, ObjectPart.WHEEL, tyre);
            brush.disc(x, -radius, radius * 0.5, ObjectPart.WHEEL, hub);
        }
    }

    static void person(Brush brush, SplittableRandom random) {
        Finish skin = Material.SKIN.finish(random);
        Finish trousers = Material.FABRIC.finish(random);
        Finish shirt = Material.FABRIC.finish(Pattern.draw(random), random.nextDouble(0.07, 0.13), random);
        double stride = random.nextDouble(0.02, 0.14);
        double hip = -0.46;
        brush.polygon(ObjectPart.LEG, trousers, -0.1, hip, 0.0, hip, -stride + 0.03, 0, -stride - 0.06, 0);
        brush.polygon(ObjectPart.LEG, trousers, 0.0, hip, 0.1, hip, stride + 0.06, 0, stride - 0.03, 0);
        for (int side = -1; side <= 1; side += 2) {
            double swing = random.nextDouble(-0.1, 0.3);
            double lift = random.nextDouble(-0.72, -0.42);
            Finish sleeve = random.nextBoolean() ? skin : shirt;
            double hand = side * (0.18 + swing);
            double[] arm = {side * 0.09, -0.8, side * 0.15, -0.78, hand, lift, side * (0.11 + swing), lift - 0.02};
            brush.polygon(ObjectPart.ARM, sleeve, arm);
        }
        double shoulder = random.nextDouble(0.12, 0.16);
        brush.polygon(ObjectPart.TORSO, shirt, -shoulder, -0.8, shoulder, -0.8, 0.11, hip + 0.03, -0.11, hip + 0.03);
        brush.box(-0.03, -0.84, 0.06, 0.06, ObjectPart.HEAD, skin);
        Rgb dark = Rgb.hsv(random.nextDouble(0.02, 0.12), random.nextDouble(0.2, 0.8), random.nextDouble(0.08, 0.7));
        Finish hair = new Finish(null, Pattern.PLAIN, Surface.plain(dark));
        double radius = random.nextDouble(0.085, 0.1);
        brush.oval(0, -0.925, radius, radius * 1.15, ObjectPart.HAIR, hair);
        brush.oval(0.01, -0.9, radius * 0.85, radius * 0.95, ObjectPart.HEAD, skin);
    }

    static void lamp(Brush brush, SplittableRandom random) {
        Finish metal = Material.METAL.finish(random);
        double foot = random.nextDouble(0.12, 0.2);
        brush.fill(new RoundRectangle2D.Double(-foot, -0.05, 2 * foot, 0.05, 0.05, 0.05), ObjectPart.FOOT, metal);
        double thick = random.nextDouble(0.015, 0.03);
        brush.box(-thick, -0.75, 2 * thick, 0.72, ObjectPart.STAND, metal);
        Finish cloth = Material.FABRIC.finish(Pattern.draw(random), random.nextDouble(0.08, 0.15), random);
        double low = random.nextDouble(0.2, 0.3);
        double high = random.nextDouble(0.35, 0.75) * low;
        boolean lit = random.nextBoolean();
        Finish shade = lit ? new Finish(cloth.material(), cloth.pattern(), glow(cloth.surface())) : cloth;
        brush.polygon(ObjectPart.SHADE, shade, -low, -0.65, -high, -1, high, -1, low, -0.65);
    }

    /** Light shines through the cloth, most from its middle. */
    private static Surface glow(Surface cloth) {
        return (x, y) -> {
            double far = (x * x + (y + 0.8) * (y + 0.8)) / 0.04;
            return cloth.at(x, y).mix(new Rgb(1, 0.95, 0.7), 0.55 * Math.exp(-far));
        };
    }
}
