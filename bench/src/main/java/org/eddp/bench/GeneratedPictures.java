package org.eddp.bench;

import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import javax.imageio.ImageIO;
import org.eddp.files.FileFailure;

/** JPEG files of the size of small photographs: gradients, shapes and noise, so that decoding them costs what photographs cost. */
final class GeneratedPictures {
    private static final int WIDTH = 500;
    private static final int HEIGHT = 375;

    private GeneratedPictures() {}

    /** Writes so many pictures into a folder. */
    static void write(Path folder, int count, long seed) {
        try {
            Files.createDirectories(folder);
            for (int i = 0; i < count; i++) {
                Path file = folder.resolve(String.format(Locale.ROOT, "%05d.jpg", i));
                ImageIO.write(draw(new Random(seed + i)), "jpg", file.toFile());
            }
        } catch (IOException e) {
            throw FileFailure.writing(folder, e);
        }
    }

    private static BufferedImage draw(Random random) {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setPaint(new GradientPaint(0, 0, colour(random), WIDTH, HEIGHT, colour(random)));
        graphics.fillRect(0, 0, WIDTH, HEIGHT);
        for (int i = 0; i < 40; i++) {
            graphics.setColor(colour(random));
            graphics.fillOval(random.nextInt(WIDTH), random.nextInt(HEIGHT), random.nextInt(120), random.nextInt(120));
        }
        graphics.dispose();
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                int noise = random.nextInt(24);
                image.setRGB(x, y, image.getRGB(x, y) ^ (noise << 16 | noise << 8 | noise));
            }
        }
        return image;
    }

    private static Color colour(Random random) {
        return new Color(random.nextInt(256), random.nextInt(256), random.nextInt(256));
    }
}
