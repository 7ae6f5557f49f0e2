package org.eddp.report.draw;

import com.github.weisj.jsvg.SVGDocument;
import com.github.weisj.jsvg.parser.LoaderContext;
import com.github.weisj.jsvg.parser.SVGLoader;
import com.github.weisj.jsvg.view.ViewBox;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.GraphicsEnvironment;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;

/** Drawings of this package as PNG. */
final class Raster {
    private static final Pattern SIZE = Pattern.compile("viewBox=\"0 0 (\\d+) (\\d+)\" width=\"100%\"");
    private static final int SCALE = 2;

    static {
        // Only a default: without it macOS opens an application window when the first shape is drawn.
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
    }

    /** Computed once: without fonts, Java fails differently the first time than later. */
    private static final class Fonts {
        static final boolean FOUND = succeeds(
                () -> GraphicsEnvironment.getLocalGraphicsEnvironment().getAvailableFontFamilyNames(Locale.ROOT));
    }

    private Raster() {}

    /**
     * Whether Java has fonts here. A runtime without any, as on a bare server, throws exceptions or errors of many
     * kinds.
     */
    static boolean hasFonts() {
        return Fonts.FOUND;
    }

    static boolean succeeds(Supplier<String[]> families) {
        try {
            return families.get().length > 0;
        } catch (RuntimeException | InternalError | LinkageError e) {
            return false;
        }
    }

    /** The drawing on white, at twice its size. */
    static byte[] png(String svg) {
        Matcher size = SIZE.matcher(svg);
        if (!size.find()) {
            throw new IllegalArgumentException("this is not a drawing of this program: it has no view box");
        }
        int width = Integer.parseInt(size.group(1));
        int height = Integer.parseInt(size.group(2));
        String fixed = size.replaceFirst("viewBox=\"0 0 $1 $2\" width=\"$1\" height=\"$2\"");
        SVGDocument document = new SVGLoader()
                .load(
                        new ByteArrayInputStream(fixed.getBytes(StandardCharsets.UTF_8)),
                        null,
                        LoaderContext.createDefault());
        if (document == null) {
            throw new IllegalStateException("the drawing cannot be rendered");
        }
        BufferedImage image = new BufferedImage(SCALE * width, SCALE * height, BufferedImage.TYPE_INT_RGB);
        Graphics2D canvas = image.createGraphics();
        canvas.setColor(Color.WHITE);
        canvas.fillRect(0, 0, image.getWidth(), image.getHeight());
        canvas.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        canvas.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        document.render(null, canvas, new ViewBox(0, 0, image.getWidth(), image.getHeight()));
        canvas.dispose();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
