package org.eddp.images.source;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A header block of 512 bytes in a tar file: ustar, GNU's, or that of Unix V7.
 *
 * @param name in this block; longer names have a separate block before this one
 * @param size bytes of content that follow
 * @param type one letter
 */
record TarHeader(String name, long size, char type) {
    /** Size of a block, of which everything in a tar file is made. */
    static final int BLOCK = 512;

    private static final int NAME = 100;
    private static final int SIZE = 124;
    private static final int SUM = 148;
    private static final int SUM_END = 156;
    private static final int TYPE = 156;
    private static final int MAGIC = 257;
    private static final int PREFIX = 345;
    private static final int PREFIX_END = 500;
    private static final int NUMBER = 12;

    /** The error message about a block. */
    static final class Bad extends Exception {
        private static final long serialVersionUID = 1L;

        Bad(String what) {
            super(what);
        }
    }

    /** Whether a block marks the end of the archive. */
    static boolean isEnd(byte[] block) {
        return Arrays.equals(block, new byte[BLOCK]);
    }

    /** Reads a block. */
    static TarHeader of(byte[] block) throws Bad {
        checkSum(block);
        String name = text(block, 0, NAME);
        // GNU's header has two spaces behind the magic word, and other fields in place of the prefix.
        if (ImageFormat.startsWith(block, MAGIC, "ustar\0")) {
            String prefix = text(block, PREFIX, PREFIX_END);
            name = prefix.isEmpty() ? name : prefix + "/" + name;
        }
        char type = (char) (block[TYPE] & 0xff);
        if (type == 0) {
            type = name.endsWith("/") ? '5' : '0'; // as it was before there were types
        }
        return new TarHeader(name, hasContent(type) ? number(block, SIZE) : 0, type);
    }

    /** Links, devices and folders have no content, whatever their size field says. */
    private static boolean hasContent(char type) {
        return type < '1' || type > '6';
    }

    /** Whether content may follow. */
    boolean hasContent() {
        return hasContent(type);
    }

    /** Legacy writers summed signed bytes. */
    private static void checkSum(byte[] block) throws Bad {
        long plain = 0;
        long signed = 0;
        for (int i = 0; i < BLOCK; i++) {
            byte value = i >= SUM && i < SUM_END ? (byte) ' ' : block[i];
            plain += value & 0xff;
            signed += value;
        }
        long said = octal(block, SUM, SUM_END);
        if (said != plain && said != signed) {
            throw new Bad("its checksum is " + said + ", that of its bytes " + plain);
        }
    }

    /** A number in octal digits, or in binary if the highest bit is set, as GNU writes large numbers. */
    private static long number(byte[] block, int from) throws Bad {
        if ((block[from] & 0x80) == 0) {
            return octal(block, from, from + NUMBER);
        }
        long value = block[from] & 0x7f;
        for (int i = from + 1; i < from + NUMBER; i++) {
            if (value > Long.MAX_VALUE >> 8) {
                throw new Bad("its size is negative or beyond all files"); // negative ones have all bits set
            }
            value = value << 8 | block[i] & 0xff;
        }
        return value;
    }

    private static long octal(byte[] block, int from, int to) throws Bad {
        int at = from;
        while (at < to && (block[at] == ' ' || block[at] == 0)) {
            at++;
        }
        long value = 0;
        for (; at < to && block[at] != ' ' && block[at] != 0; at++) {
            if (block[at] < '0' || block[at] > '7') {
                throw new Bad("a number in it has the character " + (block[at] & 0xff) + " among octal digits");
            }
            value = value << 3 | block[at] - '0';
        }
        return value;
    }

    /** Up to the first byte that is zero. */
    static String text(byte[] bytes, int from, int to) {
        int end = from;
        while (end < to && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }
}
