package org.eddp.network.torch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Node.Attribute;

/** Pooling. */
final class PoolingCalls {
    private static final long MOST_WINDOWS = 1 << 10;

    private PoolingCalls() {}

    static void addTo(TorchOperators set) {
        for (int rank = 1; rank <= 3; rank++) {
            String list = "int[" + rank + "] ";
            String windows = "(Tensor self, " + list + "kernel_size, " + list + "stride=[], " + list + "padding=0, ";
            int count = rank;
            String name = "pool" + rank + "d";
            set.add("max_" + name + windows + list + "dilation=1, bool ceil_mode=False)", c -> maxPool(c, count));
            set.add("max_" + name + "_with_indices" + windows + list + "dilation=1, bool ceil_mode=False)", c ->
                    new Object[] {maxPool(c, count), null});
            set.add(
                    "avg_" + name + windows
                            + "bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None)",
                    c -> averagePool(c, count));
            String adaptive = "(Tensor self, int?[] output_size)";
            set.add("adaptive_avg_" + name + adaptive, c -> adaptive(c, count, true));
            set.add("adaptive_avg_" + name + "(Tensor self, " + list + "output_size)", c -> adaptive(c, count, true));
            set.add("_adaptive_avg_" + name + "(Tensor self, " + list + "output_size)", c -> adaptive(c, count, true));
            set.add("adaptive_max_" + name + adaptive, c -> new Object[] {adaptive(c, count, false), null});
        }
    }

    private static Attribute[] windows(Call c, int count, Attribute... more) {
        long[] kernel = c.wholes("kernel_size", count, 1);
        long[] padding = c.wholes("padding", count, 0);
        long[] pads = new long[2 * count];
        System.arraycopy(padding, 0, pads, 0, count);
        System.arraycopy(padding, 0, pads, count, count);
        List<Attribute> all = new ArrayList<>(List.of(
                Attribute.of("kernel_shape", kernel),
                Attribute.of("strides", c.list("stride").isEmpty() ? kernel : c.wholes("stride", count, 1)),
                Attribute.of("pads", pads),
                Attribute.of("ceil_mode", c.flag("ceil_mode") ? 1L : 0L)));
        all.addAll(List.of(more));
        return all.toArray(new Attribute[0]);
    }

    private static GraphValue batch(Call c, int count) {
        GraphValue x = c.value("self");
        if (x.rank() != count + 2) {
            throw new NetworkFailure("pooling over " + count + " dimensions of a tensor of shape "
                    + Arrays.toString(x.shape()) + "; the first two are the images and the channels");
        }
        return x;
    }

    private static GraphValue maxPool(Call c, int count) {
        return c.op(
                "MaxPool",
                batch(c, count),
                windows(c, count, Attribute.of("dilations", c.wholes("dilation", count, 1))));
    }

    private static GraphValue averagePool(Call c, int count) {
        boolean include = c.flag("count_include_pad") || c.given("divisor_override");
        GraphValue mean = c.op(
                "AveragePool",
                batch(c, count),
                windows(c, count, Attribute.of("count_include_pad", include ? 1L : 0L)));
        if (!c.given("divisor_override")) {
            return mean;
        }
        if (c.flag("ceil_mode")) {
            throw new NetworkFailure("divisor_override together with ceil_mode is not supported");
        }
        double cells = Arrays.stream(c.wholes("kernel_size", count, 1)).reduce(1, (a, b) -> a * b);
        return c.times(mean, cells / c.whole("divisor_override"));
    }

    private static GraphValue adaptive(Call c, int count, boolean mean) {
        GraphValue x = c.value("self");
        if (x.rank() < count + 1) {
            throw new NetworkFailure(
                    "pooling over " + count + " dimensions of a tensor of shape " + Arrays.toString(x.shape()));
        }
        int first = x.rank() - count;
        long[] from = new long[count];
        long[] to = new long[count];
        List<Object> sizes = c.list("output_size");
        for (int i = 0; i < count; i++) {
            from[i] = WholeNumbers.fixed(x.size(first + i));
            Object size = sizes.size() == 1 ? sizes.get(0) : sizes.get(i);
            to[i] = size == null ? from[i] : WholeNumbers.fixed(size);
        }
        if (Arrays.equals(from, to)) {
            return x;
        }
        if (Arrays.stream(to).allMatch(size -> size == 1)) {
            if (count == 2 && first == 2) {
                return c.op(mean ? "GlobalAveragePool" : "GlobalMaxPool", x);
            }
            long[] axes = new long[count];
            Arrays.setAll(axes, i -> first + i);
            return c.reduce(mean ? "ReduceMean" : "ReduceMax", x, axes, true);
        }
        boolean even = first == 2;
        for (int i = 0; i < count; i++) {
            even &= to[i] > 0 && from[i] % to[i] == 0;
        }
        if (even) {
            long[] kernel = new long[count];
            Arrays.setAll(kernel, i -> from[i] / to[i]);
            return c.op(
                    mean ? "AveragePool" : "MaxPool",
                    x,
                    Attribute.of("kernel_shape", kernel),
                    Attribute.of("strides", kernel));
        }
        for (int i = 0; i < count; i++) {
            x = alongAxis(c, x, first + i, from[i], to[i], mean);
        }
        return x;
    }

    /** Window i of an axis goes from floor(i n / m) to ceil((i + 1) n / m). */
    private static GraphValue alongAxis(Call c, GraphValue x, int axis, long from, long to, boolean mean) {
        if (to < 1 || to > MOST_WINDOWS) {
            throw new NetworkFailure("output size " + to + " is outside 1 .. " + MOST_WINDOWS);
        }
        List<GraphValue> parts = new ArrayList<>();
        for (long i = 0; i < to; i++) {
            long start = i * from / to;
            long end = -Math.floorDiv(-(i + 1) * from, to);
            GraphValue window = c.slice(x, axis, start, end, 1);
            parts.add(c.reduce(mean ? "ReduceMean" : "ReduceMax", window, new long[] {axis}, true));
        }
        return c.concat(axis, parts);
    }
}
