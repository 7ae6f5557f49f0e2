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

    /** Sees the values of a run with {@code batch} images. */
    StepSequence.Observer observer(int batch) {
        return (slot, value) -> {
            put(batch, slot, value);
            real[slot] = value.type() == DType.FLOAT32 || value.type() == DType.FLOAT64;
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

    /** Whether a value has one entry per image in its first dimension, as far as one and two images tell. */
    boolean doubles(int slot) {
        long[] a = one[slot];
        long[] b = two[slot];
        return a != null && b != null && b.length > 0 && b[0] == 2 && count(b) == 2 * count(a);
    }

    private static long count(long... shape) {
        return Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    }

    /** Elements of a value for one image, 0 if it was not computed. */
    long elements(int slot) {
        return slot < 0 || one[slot] == null ? 0 : count(one[slot]);
    }

    /** Shape for two images, null if they cannot be run together. */
    long[] ofTwo(int slot) {
        return two[slot];
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
