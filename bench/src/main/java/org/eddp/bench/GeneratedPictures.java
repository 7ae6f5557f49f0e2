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

/**
 * JPEG files, by default of the size of small photographs: gradients, shapes and noise, so that decoding costs as much
 * as for photographs.
 */
final class GeneratedPictures {
    private static final int WIDTH = 500;
    private static final int HEIGHT = 375;
    /** The largest shape in pictures of the usual width. */
    private static final int LARGEST_SHAPE = 120;

    private GeneratedPictures() {}

    /** Writes pictures of the size of small photographs into a folder. */
    static void write(Path folder, int count, long seed) {
        write(folder, count, seed, WIDTH, HEIGHT);
    }

    /** Writes pictures of a given size into a folder. */
    static void write(Path folder, int count, long seed, int width, int height) {
        try {
            Files.createDirectories(folder);
            for (int i = 0; i < count; i++) {
                Path file = folder.resolve(String.format(Locale.ROOT, "%05d.jpg", i));
                ImageIO.write(draw(new Random(seed + i), width, height), "jpg", file.toFile());
            }
        } catch (IOException e) {
            throw FileFailure.writing(folder, e);
        }
    }

    private static BufferedImage draw(Random random, int width, int height) {
        int largest = Math.max(1, width * LARGEST_SHAPE / WIDTH);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setPaint(new GradientPaint(0, 0, colour(random), width, height, colour(random)));
        graphics.fillRect(0, 0, width, height);
        for (int i = 0; i < 40; i++) {
            graphics.setColor(colour(random));
            graphics.fillOval(
                    random.nextInt(width), random.nextInt(height), random.nextInt(largest), random.nextInt(largest));
        }
        graphics.dispose();
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
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
