package org.eddp.network.onnx.operators;

import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.Tensor;

/** Products of matrices. */
final class Matrices {
    private Matrices() {}

    static void addTo(OperatorSet set) {
        set.single("MatMul", attributes -> in -> matmul(in.tensor(0), in.tensor(1)));
        set.single("Gemm", Matrices::gemm);
        set.single("Einsum", attributes -> {
            String equation = attributes.text("equation", "").replace(" ", "");
            return in -> LayerOperations.einsum(equation, in.tensors());
        });
    }

    private static Tensor matmul(Tensor a, Tensor b) {
        check(a, b);
        boolean rows = a.shape().length > 2 && b.shape().length == 2 && a.count() > 0;
        return rows ? LayerOperations.linear(a, b, null) : LayerOperations.matmul(a, b);
    }

    /** MatMul and Add of a constant row, in one step. */
    static Tensor linear(Operands in) {
        check(in.tensor(0), in.tensor(1));
        return LayerOperations.linear(in.tensor(0), in.tensor(1), in.tensor(2));
    }

    private static void check(Tensor a, Tensor b) {
        long[] left = a.shape();
        long[] right = b.shape();
        if (left.length > 1 && right.length > 1) {
            long[] rows = left.clone();
            rows[rows.length - 1] = 1;
            long[] columns = right.clone();
            columns[columns.length - 2] = 1;
            Axes.allocatable(Axes.broadcast(rows, columns));
        }
    }

    private static OperatorSet.Single gemm(Attributes attributes) {
        double alpha = attributes.real("alpha", 1);
        double beta = attributes.real("beta", 1);
        boolean transposeLeft = attributes.flag("transA", false);
        boolean transposeRight = attributes.flag("transB", false);
        return in -> {
            Tensor left = transposeLeft ? in.tensor(0).t() : in.tensor(0);
            Tensor right = transposeRight ? in.tensor(1).t() : in.tensor(1);
            if (in.has(2)) {
                return LayerOperations.addmm(in.tensor(2), left, right, beta, alpha);
            }
            Tensor product = left.mm(right);
            return alpha == 1 ? product : product.times(alpha);
        };
    }
}
