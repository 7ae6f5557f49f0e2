package org.eddp.images.decode;

import com.twelvemonkeys.imageio.plugins.jpeg.JPEGImageReaderSpi;
import com.twelvemonkeys.imageio.plugins.webp.WebPImageReaderSpi;
import java.io.IOException;
import java.util.Iterator;
import java.util.function.Supplier;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.spi.IIORegistry;
import javax.imageio.spi.ImageReaderSpi;
import org.eddp.images.source.ImageFormat;

/** The decoder of each format. */
final class Decoders {
    private static final ImageReaderSpi JPEG;
    private static final ImageReaderSpi WEBP;

    static {
        ImageIO.setUseCache(false);
        ImageIO.scanForPlugins();
        // Service files get lost when jars are merged, and an application may have scanned before. So missing decoders
        // are registered here.
        JPEG = provider(JPEGImageReaderSpi.class, JPEGImageReaderSpi::new);
        WEBP = provider(WebPImageReaderSpi.class, WebPImageReaderSpi::new);
    }

    private Decoders() {}

    private static <T extends ImageReaderSpi> T provider(Class<T> type, Supplier<T> maker) {
        IIORegistry registry = IIORegistry.getDefaultInstance();
        T found = registry.getServiceProviderByClass(type);
        if (found != null) {
            return found;
        }
        T made = maker.get();
        registry.registerServiceProvider(made);
        return made;
    }

    /** A new decoder, to be disposed of by the caller. */
    static ImageReader create(ImageFormat format) throws IOException {
        return switch (format) {
            case JPEG -> JPEG.createReaderInstance();
            case WEBP -> WEBP.createReaderInstance();
            case PNG, GIF, BMP -> byName(format);
        };
    }

    private static ImageReader byName(ImageFormat format) throws IOException {
        Iterator<ImageReader> readers = ImageIO.getImageReadersByFormatName(format.title());
        if (!readers.hasNext()) {
            throw new IOException("this Java runtime has no decoder for " + format.title());
        }
        return readers.next();
    }
}
