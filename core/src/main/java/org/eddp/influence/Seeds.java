package org.eddp.influence;

import java.util.SplittableRandom;

/** Generators for parts of a computation that may run in any order: each depends on the seed and its own number only. */
final class Seeds {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private Seeds() {}

    static SplittableRandom of(long seed, long part, long subpart) {
        return new SplittableRandom(mix(mix(seed * SPREAD + part) * SPREAD + subpart));
    }

    private static long mix(long z) {
        return new SplittableRandom(z).nextLong();
    }
}
