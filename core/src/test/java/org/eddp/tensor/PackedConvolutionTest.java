package org.eddp.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A convolution with prepared kernels that adds and limits by itself, against one after the other. */
class PackedConvolutionTest {
    /** Of sums of up to a hundred products in single precision, which both may add in another order. */
    private static final double ROUNDING = 1e-5;

    private static final double[] NONE = {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};

    /** Images, channels in and out, size of kernels, stride, groups, size of images. */
    @ParameterizedTest
    @CsvSource({
        "16, 3, 8, 3, 2, 1, 32",
        "16, 8, 8, 3, 1, 8, 28",
        "16, 8, 16, 1, 1, 1, 28",
        "4, 64, 64, 1, 1, 1, 14",
        "1, 16, 32, 3, 1, 1, 56",
        "2, 4, 6, 5, 2, 2, 9",
        "1, 8, 8, 3, 1, 1, 14",
        "1, 64, 64, 1, 1, 1, 7",
        "2, 64, 64, 1, 1, 1, 7"
    })
    void isTheSameInOnePass(int images, int in, int out, int kernel, long stride, int groups, int size) {
        SplittableRandom random = new SplittableRandom(7);
        try (Scope scope = Scope.open()) {
            Tensor x = Views.channelsLast(random(random, images, in, size, size));
            Tensor kernels = Views.channelsLast(random(random, out, in / groups, kernel, kernel));
            Tensor bias = random(random, out);
            long[] strides = {stride, stride};
            long[] padding = {kernel / 2, kernel / 2};
            long[] dilation = {1, 1};
            assertThat(PackedConvolution.takes(x)).isTrue();
            for (Tensor shift : new Tensor[] {bias, null}) {
                Tensor plain = LayerOperations.convolution(x, kernels, shift, strides, padding, dilation, groups);
                Tensor others = Views.channelsLast(random(random, plain.shape()));
                for (double[] limits : new double[][] {NONE, {0, Double.POSITIVE_INFINITY}, {0, 1}, {-0.5, 0.25}}) {
                    try (PackedConvolution packed = new PackedConvolution(
                            kernels,
                            shift,
                            new PackedConvolution.Shape(strides, padding, dilation, groups, limits[0], limits[1]),
                            x.shape())) {
                        check(packed.run(x), plain.clamp(limits[0], limits[1]), limits);
                        assertThat(packed.adds(others)).isEqualTo(limits[1] == Double.POSITIVE_INFINITY);
                        if (packed.adds(others)) {
                            Tensor expected = plain.plus(others).clamp(limits[0], limits[1]);
                            Tensor over = Views.channelsLast(others.copy());
                            check(packed.addTo(over, x), expected, limits);
                            check(over, expected, limits);
                        }
                    }
                }
            }
        }
    }

    private static void check(Tensor found, Tensor expected, double[] limits) {
        double difference =
                Arrays.stream(found.minus(expected).abs().toDoubles()).max().orElseThrow();
        assertThat(difference).as("limits %s", Arrays.toString(limits)).isLessThan(ROUNDING);
    }

    private static Tensor random(SplittableRandom random, long... shape) {
        int count = (int) Arrays.stream(shape).reduce(1, (a, b) -> a * b);
        return Tensor.of(random.doubles(count, -1, 1).toArray(), DType.FLOAT32, shape);
    }
}
