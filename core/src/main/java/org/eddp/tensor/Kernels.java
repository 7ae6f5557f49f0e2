package org.eddp.tensor;

import java.util.concurrent.atomic.LongAdder;
import org.bytedeco.pytorch.global.torch;

/**
 * Operations that write into a buffer the caller owns ({@code out}, always the first argument and the only one
 * modified), so that the hot loop allocates nothing. {@code out} may be one of the inputs unless it is a product.
 */
public final class Kernels {
    private static final LongAdder PRODUCT_NANOS = new LongAdder();
    private static final LongAdder SPARSE_NANOS = new LongAdder();
    private static final LongAdder SPARSE_OPERATIONS = new LongAdder();

    private Kernels() {}

    /** out = a b (matrix product). */
    public static void product(Tensor out, Tensor a, Tensor b) {
        long start = System.nanoTime();
        torch.mm_out(out.torch(), a.torch(), b.torch());
        countProduct(start);
    }

    /** out = out + a b (matrix product). */
    public static void accumulateProduct(Tensor out, Tensor a, Tensor b) {
        long start = System.nanoTime();
        torch.addmm_out(out.torch(), out.torch(), a.torch(), b.torch());
        countProduct(start);
    }

    /** out = offset + a b (matrix product), the offset a row, a column or a matrix. */
    public static void affineProduct(Tensor out, Tensor offset, Tensor a, Tensor b) {
        long start = System.nanoTime();
        torch.addmm_out(out.torch(), offset.torch(), a.torch(), b.torch());
        countProduct(start);
    }

    /** Adds the time since {@code start} to {@link #productNanos}. */
    static void countProduct(long start) {
        PRODUCT_NANOS.add(System.nanoTime() - start);
    }

    /** Nanoseconds that all threads together have spent in matrix products so far: a lower bound for tuning. */
    public static long productNanos() {
        return PRODUCT_NANOS.sum();
    }

    /** Adds the time since {@code start}, and so many multiplications and additions, to those of sparse products. */
    static void countSparseProduct(long start, long operations) {
        SPARSE_NANOS.add(System.nanoTime() - start);
        SPARSE_OPERATIONS.add(operations);
    }

    /** Nanoseconds that all threads together have spent in the sparse products of {@link SparseRows}; not in {@link #productNanos}. */
    public static long sparseProductNanos() {
        return SPARSE_NANOS.sum();
    }

    /** Multiplications and additions of all sparse products so far: two per element and column of the dense matrix. */
    public static long sparseProductOperations() {
        return SPARSE_OPERATIONS.sum();
    }

    /** out = a + b. */
    public static void add(Tensor out, Tensor a, Tensor b) {
        torch.add_out(out.torch(), a.torch(), b.torch());
    }

    /** out = a - b. */
    public static void subtract(Tensor out, Tensor a, Tensor b) {
        torch.sub_out(out.torch(), a.torch(), b.torch());
    }

    /** out = a * b, element-wise. */
    public static void multiply(Tensor out, Tensor a, Tensor b) {
        torch.mul_out(out.torch(), a.torch(), b.torch());
    }

    /** out = a / b, element-wise. */
    public static void divide(Tensor out, Tensor a, Tensor b) {
        torch.div_out(out.torch(), a.torch(), b.torch());
    }

    /** out = a + scale * b * c, element-wise. */
    public static void addProduct(Tensor out, Tensor a, double scale, Tensor b, Tensor c) {
        torch.addcmul_out(out.torch(), a.torch(), b.torch(), c.torch(), Constants.scalar(scale));
    }

    /** out = a + scale * b. */
    public static void addScaled(Tensor out, Tensor a, double scale, Tensor b) {
        torch.add_out(out.torch(), a.torch(), b.torch(), Constants.scalar(scale));
    }

    /** out = factor * a. */
    public static void scale(Tensor out, Tensor a, double factor) {
        torch.mul_out(out.torch(), a.torch(), Constants.scalar(factor));
    }

    /** out = -a. */
    public static void negate(Tensor out, Tensor a) {
        torch.neg_out(out.torch(), a.torch());
    }

    /** out = max(a, low), element-wise. */
    public static void atLeast(Tensor out, Tensor a, double low) {
        torch.clamp_min_out(out.torch(), a.torch(), Constants.scalar(low));
    }

    /** Sets every element of out. */
    public static void fill(Tensor out, double value) {
        out.torch().fill_(Constants.scalar(value));
    }

    /** out = 1 - a. */
    public static void oneMinus(Tensor out, Tensor a) {
        torch.rsub_out(out.torch(), a.torch(), Constants.scalar(1.0));
    }

    /** out = a ^ exponent, element-wise. */
    public static void power(Tensor out, Tensor a, double exponent) {
        torch.pow_out(out.torch(), a.torch(), Constants.scalar(exponent));
    }

    /** out = exp(a). */
    public static void exp(Tensor out, Tensor a) {
        torch.exp_out(out.torch(), a.torch());
    }

    /** out = log(a). */
    public static void log(Tensor out, Tensor a) {
        torch.log_out(out.torch(), a.torch());
    }

    /** out = log(sigmoid(a)), exact for any finite a. */
    public static void logSigmoid(Tensor out, Tensor a) {
        torch.log_sigmoid_out(out.torch(), a.torch());
    }

    /** out = sigmoid(a). */
    public static void sigmoid(Tensor out, Tensor a) {
        torch.sigmoid_out(out.torch(), a.torch());
    }

    /** out = 1 where a &gt; 0, else 0. */
    public static void positive(Tensor out, Tensor a) {
        torch.gt_out(out.torch(), a.torch(), Constants.scalar(0.0));
    }

    /** out = sum of a along a dimension, kept with length one. */
    public static void sum(Tensor out, Tensor a, int dimension) {
        torch.sum_out(out.torch(), a.torch(), new long[] {dimension}, true, Constants.SAME_TYPE);
    }

    /** out = maximum of a along a dimension, kept with length one. */
    public static void max(Tensor out, Tensor a, int dimension) {
        torch.amax_out(out.torch(), a.torch(), new long[] {dimension}, true);
    }

    /** out = source, element by element, converting the type. */
    public static void copy(Tensor out, Tensor source) {
        out.torch().copy_(source.torch());
    }
}
