package org.eddp.tensor;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;

/**
 * A dense array in native memory.
 *
 * <p>A thin handle: methods named after the engine's own operations return a new tensor that belongs to the open
 * {@link Scope}; nothing here modifies its receiver. The description of this package says where less common operations are.
 */
public final class Tensor implements AutoCloseable {
    static {
        Engine.start();
    }

    private final org.bytedeco.pytorch.Tensor torch;

    Tensor(org.bytedeco.pytorch.Tensor torch) {
        this.torch = torch;
    }

    org.bytedeco.pytorch.Tensor torch() {
        return torch;
    }

    // ---- creation -------------------------------------------------------------------------------------------------

    /** A tensor of zeros. */
    public static Tensor zeros(DType type, long... shape) {
        return new Tensor(org.bytedeco.pytorch.global.torch.zeros(shape, Constants.options(type)));
    }

    /** A tensor whose content is undefined until written. */
    public static Tensor empty(DType type, long... shape) {
        return new Tensor(
                org.bytedeco.pytorch.global.torch.empty(shape, Constants.options(type), Constants.USUAL_LAYOUT));
    }

    /** Copies {@code values}, row-major, into a new tensor of the given shape and type. */
    public static Tensor of(double[] values, DType type, long... shape) {
        if (type == DType.FLOAT32) {
            float[] single = new float[values.length];
            for (int i = 0; i < single.length; i++) {
                single[i] = (float) values[i];
            }
            return of(single, shape);
        }
        Tensor out = empty(DType.FLOAT64, shape);
        checkCount(values.length, shape);
        if (values.length > 0) { // there is no memory to point to otherwise
            new DoublePointer(out.torch.data_ptr()).put(values);
        }
        return type == DType.FLOAT64 ? out : out.to(type);
    }

    /** Copies {@code values}, row-major, into a new single-precision tensor. */
    public static Tensor of(float[] values, long... shape) {
        Tensor out = empty(DType.FLOAT32, shape);
        checkCount(values.length, shape);
        if (values.length > 0) {
            new FloatPointer(out.torch.data_ptr()).put(values);
        }
        return out;
    }

    /** Copies indices into a new one-dimensional tensor. */
    public static Tensor indices(long... values) {
        Tensor out = empty(DType.INT64, values.length);
        if (values.length > 0) {
            new org.bytedeco.javacpp.LongPointer(out.torch.data_ptr()).put(values);
        }
        return out;
    }

    /** Copies a heap matrix into a new tensor. */
    public static Tensor of(Matrix matrix, DType type) {
        return of(matrix.values(), type, matrix.rows(), matrix.columns());
    }

    private static void checkCount(int count, long... shape) {
        long expected = Arrays.stream(shape).reduce(1, Math::multiplyExact);
        if (expected != count) {
            throw new IllegalArgumentException(
                    count + " values do not fill shape " + Arrays.toString(shape) + " (" + expected + ")");
        }
    }

    // ---- shape and content ----------------------------------------------------------------------------------------

    /** Lengths of the dimensions. */
    public long[] shape() {
        long[] shape = new long[(int) torch.dim()];
        for (int i = 0; i < shape.length; i++) {
            shape[i] = torch.size(i);
        }
        return shape;
    }

    /** Length of one dimension. */
    public int size(int dimension) {
        return Math.toIntExact(torch.size(dimension));
    }

    /** Number of elements. */
    public long count() {
        return torch.numel();
    }

    /** Element type. */
    public DType type() {
        return DType.of(torch.scalar_type());
    }

    /** Whether the elements are floating-point numbers, of any precision. */
    public boolean isFloating() {
        return torch.is_floating_point();
    }

    /** The only element of a tensor with one element. */
    public double item() {
        return torch.item_double();
    }

    /** Copies all elements, row-major, to the heap. */
    public double[] toDoubles() {
        double[] values = new double[Math.toIntExact(count())];
        copyTo(values);
        return values;
    }

    /** Copies all elements, row-major, into {@code values}. */
    public void copyTo(double[] values) {
        checkCount(values.length, shape());
        if (values.length == 0) {
            return; // there is no memory to point to
        }
        if (type() == DType.FLOAT32) {
            float[] single = toFloats();
            for (int i = 0; i < values.length; i++) {
                values[i] = single[i];
            }
            return;
        }
        try (Scope scope = Scope.open()) {
            org.bytedeco.pytorch.Tensor dense = to(DType.FLOAT64).torch.contiguous();
            new DoublePointer(dense.data_ptr()).get(values);
        }
    }

    /** Adds every element, row-major, to {@code sums}: partial results of tiles are accumulated in double. */
    public void addTo(double[] sums) {
        checkCount(sums.length, shape());
        if (type() == DType.FLOAT32) {
            float[] values = toFloats();
            for (int i = 0; i < sums.length; i++) {
                sums[i] += values[i];
            }
        } else {
            double[] values = toDoubles();
            for (int i = 0; i < sums.length; i++) {
                sums[i] += values[i];
            }
        }
    }

    /** Copies all elements of a single-precision tensor, row-major, to the heap. */
    public float[] toFloats() {
        float[] values = new float[Math.toIntExact(count())];
        if (values.length == 0) {
            return values; // there is no memory to point to
        }
        try (Scope scope = Scope.open()) {
            org.bytedeco.pytorch.Tensor dense = to(DType.FLOAT32).torch.contiguous();
            new FloatPointer(dense.data_ptr()).get(values);
        }
        return values;
    }

    /** Copies a two-dimensional tensor to the heap. */
    public Matrix toMatrix() {
        return new Matrix(size(0), size(1), toDoubles());
    }

    /**
     * The raw little-endian bytes of a contiguous tensor, valid while the tensor is open. Writes go through to the
     * tensor.
     */
    public ByteBuffer bytes() {
        if (!torch.is_contiguous()) {
            throw new IllegalStateException("tensor " + this + " is not contiguous; copy it first");
        }
        return new BytePointer(torch.data_ptr())
                .capacity(count() * type().bytes())
                .asByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    /** This tensor in another element type (itself when it has that type already). */
    public Tensor to(DType type) {
        return torch.scalar_type().value == type.torch.value ? this : new Tensor(torch.to(type.torch));
    }

    /** A copy with its own memory. */
    public Tensor copy() {
        return new Tensor(torch.clone());
    }

    /** This tensor with its elements one after the other in memory (itself when they are). */
    public Tensor contiguous() {
        return torch.is_contiguous() ? this : new Tensor(torch.contiguous());
    }

    // ---- views ----------------------------------------------------------------------------------------------------

    /** Transposed view of a matrix. */
    public Tensor t() {
        return new Tensor(torch.t());
    }

    /** View of {@code length} slices of {@code dimension} from {@code start}. */
    public Tensor narrow(int dimension, long start, long length) {
        return new Tensor(torch.narrow(dimension, start, length));
    }

    /** View with another shape. */
    public Tensor view(long... shape) {
        return new Tensor(torch.view(shape));
    }

    /** View with reordered dimensions. */
    public Tensor permute(long... order) {
        return new Tensor(torch.permute(order));
    }

    /** Copies the named slices of {@code dimension}. */
    public Tensor select(int dimension, Tensor indices) {
        if (ShapeTensors.isWeightless(this)) {
            return ShapeTensors.selected(this, dimension, indices.count());
        }
        return new Tensor(torch.index_select(dimension, indices.torch));
    }

    // ---- arithmetic -----------------------------------------------------------------------------------------------

    /** Element-wise sum, broadcasting. */
    public Tensor plus(Tensor other) {
        return new Tensor(torch.add(other.torch));
    }

    /** Adds a number to every element. */
    public Tensor plus(double number) {
        return new Tensor(torch.add(Constants.scalar(number)));
    }

    /** Element-wise difference, broadcasting. */
    public Tensor minus(Tensor other) {
        return new Tensor(torch.sub(other.torch));
    }

    /** Element-wise product, broadcasting. */
    public Tensor times(Tensor other) {
        return new Tensor(torch.mul(other.torch));
    }

    /** Multiplies every element by a number. */
    public Tensor times(double number) {
        return new Tensor(torch.mul(Constants.scalar(number)));
    }

    /** Element-wise quotient, broadcasting. */
    public Tensor over(Tensor other) {
        return new Tensor(torch.div(other.torch));
    }

    /** Matrix product. */
    public Tensor mm(Tensor other) {
        return new Tensor(torch.mm(other.torch));
    }

    /** Element-wise power. */
    public Tensor pow(double exponent) {
        return new Tensor(torch.pow(Constants.scalar(exponent)));
    }

    /** Element-wise exponential. */
    public Tensor exp() {
        return new Tensor(torch.exp());
    }

    /** Element-wise natural logarithm. */
    public Tensor log() {
        return new Tensor(torch.log());
    }

    /** Element-wise square root. */
    public Tensor sqrt() {
        return new Tensor(torch.sqrt());
    }

    /** Element-wise absolute value. */
    public Tensor abs() {
        return ShapeTensors.isWeightless(this) ? ShapeTensors.like(this) : new Tensor(torch.abs());
    }

    /** Element-wise hyperbolic tangent. */
    public Tensor tanh() {
        return new Tensor(torch.tanh());
    }

    /** Element-wise max(0, x). */
    public Tensor relu() {
        return ShapeTensors.isWeightless(this) ? ShapeTensors.like(this) : new Tensor(torch.relu());
    }

    /** Element-wise logistic function. */
    public Tensor sigmoid() {
        return new Tensor(torch.sigmoid());
    }

    /** Element-wise log(sigmoid(x)), exact for any finite x. */
    public Tensor logSigmoid() {
        return new Tensor(org.bytedeco.pytorch.global.torch.log_sigmoid(torch));
    }

    /** Element-wise x limited to [low, high]. */
    public Tensor clamp(double low, double high) {
        return new Tensor(torch.clamp(
                new org.bytedeco.pytorch.ScalarOptional(Constants.scalar(low)),
                new org.bytedeco.pytorch.ScalarOptional(Constants.scalar(high))));
    }

    /** 1 where an element is greater than {@code number}, else 0, in this tensor's type. */
    public Tensor greaterThan(double number) {
        return new Tensor(torch.gt(Constants.scalar(number)).to(torch.scalar_type()));
    }

    /** log(softmax) along a dimension. */
    public Tensor logSoftmax(int dimension) {
        return new Tensor(torch.log_softmax(dimension));
    }

    /** Softmax along a dimension. */
    public Tensor softmax(int dimension) {
        return new Tensor(torch.softmax(dimension));
    }

    /** Sum of all elements. */
    public Tensor sum() {
        return new Tensor(torch.sum());
    }

    /** Sum along a dimension, which is kept with length one. */
    public Tensor sum(int dimension) {
        return new Tensor(torch.sum(new long[] {dimension}, true, Constants.SAME_TYPE));
    }

    /** Mean of all elements. */
    public Tensor mean() {
        return new Tensor(torch.mean());
    }

    /** Mean along a dimension, which is kept with length one. */
    public Tensor mean(int dimension) {
        return new Tensor(torch.mean(new long[] {dimension}, true, Constants.SAME_TYPE));
    }

    /** Smallest element. */
    public Tensor min() {
        return new Tensor(torch.min());
    }

    /** Largest element along a dimension, which is kept with length one. */
    public Tensor max(int dimension) {
        return new Tensor(torch.amax(new long[] {dimension}, true));
    }

    /** Index of the largest element along a dimension, which is dropped. */
    public Tensor argmax(int dimension) {
        return new Tensor(torch.argmax(new org.bytedeco.pytorch.LongOptional(dimension), false));
    }

    /** Moore-Penrose inverse, singular values below {@code cutoff} times the largest taken as zero. */
    public Tensor pinv(double cutoff) {
        return new Tensor(org.bytedeco.pytorch.global.torch.linalg_pinv(
                torch,
                new org.bytedeco.pytorch.DoubleOptional(),
                new org.bytedeco.pytorch.DoubleOptional(cutoff),
                false));
    }

    @Override
    public void close() {
        torch.close();
    }

    @Override
    public String toString() {
        return torch.isNull() ? "Tensor[closed]" : "Tensor" + Arrays.toString(shape()) + ":" + type();
    }
}
