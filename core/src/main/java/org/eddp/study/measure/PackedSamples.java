package org.eddp.study.measure;

import java.io.ByteArrayOutputStream;

/**
 * Samples in few bytes, to be sent to others: for every concept the number of its patches and their distances, seven bits to a byte with the
 * lowest first.
 */
final class PackedSamples {
    private PackedSamples() {}

    /**
     * Packs.
     *
     * @param patches of every concept, ascending
     */
    public static byte[] pack(long[][] patches) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(out, patches.length);
        for (long[] own : patches) {
            write(out, own.length);
            long before = 0;
            for (long patch : own) {
                write(out, patch - before);
                before = patch;
            }
        }
        return out.toByteArray();
    }

    private static void write(ByteArrayOutputStream out, long number) {
        if (number < 0) {
            throw new IllegalArgumentException("patches must be ascending");
        }
        long rest = number;
        for (; rest >= 0x80; rest >>>= 7) {
            out.write((int) (rest | 0x80));
        }
        out.write((int) rest);
    }

    /**
     * Unpacks.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static long[][] unpack(byte[] packed) {
        int[] at = {0};
        long[][] patches = new long[count(packed, at)][];
        for (int i = 0; i < patches.length; i++) {
            patches[i] = new long[count(packed, at)];
            long before = 0;
            for (int p = 0; p < patches[i].length; p++) {
                before += read(packed, at);
                patches[i][p] = before;
            }
        }
        if (at[0] != packed.length) {
            throw new IllegalArgumentException("samples end at byte " + at[0] + " of " + packed.length);
        }
        return patches;
    }

    /** Every counted number takes at least a byte. */
    private static int count(byte[] packed, int[] at) {
        long count = read(packed, at);
        if (count > packed.length - at[0]) {
            throw new IllegalArgumentException("samples end before " + count + " more of them");
        }
        return (int) count;
    }

    private static long read(byte[] packed, int[] at) {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE - 1; shift += 7) {
            if (at[0] >= packed.length) {
                break;
            }
            byte next = packed[at[0]++];
            number |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return number;
            }
        }
        throw new IllegalArgumentException("samples end within a number");
    }
}
