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
        long[] left = a.shape();
        long[] right = b.shape();
        if (left.length > 1 && right.length > 1) {
            long[] rows = left.clone();
            rows[rows.length - 1] = 1;
            long[] columns = right.clone();
            columns[columns.length - 2] = 1;
            Axes.allocatable(Axes.broadcast(rows, columns));
        }
        return LayerOperations.matmul(a, b);
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
