package org.eddp.labels;

import java.util.Arrays;

/** A set of pixels, one bit each, row by row; counting common pixels takes a few instructions per 64 of them. */
final class BitMask {
    private final int pixels;
    private final long[] words;

    BitMask(int pixels) {
        this.pixels = pixels;
        words = new long[(pixels + 63) >>> 6];
    }

    void clear() {
        Arrays.fill(words, 0);
    }

    void set(int pixel) {
        words[pixel >>> 6] |= 1L << pixel;
    }

    /** Adds the pixels from {@code from} up to, not including, {@code to}. */
    void set(int from, int to) {
        if (from >= to) {
            return;
        }
        int low = from >>> 6;
        int high = (to - 1) >>> 6;
        long head = -1L << from;
        long tail = -1L >>> -to;
        if (low == high) {
            words[low] |= head & tail;
            return;
        }
        words[low] |= head;
        Arrays.fill(words, low + 1, high, -1L);
        words[high] |= tail;
    }

    void setAll() {
        set(0, pixels);
    }

    void add(BitMask other) {
        for (int k = 0; k < words.length; k++) {
            words[k] |= other.words[k];
        }
    }

    int count() {
        int count = 0;
        for (long word : words) {
            count += Long.bitCount(word);
        }
        return count;
    }

    /** Number of pixels from {@code from} up to, not including, {@code to}. */
    int count(int from, int to) {
        if (from >= to) {
            return 0;
        }
        int low = from >>> 6;
        int high = (to - 1) >>> 6;
        long head = -1L << from;
        long tail = -1L >>> -to;
        if (low == high) {
            return Long.bitCount(words[low] & head & tail);
        }
        int count = Long.bitCount(words[low] & head) + Long.bitCount(words[high] & tail);
        for (int k = low + 1; k < high; k++) {
            count += Long.bitCount(words[k]);
        }
        return count;
    }

    /** Number of pixels in both. */
    int countCommon(BitMask other) {
        int count = 0;
        for (int k = 0; k < words.length; k++) {
            count += Long.bitCount(words[k] & other.words[k]);
        }
        return count;
    }
}
