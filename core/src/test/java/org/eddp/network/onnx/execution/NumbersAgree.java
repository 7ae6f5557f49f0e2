package org.eddp.network.onnx.execution;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares many numbers at once. */
public final class NumbersAgree {
    private NumbersAgree() {}

    /**
     * The numbers agree.
     *
     * @param tolerance largest difference, relative to the larger of one and the largest number expected
     */
    public static void of(double[] found, double[] expected, double tolerance) {
        assertThat(found).hasSameSizeAs(expected);
        double scale = 1;
        for (double value : expected) {
            scale = Double.isFinite(value) ? Math.max(scale, Math.abs(value)) : scale;
        }
        for (int i = 0; i < found.length; i++) {
            boolean same =
                    Double.compare(found[i], expected[i]) == 0 || Math.abs(found[i] - expected[i]) <= tolerance * scale;
            if (!same) {
                throw new AssertionError("element " + i + ": found " + found[i] + ", expected " + expected[i]);
            }
        }
    }
}
