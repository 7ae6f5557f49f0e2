package org.eddp.network.onnx.operators;

import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.Tensor;

/** Operators that stand for several nodes. */
public final class FusedOperators {
    private FusedOperators() {}

    /** x sigmoid(x). */
    public static Operator silu() {
        return in -> new Tensor[] {LayerOperations.silu(in.tensor(0))};
    }

    /** x times the share of a normal distribution below x. */
    public static Operator gelu() {
        return in -> new Tensor[] {LayerOperations.gelu(in.tensor(0), false)};
    }

    /** A product with a matrix, its second input, to which a row, its third, is added. */
    public static Operator linear() {
        return in -> new Tensor[] {Matrices.linear(in)};
    }
}
