package org.eddp.images;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

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
        file.prefixCode(argb[2], largerGreen);
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
