package org.eddp.network.onnx.operators;

import org.eddp.network.NetworkFailure;
import org.eddp.tensor.DType;
import org.eddp.tensor.Elements;
import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/**
 * Scaled dot-product attention (since opset 23): softmax(scale Q K^T + mask) V, with heads in a separate dimension or
 * side by side in the last one.
 *
 * @param queryHeads 0 if heads have a separate dimension
 * @param keyHeads the same for keys and values; fewer of them are shared by several queries
 * @param scale NaN for one over the root of the width of a head
 * @param causal whether a position attends only to earlier ones
 */
record Attention(long queryHeads, long keyHeads, double scale, boolean causal) {
    static void addTo(OperatorSet set) {
        set.single("Attention", attributes -> {
            attributes.only("qk_matmul_output_mode", 0); // of an output that is not computed
            attributes.only("softcap", 0f);
            attributes.ignore("softmax_precision");
            Attention attention = new Attention(
                    attributes.whole("q_num_heads", 0),
                    attributes.whole("kv_num_heads", 0),
                    attributes.real("scale", Double.NaN),
                    attributes.flag("is_causal", false));
            return attention::run;
        });
    }

    private Tensor run(Operands in) {
        if (in.has(4) || in.has(5)) {
            throw new NetworkFailure("keys and values of the past are not supported");
        }
        boolean sideBySide = in.tensor(0).shape().length == 3;
        Tensor query = heads(in.tensor(0), queryHeads);
        Tensor key = shared(heads(in.tensor(1), keyHeads), query.size(1));
        Tensor value = shared(heads(in.tensor(2), keyHeads), query.size(1));
        double factor = Double.isNaN(scale) ? 1 / Math.sqrt(query.size(3)) : scale;
        Axes.allocatable(new long[] {query.size(0), query.size(1), query.size(2), key.size(2)});
        Tensor scores = LayerOperations.matmul(query.times(factor), key.permute(0, 1, 3, 2));
        if (in.has(3)) {
            scores = masked(scores, in.tensor(3));
        }
        if (causal) {
            Tensor seen = Views.triangle(
                    Tensor.zeros(scores.type(), scores.size(2), scores.size(3)).plus(1), false, 0);
            scores = masked(scores, seen.to(DType.BOOL));
        }
        Tensor result = LayerOperations.matmul(scores.softmax(3), value);
        long[] shape = result.shape();
        return sideBySide ? Views.reshape(result.permute(0, 2, 1, 3), shape[0], shape[2], shape[1] * shape[3]) : result;
    }

    private static Tensor heads(Tensor x, long count) {
        long[] shape = x.shape();
        if (shape.length == 4) {
            return x;
        }
        if (shape.length != 3 || count < 1 || shape[2] % count != 0) {
            throw new NetworkFailure(count + " heads in a tensor with " + shape.length + " dimensions");
        }
        return Views.reshape(x, shape[0], shape[1], count, shape[2] / count).permute(0, 2, 1, 3);
    }

    /** Repeats every head for each of its queries. */
    private static Tensor shared(Tensor x, long heads) {
        long[] s = x.shape();
        if (s[1] == heads || s[1] == 0 || heads % s[1] != 0) {
            return x;
        }
        Tensor repeated =
                Views.expand(Views.reshape(x, s[0], s[1], 1, s[2], s[3]), s[0], s[1], heads / s[1], s[2], s[3]);
        return Views.reshape(repeated, s[0], heads, s[2], s[3]);
    }

    private static Tensor masked(Tensor scores, Tensor mask) {
        return mask.type() == DType.BOOL
                ? Elements.where(mask, scores, Tensor.of(new double[] {Double.NEGATIVE_INFINITY}, scores.type()))
                : scores.plus(mask);
    }
}
