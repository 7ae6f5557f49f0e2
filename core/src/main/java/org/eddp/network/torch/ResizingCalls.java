package org.eddp.network.torch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Node.Attribute;

/**
 * Larger and smaller images, padding, and images as columns. Sizes are known when a network is loaded, so interpolation is a product
 * with a constant matrix per axis.
 */
final class ResizingCalls {
    /** Cubic coefficient of PyTorch; with antialiasing it is that of Pillow. */
    private static final double CUBIC = -0.75;

    private static final double CUBIC_SMOOTH = -0.5;
    private static final long LARGEST = 1 << 14;
    private static final long MOST_SHARES = 1 << 24;

    private ResizingCalls() {}

    static void addTo(TorchOperators set) {
        for (String name : List.of("upsample_nearest2d", "_upsample_nearest_exact2d")) {
            boolean exact = name.contains("exact");
            set.add(
                    name + "(Tensor self, int[2] output_size, float? scales_h=None, float? scales_w=None)",
                    c -> nearest(c, "self", exact));
            set.add(
                    name + "(Tensor input, int[]? output_size, float[]? scale_factors)",
                    c -> nearest(c, "input", exact));
        }
        interpolation(set, "upsample_bilinear2d", false, false);
        interpolation(set, "upsample_bicubic2d", true, false);
        interpolation(set, "_upsample_bilinear2d_aa", false, true);
        interpolation(set, "_upsample_bicubic2d_aa", true, true);
        set.add("pad(Tensor self, int[] pad, str mode=\"constant\", float? value=None)", ResizingCalls::pad);
        set.add("constant_pad_nd(Tensor self, int[] pad, Scalar value=0)", c -> padded(c, "constant", c.real("value")));
        for (int rank = 1; rank <= 3; rank++) {
            set.add("reflection_pad" + rank + "d(Tensor self, int[] padding)", c -> copied(c, "reflect"));
            set.add("replication_pad" + rank + "d(Tensor self, int[] padding)", c -> copied(c, "edge"));
        }
        set.add(
                "pixel_shuffle(Tensor self, int upscale_factor)",
                c -> c.op(
                        "DepthToSpace",
                        c.value("self"),
                        Attribute.of("blocksize", c.whole("upscale_factor")),
                        Attribute.of("mode", "CRD")));
        set.add("pixel_unshuffle(Tensor self, int downscale_factor)", ResizingCalls::unshuffle);
        set.add(List.of("channel_shuffle", "native_channel_shuffle"), "(Tensor self, int groups)", c -> {
            GraphValue x = c.value("self");
            List<Object> shape = new ArrayList<>(Primitives.shape(x));
            long groups = c.whole("groups");
            Object each = WholeNumbers.floorDivide(shape.remove(1), groups);
            shape.add(1, groups);
            shape.add(2, each);
            return c.reshape(c.swapped(c.reshape(x, shape), 1, 2), Primitives.shape(x));
        });
        set.add(
                "im2col(Tensor self, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride)",
                ResizingCalls::columns);
    }

    private static void interpolation(TorchOperators set, String name, boolean cubic, boolean smooth) {
        set.add(
                name + "(Tensor self, int[2] output_size, bool align_corners, float? scales_h=None,"
                        + " float? scales_w=None)",
                c -> interpolated(c, "self", cubic, smooth));
        set.add(
                name + "(Tensor input, int[]? output_size, bool align_corners, float[]? scale_factors)",
                c -> interpolated(c, "input", cubic, smooth));
    }

    /**
     * New length and step of an axis.
     *
     * @param to new length
     * @param step how far neighbouring cells of the result lie apart in the input
     */
    private record Target(long from, long to, double step) {}

    private static Target target(Call c, GraphValue x, int axis) {
        long from = WholeNumbers.fixed(x.size(axis + 2));
        Object factor = c.given("scale_factors")
                ? c.list("scale_factors").get(axis)
                : c.get(axis == 0 ? "scales_h" : "scales_w");
        long to = c.given("output_size")
                ? c.wholes("output_size")[axis]
                : (long) Math.floor(from * ((Number) required(factor)).doubleValue());
        if (to < 1 || to > LARGEST) {
            throw new NetworkFailure("an image of " + to + " pixels");
        }
        double step = factor == null ? (double) from / to : 1 / ((Number) factor).doubleValue();
        return new Target(from, to, step);
    }

    private static Object required(Object factor) {
        if (factor == null) {
            throw new NetworkFailure("neither a size nor a scale is given");
        }
        return factor;
    }

    private static GraphValue image(Call c, String name) {
        GraphValue x = c.value(name);
        if (x.rank() != 4) {
            throw new NetworkFailure("images have four dimensions, not " + x.rank());
        }
        return x;
    }

    private static GraphValue nearest(Call c, String name, boolean exact) {
        GraphValue x = image(c, name);
        for (int axis = 0; axis < 2; axis++) {
            Target t = target(c, x, axis);
            long[] cells = new long[(int) t.to];
            Arrays.setAll(cells, i ->
                    (long) Math.min((double) t.from - 1, Math.floor((float) ((i + (exact ? 0.5 : 0)) * t.step))));
            boolean same = t.from == t.to;
            for (int i = 0; i < cells.length; i++) {
                same &= cells[i] == i;
            }
            x = same ? x : c.gather(x, axis + 2, c.wholes(cells));
        }
        return x;
    }

    private static GraphValue interpolated(Call c, String name, boolean cubic, boolean smooth) {
        GraphValue x = image(c, name);
        boolean corners = c.flag("align_corners");
        for (int axis = 0; axis < 2; axis++) {
            Target t = target(c, x, axis);
            if (t.from == t.to && (corners || t.step == 1)) {
                continue;
            }
            float[] shares = smooth ? smoothShares(t, cubic, corners) : shares(t, cubic, corners);
            x = alongAxis(c, x, axis + 2, shares, t.from, t.to);
        }
        return x;
    }

    private static float[] shares(Target t, boolean cubic, boolean corners) {
        float[] shares = matrix(t.from, t.to);
        double step = corners ? (t.to > 1 ? (double) (t.from - 1) / (t.to - 1) : 0) : t.step;
        for (int i = 0; i < t.to; i++) {
            double place = corners ? i * step : (i + 0.5) * step - 0.5;
            if (!cubic) {
                place = Math.max(0, place);
            }
            long cell = (long) Math.floor(place);
            double part = place - cell;
            int row = (int) (i * t.from);
            if (cubic) {
                for (int k = -1; k <= 2; k++) {
                    add(shares, row, cell + k, t.from, cubic(Math.abs(part - k), CUBIC));
                }
            } else {
                add(shares, row, cell, t.from, 1 - part);
                add(shares, row, cell + 1, t.from, part);
            }
        }
        return shares;
    }

    private static void add(float[] shares, int row, long cell, long length, double share) {
        int at = (int) Math.max(0, Math.min(length - 1, cell));
        shares[row + at] += (float) share;
    }

    private static double cubic(double x, double a) {
        if (x <= 1) {
            return ((a + 2) * x - (a + 3)) * x * x + 1;
        }
        return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
    }

    /** Antialiased: the filter is as wide as a cell of the result. */
    private static float[] smoothShares(Target t, boolean cubic, boolean corners) {
        float[] shares = matrix(t.from, t.to);
        double step = corners ? (t.to > 1 ? (double) (t.from - 1) / (t.to - 1) : 0) : t.step;
        double wide = Math.max(1, step);
        double support = (cubic ? 2 : 1) * wide;
        for (int i = 0; i < t.to; i++) {
            double centre = step * (i + 0.5);
            int low = (int) Math.max(0, (long) (centre - support + 0.5));
            int high = (int) Math.min(t.from, (long) (centre + support + 0.5));
            double sum = 0;
            double[] weights = new double[Math.max(0, high - low)];
            for (int k = 0; k < weights.length; k++) {
                double x = Math.abs((k + low - centre + 0.5) / wide);
                weights[k] = cubic ? cubic(x, CUBIC_SMOOTH) : Math.max(0, 1 - x);
                sum += weights[k];
            }
            for (int k = 0; k < weights.length; k++) {
                shares[(int) (i * t.from) + low + k] = (float) (weights[k] / sum);
            }
        }
        return shares;
    }

    /** Allocates the matrix that maps one length to another. */
    static float[] matrix(long from, long to) {
        if (from > LARGEST || to > LARGEST || from * to > MOST_SHARES) {
            throw new NetworkFailure("a length of " + from + " becomes one of " + to + "; at most " + MOST_SHARES
                    + " pairs of places are supported");
        }
        return new float[(int) (from * to)];
    }

    /** Every cell of an axis becomes a weighted sum of the input cells. */
    static GraphValue alongAxis(Primitives c, GraphValue x, int axis, float[] shares, long from, long to) {
        GraphValue matrix = c.graph.reals(shares, to, from);
        if (axis == x.rank() - 1) {
            return c.op("MatMul", x, c.transpose(matrix, 1, 0));
        }
        if (axis == x.rank() - 2) {
            return c.op("MatMul", matrix, x);
        }
        int last = x.rank() - 1;
        return c.swapped(alongAxis(c, c.swapped(x, axis, last), last, shares, from, to), axis, last);
    }

    private static GraphValue pad(Call c) {
        String mode = c.text("mode");
        return switch (mode) {
            case "constant" -> padded(c, "constant", c.real("value", 0));
            case "reflect" -> padded(c, "reflect", 0);
            case "replicate" -> padded(c, "edge", 0);
            case "circular" -> padded(c, "wrap", 0);
            default -> throw new NetworkFailure("padding '" + mode + "' is not supported");
        };
    }

    private static GraphValue copied(Call c, String mode) {
        return padded(c, c.value("self"), c.wholes("padding"), mode, 0);
    }

    private static GraphValue padded(Call c, String mode, double value) {
        return padded(c, c.value("self"), c.wholes("pad"), mode, value);
    }

    /** PyTorch pads the last dimension first, in pairs. */
    static GraphValue padded(Primitives c, GraphValue x, long[] pairs, String mode, double value) {
        int rank = x.rank();
        if (pairs.length % 2 != 0 || pairs.length > 2 * rank) {
            throw new NetworkFailure("padding " + Arrays.toString(pairs) + " for " + rank + " dimensions");
        }
        long[] pads = new long[2 * rank];
        for (int i = 0; i < pairs.length / 2; i++) {
            pads[rank - 1 - i] = pairs[2 * i];
            pads[2 * rank - 1 - i] = pairs[2 * i + 1];
        }
        if (Arrays.stream(pads).allMatch(length -> length == 0)) {
            return x;
        }
        List<GraphValue> inputs = mode.equals("constant")
                ? List.of(x, c.wholes(pads), c.number(value, x.type()))
                : List.of(x, c.wholes(pads));
        return c.op("Pad", inputs, Attribute.of("mode", mode)).as(x.type());
    }

    private static GraphValue unshuffle(Call c) {
        GraphValue x = image(c, "self");
        long block = c.whole("downscale_factor");
        Object channels = x.size(1);
        Object height = WholeNumbers.floorDivide(x.size(2), block);
        Object width = WholeNumbers.floorDivide(x.size(3), block);
        GraphValue blocks = c.reshape(x, List.of(x.size(0), channels, height, block, width, block));
        return c.reshape(
                c.transpose(blocks, 0, 1, 3, 5, 2, 4),
                List.of(x.size(0), WholeNumbers.times(channels, block * block), height, width));
    }

    private static GraphValue columns(Call c) {
        long[] kernel = c.wholes("kernel_size", 2, 1);
        long[] dilation = c.wholes("dilation", 2, 1);
        long[] padding = c.wholes("padding", 2, 0);
        long[] stride = c.wholes("stride", 2, 1);
        GraphValue x =
                padded(c, image(c, "self"), new long[] {padding[1], padding[1], padding[0], padding[0]}, "constant", 0);
        if (kernel[0] < 1 || kernel[1] < 1 || kernel[0] * kernel[1] > 1 << 12) {
            throw new NetworkFailure("a kernel of " + kernel[0] + " x " + kernel[1]);
        }
        long[] count = new long[2];
        for (int i = 0; i < 2; i++) {
            long free = WholeNumbers.fixed(x.size(i + 2)) - dilation[i] * (kernel[i] - 1) - 1;
            if (free < 0 || stride[i] < 1) {
                throw new NetworkFailure("a kernel that is larger than the image");
            }
            count[i] = free / stride[i] + 1;
        }
        List<GraphValue> cells = new ArrayList<>();
        for (long i = 0; i < kernel[0]; i++) {
            for (long k = 0; k < kernel[1]; k++) {
                long top = i * dilation[0];
                long left = k * dilation[1];
                GraphValue part = c.slice(x, 2, top, top + (count[0] - 1) * stride[0] + 1, stride[0]);
                part = c.slice(part, 3, left, left + (count[1] - 1) * stride[1] + 1, stride[1]);
                cells.add(c.unsqueeze(part, 2));
            }
        }
        return c.reshape(
                c.concat(2, cells),
                List.of(x.size(0), WholeNumbers.times(x.size(1), kernel[0] * kernel[1]), count[0] * count[1]));
    }
}
