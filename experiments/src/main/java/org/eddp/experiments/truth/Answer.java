package org.eddp.experiments.truth;

import java.util.Arrays;

/**
 * The answer of a method about a cause.
 *
 * @param found whether the method has concepts for the cause
 * @param fires whether one of them fires in the picture
 * @param contribution their sum
 *
 * @param others contributions of the other concepts that fire in the picture; null if the method does not compare
 *     concepts
 */
record Answer(boolean found, boolean fires, double contribution, double[] others) {
    /** The answer for a cause that no concept stands for. */
    static final Answer NOT_FOUND = new Answer(false, false, 0, new double[0]);

    /** The answer of a method that knows the cause. */
    static Answer alone(double contribution) {
        return new Answer(true, true, contribution, null);
    }

    /** Whether the cause adds more than every other concept that fires; null if the method does not compare concepts. */
    Boolean first() {
        return others == null ? null : found && fires && Arrays.stream(others).allMatch(other -> other < contribution);
    }

    /** The 95th percentile of the sizes of the other contributions; null if there are none. */
    Double noise() {
        if (others == null || others.length == 0) {
            return null;
        }
        double[] sizes = Arrays.stream(others).map(Math::abs).sorted().toArray();
        return sizes[(int) Math.min(sizes.length - 1L, Math.round(0.95 * (sizes.length - 1)))];
    }
}
