package org.eddp.network.onnx.operators;

import java.util.HashMap;
import java.util.Map;
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
            return in -> {
                checkSum(equation, in.tensors());
                return LayerOperations.einsum(equation, in.tensors());
            };
        });
    }

    /** Refuses a result that may not be allocated: letters behind the arrow are its lengths, dots those of all operands. */
    private static void checkSum(String equation, Tensor... operands) {
        int arrow = equation.indexOf("->");
        if (arrow < 0) {
            return; // letters that occur once add no more elements than the operands have
        }
        Map<Character, Long> lengths = new HashMap<>();
        String[] terms = equation.substring(0, arrow).split(",", -1);
        for (int i = 0; i < Math.min(terms.length, operands.length); i++) {
            long[] shape = operands[i].shape();
            String front = terms[i].contains("...") ? terms[i].substring(0, terms[i].indexOf('.')) : terms[i];
            String back = terms[i].substring(terms[i].lastIndexOf('.') + 1);
            for (int k = 0; k < shape.length; k++) {
                int last = back.length() - (shape.length - k);
                char letter = k < front.length() ? front.charAt(k) : last >= 0 ? back.charAt(last) : '.';
                lengths.merge(letter, shape[k], letter == '.' ? (a, b) -> saturated(a, b) : Math::max);
            }
        }
        long count = 1;
        for (char letter : equation.substring(arrow + 2).replace("...", ".").toCharArray()) {
            count = saturated(count, lengths.getOrDefault(letter, 1L));
        }
        Axes.allocatable(count);
    }

    private static long saturated(long a, long b) {
        return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
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
