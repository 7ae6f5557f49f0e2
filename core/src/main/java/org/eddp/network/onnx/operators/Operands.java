package org.eddp.network.onnx.operators;

import org.eddp.network.NetworkFailure;
import org.eddp.tensor.Tensor;

/** The values a node is given; optional ones may be missing. */
public final class Operands {
    private final Value[] values;

    /** @param values null where an optional one is left out */
    public Operands(Value... values) {
        this.values = values;
    }

    int count() {
        return values.length;
    }

    boolean has(int index) {
        return index < values.length && values[index] != null;
    }

    Value value(int index) {
        if (!has(index)) {
            throw new NetworkFailure("input " + index + " is missing");
        }
        return values[index];
    }

    /** A value that must be there. */
    public Tensor tensor(int index) {
        return value(index).tensor();
    }

    /** An optional input, null if missing. */
    Tensor optional(int index) {
        return has(index) ? values[index].tensor() : null;
    }

    Tensor[] tensors() {
        Tensor[] tensors = new Tensor[values.length];
        for (int i = 0; i < tensors.length; i++) {
            tensors[i] = tensor(i);
        }
        return tensors;
    }

    /** An argument made of whole numbers. */
    long[] longs(int index) {
        return value(index).longs();
    }

    /** An optional argument made of whole numbers. */
    long[] longs(int index, long[] otherwise) {
        return has(index) ? values[index].longs() : otherwise;
    }

    /** An argument that is one number. */
    double number(int index, double otherwise) {
        if (!has(index)) {
            return otherwise;
        }
        double[] numbers = values[index].doubles();
        if (numbers.length != 1) {
            throw new NetworkFailure("input " + index + " has " + numbers.length + " elements, not one");
        }
        return numbers[0];
    }
}
