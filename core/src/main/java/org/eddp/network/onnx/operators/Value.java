package org.eddp.network.onnx.operators;

import java.util.function.Supplier;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/**
 * What a node computed or a weight. Arguments such as shapes and axes are tensors too in ONNX; their numbers are copied
 * to the heap once, so that a constant argument costs nothing at run time.
 */
public final class Value {
    private final Tensor tensor;
    private volatile long[] longs;
    private volatile double[] doubles;

    /** A value that belongs to whoever owns the tensor. */
    public Value(Tensor tensor) {
        this.tensor = tensor;
    }

    /** A value that belongs to no scope; whoever holds it closes it. */
    public static Value kept(Supplier<Tensor> maker) {
        try (Scope scope = Scope.open()) {
            return new Value(scope.keep(Views.alias(maker.get())));
        }
    }

    /** The tensor itself. */
    public Tensor tensor() {
        return tensor;
    }

    /** Its whole numbers, row-major; not to be modified. */
    public long[] longs() {
        long[] known = longs;
        if (known == null) {
            known = Views.toLongs(tensor);
            longs = known;
        }
        return known;
    }

    /** Its numbers, row-major; not to be modified. */
    public double[] doubles() {
        double[] known = doubles;
        if (known == null) {
            known = tensor.toDoubles();
            doubles = known;
        }
        return known;
    }

    boolean whole() {
        return tensor.type() == DType.INT64;
    }
}
