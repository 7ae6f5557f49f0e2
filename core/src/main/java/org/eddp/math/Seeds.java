package org.eddp.math;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Random numbers that depend on a seed and on the number of a part of the work only, never on earlier draws: parts may
 * run in any order, and interrupted work resumes with the same numbers. Shuffles and draws are uniform. The numbers are
 * part of the results, so they must not change.
 */
public final class Seeds {
    /** Odd constants of the SplitMix64 generator, which spread neighbouring numbers over all bits. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final long SPREAD_AGAIN = 0xBF58476D1CE4E5B9L;

    private Seeds() {}

    /** A generator for one part of the work. */
    public static SplittableRandom random(long seed, long part) {
        return new SplittableRandom(seed * SPREAD + part);
    }

    /** A generator for a part of a part of the work. */
    public static SplittableRandom random(long seed, long part, long subpart) {
        return new SplittableRandom(first(first(seed * SPREAD + part) * SPREAD + subpart));
    }

    /** Another seed, for one step of work that is done for one purpose. */
    public static long mix(long seed, long purpose, long step) {
        return first(first(first(seed) ^ purpose * SPREAD) ^ step * SPREAD_AGAIN);
    }

    private static long first(long seed) {
        return new SplittableRandom(seed).nextLong();
    }

    /** The numbers below {@code count} in random order. */
    public static int[] permutation(int count, SplittableRandom random) {
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    /** Puts {@code values} in random order, in place. */
    public static void shuffle(int[] values, SplittableRandom random) {
        for (int i = values.length - 1; i > 0; i--) {
            swap(values, i, random.nextInt(i + 1));
        }
    }

    /** {@code count} different numbers below {@code total}, in the order in which they were drawn. */
    public static int[] draw(int total, int count, SplittableRandom random) {
        int[] all = new int[total];
        Arrays.setAll(all, i -> i);
        for (int i = 0; i < count; i++) {
            swap(all, i, random.nextInt(i, total));
        }
        return Arrays.copyOf(all, count);
    }

    /** {@code count} different numbers below {@code total}, in ascending order. */
    public static int[] choose(int total, int count, SplittableRandom random) {
        int[] chosen = draw(total, count, random);
        Arrays.sort(chosen);
        return chosen;
    }

    /** Independent numbers of the standard normal distribution. */
    public static double[] gaussian(int count, SplittableRandom random) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextGaussian();
        }
        return values;
    }

    private static void swap(int[] values, int i, int j) {
        int kept = values[i];
        values[i] = values[j];
        values[j] = kept;
    }
}
