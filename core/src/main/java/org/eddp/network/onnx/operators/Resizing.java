package org.eddp.network.onnx.operators;

import java.util.Arrays;
import java.util.List;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/**
 * Larger and smaller images: one dimension after the other, every cell of the result is a weighted mean of one
 * (nearest), two (linear) or four (cubic) cells.
 *
 * @param mode nearest, linear or cubic
 * @param coordinates how a cell of the result is mapped to a place in the input
 * @param rounding how the nearest cell is chosen
 * @param cubic weights of cubic interpolation
 * @param axes to which sizes and scales belong (since opset 18), null for all
 */
record Resizing(String mode, String coordinates, String rounding, Cubic cubic, long[] axes) {
    static OperatorSet.Single make(Attributes attributes) {
        String mode = attributes.choice("mode", "nearest", List.of("nearest", "linear", "cubic"));
        String coordinates = attributes.choice(
                "coordinate_transformation_mode",
                "half_pixel",
                List.of("half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners", "asymmetric"));
        String rounding = attributes.choice(
                "nearest_mode",
                "round_prefer_floor",
                List.of("round_prefer_floor", "round_prefer_ceil", "floor", "ceil"));
        attributes.ignore("extrapolation_value"); // of a mode refused above
        Cubic cubic = new Cubic(attributes.real("cubic_coeff_a", -0.75), attributes.flag("exclude_outside", false));
        if (cubic.insideOnly() && !mode.equals("cubic")) {
            throw new NetworkFailure("exclude_outside = 1 is supported with mode = 'cubic' only");
        }
        attributes.only("antialias", 0);
        attributes.choice("keep_aspect_ratio_policy", "stretch", List.of("stretch"));
        Resizing resizing = new Resizing(mode, coordinates, rounding, cubic, attributes.wholes("axes"));
        return resizing::run;
    }

    private Tensor run(Operands in) {
        Tensor x = in.tensor(0);
        long[] shape = x.shape();
        long[] target = shape.clone();
        double[] scales = new double[shape.length];
        Arrays.fill(scales, 1);
        boolean sized = in.has(3) && in.tensor(3).count() > 0;
        long[] sizes = sized ? in.longs(3) : null;
        double[] given = sized ? null : in.value(2).doubles();
        long[] along = Axes.of(axes, shape.length);
        if ((sized ? sizes.length : given.length) != along.length) {
            throw new NetworkFailure("sizes or scales do not fit a tensor of shape " + Arrays.toString(shape));
        }
        for (int k = 0; k < along.length; k++) {
            int i = (int) along[k];
            scales[i] = sized ? (double) sizes[k] / shape[i] : given[k];
            target[i] = sized ? sizes[k] : (long) Math.floor(shape[i] * given[k]);
        }
        Axes.allocatable(target);
        for (int i = 0; i < shape.length; i++) {
            if (scales[i] != 1 || target[i] != shape[i]) {
                x = switch (mode) {
                    case "linear" -> linear(x, i, target[i], scales[i]);
                    case "cubic" -> cubic(x, i, target[i], scales[i]);
                    default -> nearest(x, i, target[i], scales[i]);
                };
            }
        }
        return x;
    }

    /** Position in the input of cell {@code i} of the result. */
    private double place(long i, long from, long to, double scale) {
        return switch (coordinates) {
            case "asymmetric" -> i / scale;
            case "align_corners" -> to == 1 ? 0 : (double) i * (from - 1) / (to - 1);
            case "half_pixel_symmetric" -> {
                double shift = from / 2.0 * (1 - to / (from * scale)); // both rims lose the same
                yield shift + (i + 0.5) / scale - 0.5;
            }
            case "pytorch_half_pixel" -> to > 1 ? (i + 0.5) / scale - 0.5 : 0;
            default -> (i + 0.5) / scale - 0.5;
        };
    }

    private Tensor nearest(Tensor x, int axis, long to, double scale) {
        long from = x.size(axis);
        long[] cells = new long[Math.toIntExact(to)];
        for (int i = 0; i < cells.length; i++) {
            double place = place(i, from, to, scale);
            double cell = switch (rounding) {
                case "floor" -> Math.floor(place);
                case "ceil" -> Math.ceil(place);
                case "round_prefer_ceil" -> Math.floor(place + 0.5);
                default -> Math.ceil(place - 0.5);
            };
            cells[i] = (long) Math.max(0, Math.min(from - 1, cell));
        }
        return x.select(axis, Tensor.indices(cells));
    }

    private Tensor linear(Tensor x, int axis, long to, double scale) {
        long from = x.size(axis);
        long[] left = new long[Math.toIntExact(to)];
        long[] right = new long[left.length];
        double[] share = new double[left.length];
        for (int i = 0; i < left.length; i++) {
            double place = Math.max(0, Math.min(from - 1, place(i, from, to, scale)));
            left[i] = (long) place;
            right[i] = Math.min(from - 1, left[i] + 1);
            share[i] = place - left[i];
        }
        long[] shape = new long[x.shape().length];
        Arrays.fill(shape, 1);
        shape[axis] = to;
        Tensor a = x.select(axis, Tensor.indices(left));
        Tensor b = x.select(axis, Tensor.indices(right));
        DType type = x.type();
        return a.plus(b.minus(a).times(Tensor.of(share, type, shape)));
    }

    private Tensor cubic(Tensor x, int axis, long to, double scale) {
        long from = x.size(axis);
        int count = Math.toIntExact(to);
        long[][] cells = new long[Cubic.NEIGHBOURS][count];
        double[][] shares = new double[Cubic.NEIGHBOURS][count];
        for (int i = 0; i < count; i++) {
            double place = place(i, from, to, scale);
            long left = (long) Math.floor(place);
            double[] weights = cubic.weights(place - left, left - 1, from);
            for (int k = 0; k < weights.length; k++) {
                cells[k][i] = Math.max(0, Math.min(from - 1, left - 1 + k));
                shares[k][i] = weights[k];
            }
        }
        long[] shape = new long[x.shape().length];
        Arrays.fill(shape, 1);
        shape[axis] = to;
        Tensor sum = null;
        for (int k = 0; k < Cubic.NEIGHBOURS; k++) {
            Tensor part = x.select(axis, Tensor.indices(cells[k])).times(Tensor.of(shares[k], x.type(), shape));
            sum = sum == null ? part : sum.plus(part);
        }
        return sum;
    }

    /**
     * Weights of cubic interpolation (Keys 1981).
     *
     * @param a slope of the kernel at distance one
     * @param insideOnly whether cells outside of the input have no weight; otherwise they are like the cell at the edge
     */
    private record Cubic(double a, boolean insideOnly) {
        static final int NEIGHBOURS = 4;

        /**
         * Of the four cells around a place.
         *
         * @param share how far the place is from the second cell to the third
         * @param first position of the first cell, which may be outside
         * @param length of the input
         */
        double[] weights(double share, long first, long length) {
            double[] weights = {far(1 + share), near(share), near(1 - share), far(2 - share)};
            if (insideOnly) {
                double sum = 0;
                for (int k = 0; k < weights.length; k++) {
                    weights[k] = first + k < 0 || first + k >= length ? 0 : weights[k];
                    sum += weights[k];
                }
                for (int k = 0; k < weights.length; k++) {
                    weights[k] /= sum;
                }
            }
            return weights;
        }

        private double near(double x) {
            return ((a + 2) * x - (a + 3)) * x * x + 1;
        }

        private double far(double x) {
            return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
        }
    }
}
