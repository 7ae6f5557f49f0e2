/**
 * The tensor engine, the only package that touches libtorch.
 *
 * <p>There are two kinds of numbers. A {@link org.eddp.tensor.Matrix} is a small dense matrix of doubles on the Java
 * heap: filters, signal vectors, gradients, everything whose size is that of the <em>parameters</em>. A
 * {@link org.eddp.tensor.Tensor} is native memory in single or double precision: everything whose size is that of the
 * <em>data</em>.
 *
 * <p>Where to find an operation:
 *
 * <pre>
 * Matrix           everything on small matrices, factorisations too
 * Tensor           making, reading and the common operations: sums, products, activations
 * Views            shapes, slices, joining, and reductions over several dimensions
 * Elements         everything else that treats elements one by one: comparisons, rounding, remainders
 * LayerOperations  layers of networks: convolution, pooling, normalisation
 * PackedConvolution  convolution with prepared kernels
 * ShapeTensors     tensors of a type and shape that cost nothing, for computing shapes
 * Pictures         operations on pictures: frequencies, warping
 * Kernels          operations into buffers the caller owns, so that the hot loop allocates nothing
 * SparseRows       products with matrices of which few elements are above zero
 * Autograd         gradients
 * </pre>
 *
 * <p>Ownership: every tensor created inside a {@link org.eddp.tensor.Scope} is released when the scope closes, unless
 * {@link org.eddp.tensor.Scope#keep kept}. {@link org.eddp.tensor.Workers} opens a scope around every task.
 *
 * <p>Threads: the engine runs one thread per operation; parallelism is over tiles ({@link org.eddp.tensor.Workers}),
 * with results combined in tile order, so that no number depends on how many threads there are.
 */
package org.eddp.tensor;
