package org.eddp.math;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Chooses pairs so that every member is in at most one: the best pair first. An optimal assignment would accept worse
 * pairs for the sake of the sum.
 */
public final class OneToOne {
    private OneToOne() {}

    /**
     * Chooses.
     *
     * @param pairs the best first
     * @param first number of the first member of a pair
     * @param second number of its second member
     */
    public static <T> List<T> of(List<T> pairs, ToIntFunction<T> first, ToIntFunction<T> second) {
        BitSet used = new BitSet();
        BitSet taken = new BitSet();
        List<T> chosen = new ArrayList<>();
        for (T pair : pairs) {
            int own = first.applyAsInt(pair);
            int other = second.applyAsInt(pair);
            if (!used.get(own) && !taken.get(other)) {
                used.set(own);
                taken.set(other);
                chosen.add(pair);
            }
        }
        return chosen;
    }
}
