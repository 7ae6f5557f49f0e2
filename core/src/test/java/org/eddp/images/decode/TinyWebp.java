package org.eddp.images.decode;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes lossless WebP files with two levels of green and constant other channels: every prefix code then has one or two
 * symbols, and a pixel is one bit.
 */
final class TinyWebp {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int current;
    private int used;

    private TinyWebp() {}

    /** @param bright which pixels have the larger green, row by row */
    static byte[] encode(int width, int height, int[] argb, int largerGreen, boolean[] bright) {
        TinyWebp file = new TinyWebp();
        file.bits(0x2f, 8);
        file.bits(width - 1, 14);
        file.bits(height - 1, 14);
        file.bits(argb[0] < 255 ? 1 : 0, 1);
        file.bits(0, 3); // version
        file.bits(0, 1); // no transform
        file.bits(0, 1); // no colour cache
        file.bits(0, 1); // one group of prefix codes
        if (largerGreen == argb[2]) {
            file.prefixCode(argb[2]); // one colour: pixels take no bits
        } else {
            file.prefixCode(argb[2], largerGreen);
        }
        file.prefixCode(argb[1]);
        file.prefixCode(argb[3]);
        file.prefixCode(argb[0]);
        file.prefixCode(0); // distances, never used
        for (boolean b : bright) {
            file.bits(b ? 1 : 0, 1);
        }
        file.bits(0, (8 - file.used) % 8);
        return riff(file.out.toByteArray());
    }

    /** The extended form of a file made by {@link #encode}: with a colour profile before and an EXIF block after it. */
    static byte[] extend(byte[] simple, int width, int height, byte[] profile, byte[] exif) {
        ByteBuffer flags = ByteBuffer.allocate(10);
        flags.put(0, (byte) (0x20 | 0x08)).put(4, (byte) (width - 1)).put(7, (byte) (height - 1));
        byte[] header = flags.array();
        byte[] chunks = concat(
                chunk("VP8X", header),
                chunk("ICCP", profile),
                Arrays.copyOfRange(simple, 12, simple.length),
                chunk("EXIF", exif));
        return concat(
                "RIFF".getBytes(StandardCharsets.US_ASCII),
                littleEndian(4 + chunks.length),
                "WEBP".getBytes(StandardCharsets.US_ASCII),
                chunks);
    }

    private static byte[] chunk(String name, byte[] content) {
        return concat(
                name.getBytes(StandardCharsets.US_ASCII),
                littleEndian(content.length),
                Arrays.copyOf(content, content.length + (content.length & 1)));
    }

    private static byte[] littleEndian(int value) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] riff(byte[] content) {
        int padded = content.length + (content.length & 1);
        return ByteBuffer.allocate(20 + padded)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("RIFF".getBytes(StandardCharsets.US_ASCII))
                .putInt(12 + padded)
                .put("WEBPVP8L".getBytes(StandardCharsets.US_ASCII))
                .putInt(content.length)
                .put(content)
                .array();
    }

    private void prefixCode(int... symbols) {
        bits(1, 1); // simple code
        bits(symbols.length - 1, 1);
        bits(1, 1); // first symbol in 8 bits
        for (int symbol : symbols) {
            bits(symbol, 8);
        }
    }

    private void bits(int value, int count) {
        for (int i = 0; i < count; i++) {
            current |= (value >> i & 1) << used++;
            if (used == 8) {
                out.write(current);
                current = 0;
                used = 0;
            }
        }
    }
}
