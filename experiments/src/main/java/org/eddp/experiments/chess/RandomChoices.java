package org.eddp.experiments.chess;

import java.util.List;
import java.util.SplittableRandom;

/** Random choices for drawing. */
record RandomChoices(SplittableRandom random) {
    double between(double low, double high) {
        return low + (high - low) * random.nextDouble();
    }

    boolean chance(double share) {
        return random.nextDouble() < share;
    }

    int count(int low, int high) {
        return random.nextInt(low, high + 1);
    }

    <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }
}
