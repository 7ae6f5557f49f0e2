package org.eddp.tensor;

import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * Typed wrappers of the engine's operations for layers of networks. They do not modify their arguments unless stated,
 * and are differentiable.
 */
public final class LayerOperations {
    private LayerOperations() {}

    // ---- convolution and pooling ----------------------------------------------------------------------------------

    /**
     * Convolution over any number of spatial dimensions, zeros around the image.
     *
     * @param images n x channels x spatial
     * @param kernels out x channels / groups x spatial
     * @param bias one per output, or null
     * @param padding on both sides of each spatial dimension
     */
    public static Tensor convolution(
            Tensor images, Tensor kernels, Tensor bias, long[] stride, long[] padding, long[] dilation, long groups) {
        if (ShapeTensors.isWeightless(images)) {
            return ShapeTensors.convolved(images, kernels, bias, stride, padding, dilation, groups);
        }
        long[] none = new long[stride.length];
        return new Tensor(torch.convolution(
                images.torch(), kernels.torch(), optional(bias), stride, padding, dilation, false, none, groups));
    }

    /**
     * Transposed convolution over any number of spatial dimensions, nothing cropped.
     *
     * @param kernels channels x out / groups x spatial
     * @param bias one per output, or null
     * @param more cells at the end of each spatial dimension
     */
    public static Tensor transposedConvolution(
            Tensor images, Tensor kernels, Tensor bias, long[] stride, long[] dilation, long[] more, long groups) {
        long[] none = new long[stride.length];
        return new Tensor(torch.convolution(
                images.torch(), kernels.torch(), optional(bias), stride, none, dilation, true, more, groups));
    }

    /** Largest value of every window, over one, two or three spatial dimensions. */
    public static Tensor maxPool(Tensor images, long[] kernel, long[] stride, long[] padding, long[] dilation) {
        org.bytedeco.pytorch.Tensor x = images.torch();
        return switch (kernel.length) {
            case 1 -> new Tensor(torch.max_pool1d(x, kernel, stride, padding, dilation, false));
            case 2 -> new Tensor(torch.max_pool2d(x, kernel, stride, padding, dilation, false));
            case 3 -> new Tensor(torch.max_pool3d(x, kernel, stride, padding, dilation, false));
            default -> throw dimensions(kernel.length);
        };
    }

    /**
     * Mean of every window, over one, two or three spatial dimensions.
     *
     * @param countPadding whether zeros of the padding count as values
     */
    public static Tensor averagePool(
            Tensor images, long[] kernel, long[] stride, long[] padding, boolean countPadding) {
        org.bytedeco.pytorch.Tensor x = images.torch();
        return switch (kernel.length) {
            case 1 -> new Tensor(torch.avg_pool1d(x, kernel, stride, padding, false, countPadding));
            case 2 -> new Tensor(torch.avg_pool2d(x, kernel, stride, padding, false, countPadding, new LongOptional()));
            case 3 -> new Tensor(torch.avg_pool3d(x, kernel, stride, padding, false, countPadding, new LongOptional()));
            default -> throw dimensions(kernel.length);
        };
    }

    private static IllegalArgumentException dimensions(int count) {
        return new IllegalArgumentException("pooling over " + count + " dimensions; 1 to 3 are supported");
    }

    /**
     * Surrounds (or, where negative, crops) a tensor.
     *
     * @param pads before and after, of the last dimension first, then of the one before it, and so on
     */
    public static Tensor pad(Tensor tensor, long[] pads, double value) {
        return new Tensor(torch.constant_pad_nd(tensor.torch(), pads, Constants.scalar(value)));
    }

    // ---- normalisation --------------------------------------------------------------------------------------------

    /** Normalisation of every channel by given statistics. */
    public static Tensor batchNorm(
            Tensor images, Tensor scale, Tensor shift, Tensor mean, Tensor variance, double epsilon) {
        return batchNorm(images, scale, shift, mean, variance, epsilon, false);
    }

    /**
     * Normalisation of every channel by the statistics of the batch itself, as while learning.
     *
     * @param mean overwritten with the mean of every channel
     * @param variance overwritten with the variance of every channel
     */
    public static Tensor batchNormLearning(
            Tensor images, Tensor scale, Tensor shift, Tensor mean, Tensor variance, double epsilon) {
        return batchNorm(images, scale, shift, mean, variance, epsilon, true);
    }

    private static Tensor batchNorm(
            Tensor images, Tensor scale, Tensor shift, Tensor mean, Tensor variance, double epsilon, boolean learning) {
        if (ShapeTensors.isWeightless(images)) {
            return ShapeTensors.normalised(images, scale, shift, mean, variance);
        }
        return new Tensor(torch.batch_norm(
                images.torch(),
                optional(scale),
                optional(shift),
                optional(mean),
                optional(variance),
                learning,
                learning ? 1.0 : 0.0,
                epsilon,
                false));
    }

    /**
     * Normalisation over the last dimensions.
     *
     * @param shape of those dimensions, which is the shape of {@code scale} and {@code shift} too
     * @param scale may be null
     * @param shift may be null
     */
    public static Tensor layerNorm(Tensor tensor, long[] shape, Tensor scale, Tensor shift, double epsilon) {
        if (ShapeTensors.isWeightless(tensor)) {
            return ShapeTensors.normalised(tensor, shape, scale, shift);
        }
        return new Tensor(torch.layer_norm(tensor.torch(), shape, optional(scale), optional(shift), epsilon, false));
    }

    /** Normalisation of every channel of every image by its own statistics. */
    public static Tensor instanceNorm(Tensor images, Tensor scale, Tensor shift, double epsilon) {
        if (ShapeTensors.isWeightless(images)) {
            return ShapeTensors.normalised(images, scale, shift);
        }
        return new Tensor(torch.instance_norm(
                images.torch(),
                optional(scale),
                optional(shift),
                new TensorOptional(),
                new TensorOptional(),
                true,
                0.0,
                epsilon,
                false));
    }

    /** Normalisation of every group of channels of every image by its own statistics. */
    public static Tensor groupNorm(Tensor images, long groups, Tensor scale, Tensor shift, double epsilon) {
        if (ShapeTensors.isWeightless(images)) {
            return ShapeTensors.normalised(images, scale, shift);
        }
        return new Tensor(torch.group_norm(images.torch(), groups, optional(scale), optional(shift), epsilon, false));
    }

    // ---- products -------------------------------------------------------------------------------------------------

    /** Matrix product, broadcasting over the leading dimensions. */
    public static Tensor matmul(Tensor left, Tensor right) {
        return new Tensor(torch.matmul(left.torch(), right.torch()));
    }

    /**
     * Every row of a tensor times a matrix, as one product of two matrices: the engine's own product of many small ones takes several
     * times as long where rows do not lie one after the other.
     *
     * @param tensor any dimensions, the last of them k
     * @param matrix k x o
     * @param addend o numbers that are added to every row; null for none
     */
    public static Tensor linear(Tensor tensor, Tensor matrix, Tensor addend) {
        long[] shape = tensor.shape();
        long width = shape[shape.length - 1];
        Tensor rows =
                shape.length == 2 ? tensor : Views.reshape(tensor, width == 0 ? 0 : tensor.count() / width, width);
        Tensor product = addend == null ? rows.mm(matrix) : addmm(addend, rows, matrix, 1, 1);
        shape[shape.length - 1] = matrix.torch().size(1);
        return shape.length == 2 ? product : Views.reshape(product, shape);
    }

    /** beta * addend + alpha * left * right, for matrices; the addend is broadcast. */
    public static Tensor addmm(Tensor addend, Tensor left, Tensor right, double beta, double alpha) {
        return new Tensor(torch.addmm(
                addend.torch(), left.torch(), right.torch(), Constants.scalar(beta), Constants.scalar(alpha)));
    }

    /** Einstein summation: "ij,jk->ik" is the matrix product. */
    public static Tensor einsum(String equation, Tensor... operands) {
        return new Tensor(torch.einsum(equation, vector(operands)));
    }

    // ---- activation functions -------------------------------------------------------------------------------------

    /** x where positive, else {@code slope} x. */
    public static Tensor leakyRelu(Tensor x, double slope) {
        return new Tensor(torch.leaky_relu(x.torch(), Constants.scalar(slope)));
    }

    /** {@code scale} times (x where positive, else {@code alpha} (exp(x) - 1)). */
    public static Tensor elu(Tensor x, double alpha, double scale) {
        return new Tensor(
                torch.elu(x.torch(), Constants.scalar(alpha), Constants.scalar(scale), Constants.scalar(1.0)));
    }

    /** log(1 + exp(x)). */
    public static Tensor softplus(Tensor x) {
        return new Tensor(torch.softplus(x.torch()));
    }

    /** x min(6, max(0, x + 3)) / 6. */
    public static Tensor hardSwish(Tensor x) {
        if (ShapeTensors.isWeightless(x)) {
            return ShapeTensors.like(x);
        }
        return new Tensor(torch.hardswish(x.torch()));
    }

    /** x sigmoid(x). */
    public static Tensor silu(Tensor x) {
        return new Tensor(torch.silu(x.torch()));
    }

    /** x times the share of a normal distribution below x, or its usual approximation by a hyperbolic tangent. */
    public static Tensor gelu(Tensor x, boolean approximate) {
        return new Tensor(torch.gelu(x.torch(), approximate ? "tanh" : "none"));
    }

    /** x tanh(log(1 + exp(x))). */
    public static Tensor mish(Tensor x) {
        return new Tensor(torch.mish(x.torch()));
    }

    /** x where positive, else {@code alpha} (exp(x / alpha) - 1). */
    public static Tensor celu(Tensor x, double alpha) {
        return new Tensor(torch.celu(x.torch(), Constants.scalar(alpha)));
    }

    static TensorOptional optional(Tensor tensor) {
        return tensor == null ? new TensorOptional() : new TensorOptional(tensor.torch());
    }

    static TensorVector vector(Tensor... tensors) {
        TensorVector vector = new TensorVector();
        for (Tensor tensor : tensors) {
            vector.push_back(tensor.torch());
        }
        return vector;
    }
}
