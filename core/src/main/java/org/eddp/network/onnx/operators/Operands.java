package org.eddp.network.onnx.operators;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.ShapeTensors;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/** The inputs of a node; optional ones may be missing. */
public final class Operands {
    private final Value[] values;

    /** @param values null where an optional one is left out */
    public Operands(Value... values) {
        this.values = values;
    }

    int count() {
        return values.length;
    }

    /** The values that are not missing. */
    Stream<Value> values() {
        return Arrays.stream(values).filter(Objects::nonNull);
    }

    /** The same operands with other values. */
    Operands map(UnaryOperator<Value> function) {
        return new Operands(Arrays.stream(values)
                .map(value -> value == null ? null : function.apply(value))
                .toArray(Value[]::new));
    }

    /** Whether an optional value is there. */
    public boolean has(int index) {
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

    /** Two operands that are broadcast; refuses too large a result. */
    Tensor broadcast(BinaryOperator<Tensor> function) {
        Axes.checkBroadcast(tensor(0), tensor(1));
        return function.apply(tensor(0), tensor(1));
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

    /**
     * A result of a node, or a weight. In ONNX arguments such as shapes and axes are tensors too; their numbers are
     * copied to the heap once, so that a constant argument costs nothing at run time.
     */
    public static final class Value {
        private final Tensor tensor;
        private volatile long[] longs;
        private volatile double[] doubles;
        /** The numbers on the heap; null if they are only in the tensor. */
        private final Value numbers;

        private Value(Tensor tensor, Value numbers) {
            this.tensor = tensor;
            this.numbers = numbers;
        }

        /** A value that does not own its tensor: the owner of the tensor closes it. */
        public Value(Tensor tensor) {
            this(tensor, null);
        }

        /** The same arguments in a tensor without content. */
        Value weightless() {
            return new Value(ShapeTensors.weightless(tensor.type(), tensor.shape()), this);
        }

        /** A value that belongs to no scope; the caller owns it and must close it. */
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
                known = numbers == null ? Views.toLongs(tensor) : numbers.longs();
                longs = known;
            }
            return known;
        }

        /** Its numbers, row-major; not to be modified. */
        public double[] doubles() {
            double[] known = doubles;
            if (known == null) {
                known = numbers == null ? tensor.toDoubles() : numbers.doubles();
                doubles = known;
            }
            return known;
        }

        boolean whole() {
            return tensor.type() == DType.INT64;
        }
    }
}
