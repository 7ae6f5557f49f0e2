package org.eddp.images.decode;

import com.twelvemonkeys.imageio.stream.ByteArrayImageInputStream;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import javax.imageio.stream.ImageInputStream;
import org.eddp.images.source.ImageContent;
import org.eddp.images.source.ImageFailure;
import org.eddp.images.source.ImageFormat;

/**
 * Decodes JPEG, PNG, WebP, GIF (its first frame) and BMP, recognised by content. Pictures are turned upright as their
 * EXIF block says, transparent pixels are put on white, and colour profiles are ignored, as in the training of
 * networks.
 *
 * <p>Thread-safe.
 */
public final class ImageReader {
    /** Default limit of pixels: a small file can claim any size. */
    public static final long USUAL_LIMIT = 200_000_000;

    /**
     * Time limit for one picture. The largest allowed pictures take a tenth of it, which leaves room for slow machines.
     */
    static final Duration USUAL_TIME = Duration.ofSeconds(60);

    private static final String REMEDY = "replace the file or take it off the list";

    private final long limit;
    private final Duration time;
    private final ImageContent files;

    /** A reader with the usual limits. */
    public ImageReader() {
        this(USUAL_LIMIT);
    }

    /** A reader that refuses pictures of more than {@code limit} pixels. */
    public ImageReader(long limit) {
        this(limit, ImageContent.MOST_BYTES, USUAL_TIME);
    }

    ImageReader(long limit, long mostBytes, Duration time) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit = " + limit + " pixels must be at least 1");
        }
        this.limit = limit;
        this.time = time;
        files = new ImageContent(mostBytes);
    }

    /**
     * Reads and decodes a file.
     *
     * @throws ImageFailure if it cannot be read or decoded
     */
    public Picture read(Path file) {
        return decode(content(file, file.toString()), file.toString());
    }

    /**
     * The content of a file, for {@link #decode}.
     *
     * @param name of the file, for messages
     * @throws ImageFailure if there is no file, or one that is too large to be a picture, or it cannot be read
     */
    public byte[] content(Path file, String name) {
        return files.read(file, name);
    }

    /** Whether {@link #content} would refuse a file by its type or size. */
    public boolean refuses(Path file) {
        return files.isRefused(file);
    }

    /**
     * Decodes the content of a file.
     *
     * @param name of the file, for messages
     * @throws ImageFailure if it cannot be decoded
     */
    public Picture decode(byte[] file, String name) {
        ImageFormat format = format(file, name);
        if (Chunks.isCutShort(file, format)) {
            throw truncated(format, name);
        }
        try {
            return Orientation.apply(
                    decode(Chunks.withoutProfile(file, format), format, name), orientation(file, format));
        } catch (PixelInput.EndsEarly e) {
            throw truncated(format, name);
        } catch (Deadline.Passed e) {
            throw failure(name, e.getMessage(), e);
        } catch (IOException | RuntimeException e) {
            throw damaged(format, name, e);
        } catch (OutOfMemoryError e) {
            throw failure(name, "there is not enough memory for it", e);
        }
    }

    /**
     * The size of the picture that {@link #read} gives, without decoding its pixels.
     *
     * @throws ImageFailure if the file cannot be read or its header makes no sense
     */
    public Picture.Size size(Path file) {
        return size(content(file, file.toString()), file.toString());
    }

    /**
     * The size of the picture that {@link #decode} gives, without decoding its pixels.
     *
     * @param name of the file, for messages
     * @throws ImageFailure if its header makes no sense
     */
    public static Picture.Size size(byte[] file, String name) {
        ImageFormat format = format(file, name);
        try {
            Picture.Size stored = storedSize(Chunks.withoutProfile(file, format), format);
            return Orientation.exchangesSides(orientation(file, format)) ? stored.turned() : stored;
        } catch (IOException | RuntimeException e) {
            throw damaged(format, name, e);
        }
    }

    private static Picture.Size storedSize(byte[] file, ImageFormat format) throws IOException {
        javax.imageio.ImageReader decoder = Decoders.create(format);
        try (ImageInputStream in = new ByteArrayImageInputStream(file)) {
            decoder.setInput(in, false, true);
            return new Picture.Size(decoder.getWidth(0), decoder.getHeight(0));
        } finally {
            decoder.dispose();
        }
    }

    private static ImageFormat format(byte[] file, String name) {
        if (file.length == 0) {
            throw failure(name, "the file is empty", null);
        }
        return ImageFormat.of(file)
                .orElseThrow(() ->
                        failure(name, "it is not an image of a known format (" + ImageFormat.allTitles() + ")", null));
    }

    private static int orientation(byte[] file, ImageFormat format) {
        return Chunks.exif(file, format).map(Orientation::of).orElse(Orientation.UPRIGHT);
    }

    private Picture decode(byte[] file, ImageFormat format, String name) throws IOException {
        javax.imageio.ImageReader decoder = Decoders.create(format);
        Deadline deadline = new Deadline(time);
        try (ImageInputStream in = new PixelInput(file, format, deadline)) {
            Truncation truncation = new Truncation(format == ImageFormat.JPEG && Chunks.isProgressive(file));
            decoder.addIIOReadWarningListener(truncation);
            decoder.setInput(in, false, true);
            int width = decoder.getWidth(0);
            int height = decoder.getHeight(0);
            checkSize(width, height, name);
            decoder.addIIOReadProgressListener(deadline);
            try (DecodingMemory.Taken room = DecodingMemory.ofHeap().take(width, height, name)) {
                deadline.begin();
                BufferedImage image = decoder.read(0);
                deadline.check();
                if (truncation.found()) {
                    throw truncated(format, name);
                }
                return Pixels.of(image);
            }
        } finally {
            decoder.dispose();
        }
    }

    private void checkSize(int width, int height, String name) {
        if ((long) width * height > limit) {
            throw new ImageFailure("cannot decode " + name + ": " + width + " x " + height
                    + " pixels are more than the " + limit + " allowed; shrink the picture or take it off the list");
        }
    }

    private static ImageFailure damaged(ImageFormat format, String name, Exception e) {
        return e instanceof ImageFailure known
                ? known
                : failure(name, "the " + format.title() + " data is damaged (" + DecoderMessage.of(e) + ")", e);
    }

    private static ImageFailure truncated(ImageFormat format, String name) {
        return failure(name, "the " + format.title() + " data ends early: the file is truncated", null);
    }

    private static ImageFailure failure(String name, String reason, Throwable cause) {
        return new ImageFailure("cannot decode " + name + ": " + reason + "; " + REMEDY, cause);
    }
}
