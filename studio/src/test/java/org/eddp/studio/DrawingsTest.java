package org.eddp.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.imageio.ImageIO;
import org.eddp.images.input.InputPreset;
import org.eddp.images.input.Preprocessing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Only a few pictures are decoded at a time. A picture is drawn once, and drawn again only when its file has changed. */
class DrawingsTest {
    private static final Preprocessing WHOLE = InputPreset.PLAIN.preprocessing();

    @TempDir
    private Path folder;

    private Path picture(Color color, long second) throws IOException {
        BufferedImage image = new BufferedImage(48, 40, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(color);
        graphics.fillRect(0, 0, 24, 40);
        graphics.dispose();
        Path file = folder.resolve("picture.png");
        ImageIO.write(image, "png", file.toFile());
        return Files.setLastModifiedTime(file, FileTime.fromMillis(1000 * second));
    }

    @Test
    void aPictureIsDrawnOnceAsLongAsItStaysTheSame() throws IOException {
        Drawings drawings = new Drawings();
        Path file = picture(Color.RED, 1);
        Drawings.Drawing red = drawings.of(file, WHOLE);
        assertThat(drawings.of(file, WHOLE)).isSameAs(red);

        picture(Color.BLUE, 2);
        Drawings.Drawing blue = drawings.of(file, WHOLE);
        assertThat(blue.digest()).isNotEqualTo(red.digest());
        assertThat(new Drawings().of(file, WHOLE).jpeg()).isEqualTo(blue.jpeg());
    }

    @Test
    @Timeout(60)
    void fewAreDecodedAtOnce() throws InterruptedException {
        Drawings drawings = new Drawings();
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch full = new CountDownLatch(Drawings.AT_ONCE);
        List<Thread> threads = new ArrayList<>();
        for (int k = 0; k < 4 * Drawings.AT_ONCE; k++) {
            Thread thread = new Thread(() -> drawings.decode(() -> {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                full.countDown();
                try {
                    full.await(); // so many do go on at once
                    Thread.sleep(5);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return now.decrementAndGet();
            }));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(most.get()).isEqualTo(Drawings.AT_ONCE);
    }
}
