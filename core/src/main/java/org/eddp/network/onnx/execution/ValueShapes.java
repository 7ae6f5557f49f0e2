package org.eddp.network.onnx.execution;

import java.util.Arrays;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/** The shapes of all values for one image and, if the network takes batches, for two. */
final class ValueShapes {
    private final long[][] one;
    private final long[][] two;
    private final boolean[] real;

    ValueShapes(int slots) {
        one = new long[slots][];
        two = new long[slots][];
        real = new boolean[slots];
    }

    /** Sees the values of a run with {@code batch} images, which must stay within a budget. */
    Program.Observer observer(int batch, TrialBudget budget) {
        return new Program.Observer() {
            @Override
            public void computed(int slot, Tensor value) {
                put(batch, slot, value);
                real[slot] = value.type() == DType.FLOAT32 || value.type() == DType.FLOAT64;
            }

            @Override
            public void finished(GraphStep step) {
                budget.check(step);
            }
        };
    }

    void put(int batch, int slot, Tensor value) {
        (batch == 1 ? one : two)[slot] = value.shape();
    }

    /** Forgets what was seen with two images. */
    void forgetTwo() {
        Arrays.fill(two, null);
    }

    /** Whether every length is the same for any number of images or proportional to it. */
    boolean followsBatch(int slot) {
        long[] a = one[slot];
        long[] b = two[slot];
        if (a == null || (b != null && a.length != b.length)) {
            return false;
        }
        for (int i = 0; i < a.length && b != null; i++) {
            if (b[i] != a[i] && b[i] != 2 * a[i]) {
                return false;
            }
        }
        return true;
    }

    /** Shape for one image, null if the value was not computed. */
    long[] orNull(int slot) {
        return slot < 0 ? null : one[slot];
    }

    /** Shape for {@code batch} images. */
    long[] of(int slot, int batch) {
        long[] shape = one[slot].clone();
        for (int i = 0; i < shape.length && two[slot] != null; i++) {
            shape[i] = two[slot][i] == shape[i] ? shape[i] : shape[i] * batch;
        }
        return shape;
    }

    /** Shape of maps or tokens of one image without the batch, null if the value is neither. */
    long[] ofPatches(int slot) {
        long[] a = one[slot];
        long[] b = two[slot];
        if (a == null || !real[slot] || a.length < 3 || a.length > 4 || a[0] != 1) {
            return null;
        }
        if (b != null && (b[0] != 2 || !Arrays.equals(a, 1, a.length, b, 1, b.length))) {
            return null;
        }
        return Arrays.copyOfRange(a, 1, a.length);
    }
}
