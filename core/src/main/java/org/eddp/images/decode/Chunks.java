package org.eddp.images.decode;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import org.eddp.images.source.ImageFormat;

/**
 * Finds the metadata of an image file: the EXIF block and embedded colour profiles. Every length is checked. A damaged
 * file has no metadata here; the decoder reports the damage.
 */
final class Chunks {
    private static final String EXIF = "Exif\0\0";
    private static final String PROFILE = "ICC_PROFILE\0";
    private static final int PROGRESSIVE = 0xc2;
    private static final int START_OF_SCAN = 0xda;
    private static final int WEBP_FLAGS = 20;
    private static final int WEBP_PROFILE_FLAG = 0x20;

    private Chunks() {}

    /** The EXIF block: a TIFF header and what follows. */
    static Optional<byte[]> exif(byte[] file, ImageFormat format) {
        return switch (format) {
            case JPEG -> jpegExif(file);
            case PNG -> chunk(file, 8, "eXIf", false);
            case WEBP ->
                chunk(file, 12, "EXIF", true)
                        .map(block -> ImageFormat.startsWith(block, 0, EXIF)
                                ? Arrays.copyOfRange(block, EXIF.length(), block.length)
                                : block);
            case GIF, BMP -> Optional.empty();
        };
    }

    /**
     * The file without its colour profile. Networks are trained on the numbers in the files, not on colours converted by
     * some profile; and conversions differ between systems.
     */
    static byte[] withoutProfile(byte[] file, ImageFormat format) {
        return switch (format) {
            case JPEG -> jpegWithoutProfile(file);
            case WEBP -> webpWithoutProfile(file);
            case PNG, GIF, BMP -> file;
        };
    }

    private static Optional<byte[]> jpegExif(byte[] file) {
        for (int at = 2; isSegment(file, at); at += 2 + segmentLength(file, at)) {
            int content = at + 4 + EXIF.length();
            int end = at + 2 + segmentLength(file, at);
            if ((file[at + 1] & 0xff) == 0xe1 && content <= end && ImageFormat.startsWith(file, at + 4, EXIF)) {
                return Optional.of(Arrays.copyOfRange(file, content, end));
            }
        }
        return Optional.empty();
    }

    private static byte[] jpegWithoutProfile(byte[] file) {
        byte[] kept = file;
        int length = file.length;
        int at = 2;
        while (isSegment(kept, at)) {
            int next = at + 2 + segmentLength(kept, at);
            if ((kept[at + 1] & 0xff) == 0xe2 && ImageFormat.startsWith(kept, at + 4, PROFILE)) {
                kept = kept == file ? file.clone() : kept;
                System.arraycopy(kept, next, kept, at, length - next);
                length -= next - at;
            } else {
                at = next;
            }
        }
        return length == file.length ? file : Arrays.copyOf(kept, length);
    }

    /**
     * Whether a file is shorter than its header says. Used for WebP only, whose decoder would invent the missing part;
     * other decoders fail.
     */
    static boolean isCutShort(byte[] file, ImageFormat format) {
        return format == ImageFormat.WEBP && littleEndian(file, 4) + 8 > file.length;
    }

    /** The end of the pixel data that the decoder reads first; the end of the file for other decoders. */
    static long pixelEnd(byte[] file, ImageFormat format) {
        if (format != ImageFormat.WEBP) {
            return file.length;
        }
        for (long at = 12; at + 8 <= file.length; ) {
            long length = littleEndian(file, (int) at + 4);
            if (ImageFormat.startsWith(file, (int) at, "VP8L") || ImageFormat.startsWith(file, (int) at, "VP8 ")) {
                return Math.min(file.length, at + 8 + length);
            }
            at += 8 + length + (length & 1);
        }
        return file.length;
    }

    /** Whether a JPEG file stores its pixels in several passes of growing precision. */
    static boolean isProgressive(byte[] file) {
        for (int at = 2; isSegment(file, at); at += 2 + segmentLength(file, at)) {
            if ((file[at + 1] & 0xff) == PROGRESSIVE) {
                return true;
            }
        }
        return false;
    }

    /** A whole segment of a JPEG file before its pixels. */
    private static boolean isSegment(byte[] file, int at) {
        if (at + 4 > file.length || (file[at] & 0xff) != 0xff) {
            return false;
        }
        int marker = file[at + 1] & 0xff;
        int length = segmentLength(file, at);
        return marker >= 0xc0 && marker != START_OF_SCAN && length >= 2 && at + 2 + length <= file.length;
    }

    private static int segmentLength(byte[] file, int at) {
        return (file[at + 2] & 0xff) << 8 | file[at + 3] & 0xff;
    }

    private static byte[] webpWithoutProfile(byte[] file) {
        if (!ImageFormat.startsWith(file, 12, "VP8X")
                || file.length <= WEBP_FLAGS
                || (file[WEBP_FLAGS] & WEBP_PROFILE_FLAG) == 0) {
            return file;
        }
        byte[] copy = file.clone();
        copy[WEBP_FLAGS] &= (byte) ~WEBP_PROFILE_FLAG;
        return copy;
    }

    /**
     * The content of a chunk.
     *
     * @param riff chunks of RIFF (name, length little-endian, content padded to even) instead of PNG (length big-endian,
     *     name, content, four bytes of checksum)
     */
    private static Optional<byte[]> chunk(byte[] file, int start, String name, boolean riff) {
        long at = start;
        while (at + 8 <= file.length) {
            int here = (int) at;
            long length = riff ? littleEndian(file, here + 4) : bigEndian(file, here);
            long content = at + 8;
            if (content + length > file.length) {
                return Optional.empty();
            }
            if (ImageFormat.startsWith(file, riff ? here : here + 4, name)) {
                return Optional.of(Arrays.copyOfRange(file, (int) content, (int) (content + length)));
            }
            at = content + length + (riff ? length & 1 : 4);
        }
        return Optional.empty();
    }

    private static long bigEndian(byte[] file, int at) {
        return Integer.toUnsignedLong(ByteBuffer.wrap(file).getInt(at));
    }

    private static long littleEndian(byte[] file, int at) {
        return Integer.toUnsignedLong(
                ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(at));
    }
}
