package org.eddp.network.torch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.torch.WholeNumbers.BatchNumber;

/** Tensors made from numbers. */
final class SourceCalls {
    private static final long MOST = 1 << 22;
    private static final String OPTIONS =
            ", *, ScalarType? dtype=None, Layout layout=None, Device device=None, Any pin_memory=None";
    private static final String FORMAT = ", MemoryFormat memory_format=None";

    private SourceCalls() {}

    static void addTo(TorchOperators set) {
        filled(set, "zeros", 0L);
        filled(set, "ones", 1L);
        filled(set, "empty", 0L);
        set.add(
                "full(int[] size, Scalar fill_value" + OPTIONS + ")",
                c -> full(
                        c,
                        c.list("size"),
                        c.get("fill_value"),
                        c.type("dtype", ElementKind.ofNumber(c.get("fill_value")))));
        set.add(
                "full_like(Tensor self, Scalar fill_value" + OPTIONS + FORMAT + ")",
                c -> full(c, Primitives.shape(c.value("self")), c.get("fill_value"), ownType(c)));
        set.add(
                "new_full(Tensor self, int[] size, Scalar fill_value" + OPTIONS + ")",
                c -> full(c, c.list("size"), c.get("fill_value"), ownType(c)));
        set.add("arange(Scalar end" + OPTIONS + ")", c -> range(c, 0L, c.get("end"), 1L));
        set.add("arange(Scalar start, Scalar end" + OPTIONS + ")", c -> range(c, c.get("start"), c.get("end"), 1L));
        set.add(
                "arange(Scalar start, Scalar end, Scalar step" + OPTIONS + ")",
                c -> range(c, c.get("start"), c.get("end"), c.get("step")));
        set.add("linspace(Scalar start, Scalar end, int steps" + OPTIONS + ")", SourceCalls::evenly);
        set.add(
                "scalar_tensor(Scalar s" + OPTIONS + ")",
                c -> c.number(c.get("s"), c.type("dtype", ElementKind.ofNumber(c.get("s")))));
        set.add(
                List.of("tensor", "as_tensor"),
                "(Any data, ScalarType? dtype=None, Device device=None, bool requires_grad=False)",
                SourceCalls::tensor);
        set.add("eye(int n" + OPTIONS + ")", c -> eye(c, c.whole("n"), c.whole("n")));
        set.add("eye(int n, int m" + OPTIONS + ")", c -> eye(c, c.whole("n"), c.whole("m")));
        set.add("meshgrid(Tensor[] tensors, str indexing=\"ij\")", SourceCalls::mesh);
    }

    private static void filled(TorchOperators set, String name, long value) {
        set.add(
                name + "(int[] size" + OPTIONS + FORMAT + ")",
                c -> full(c, c.list("size"), value, c.type("dtype", ElementKind.FLOAT)));
        set.add(
                name + "_like(Tensor self" + OPTIONS + FORMAT + ")",
                c -> full(c, Primitives.shape(c.value("self")), value, ownType(c)));
        set.add(
                "new_" + name + "(Tensor self, int[] size" + OPTIONS + ")",
                c -> full(c, c.list("size"), value, ownType(c)));
    }

    private static long ownType(Call c) {
        return c.type("dtype", c.value("self").type());
    }

    static GraphValue full(Primitives c, List<Object> size, Object value, long type) {
        if (value instanceof BatchNumber) {
            return c.expand(c.number(value, type), size);
        }
        double number = value instanceof Boolean truth ? (truth ? 1 : 0) : ((Number) value).doubleValue();
        OnnxTensor element = switch (ElementKind.engine(type)) {
            case INT64 -> OnnxTensor.of("", new long[] {(long) number}, 1);
            case BOOL -> OnnxTensor.of("", new boolean[] {number != 0}, 1);
            default -> OnnxTensor.of("", new float[] {(float) number}, 1);
        };
        return c.op("ConstantOfShape", c.sizes(size), Attribute.of("value", element))
                .as(type);
    }

    private static GraphValue range(Call c, Object start, Object end, Object step) {
        boolean real = start instanceof Double || end instanceof Double || step instanceof Double;
        long type = c.type("dtype", real ? ElementKind.FLOAT : ElementKind.INT64);
        if (end instanceof BatchNumber || start instanceof BatchNumber) {
            GraphValue numbers = c.op(
                    "Range",
                    List.of(
                            c.number(start, ElementKind.INT64),
                            c.number(end, ElementKind.INT64),
                            c.number(step, ElementKind.INT64)));
            return c.cast(numbers, type);
        }
        double from = ((Number) start).doubleValue();
        double by = ((Number) step).doubleValue();
        double count = Math.ceil((((Number) end).doubleValue() - from) / by);
        if (!(count <= MOST) || count < 0) {
            throw new NetworkFailure("a range of " + count + " numbers; at most " + MOST + " are supported");
        }
        double[] values = new double[(int) count];
        Arrays.setAll(values, i -> from + i * by);
        return constant(c, values, type, values.length);
    }

    private static GraphValue evenly(Call c) {
        long steps = c.whole("steps");
        if (steps < 0 || steps > MOST) {
            throw new NetworkFailure(steps + " numbers; at most " + MOST + " are supported");
        }
        double start = c.real("start");
        double end = c.real("end");
        double by = steps > 1 ? (end - start) / (steps - 1) : 0;
        double[] values = new double[(int) steps];
        Arrays.setAll(values, i -> i < values.length / 2 ? start + i * by : end - (values.length - 1 - i) * by);
        if (steps == 1) {
            values[0] = start;
        }
        return constant(c, values, c.type("dtype", ElementKind.FLOAT), values.length);
    }

    private static GraphValue constant(Primitives c, double[] values, long type, long... dims) {
        return switch (ElementKind.engine(type)) {
            case INT64 ->
                c.graph
                        .wholes(
                                Arrays.stream(values)
                                        .mapToLong(value -> (long) value)
                                        .toArray(),
                                dims)
                        .as(type);
            case BOOL -> {
                boolean[] truths = new boolean[values.length];
                for (int i = 0; i < truths.length; i++) {
                    truths[i] = values[i] != 0;
                }
                yield c.graph.bools(truths, dims);
            }
            default -> {
                float[] floats = new float[values.length];
                for (int i = 0; i < floats.length; i++) {
                    floats[i] = (float) values[i];
                }
                yield c.graph.reals(floats, dims).as(type);
            }
        };
    }

    private static GraphValue tensor(Call c) {
        Object data = c.get("data");
        List<Object> flat = new ArrayList<>();
        List<Long> shape = new ArrayList<>();
        flatten(data, 0, shape, flat);
        long type = ElementKind.BOOL;
        for (Object value : flat) {
            type = ElementKind.promoted(type, ElementKind.ofNumber(value));
        }
        type = c.type("dtype", flat.isEmpty() ? ElementKind.FLOAT : type);
        if (flat.size() == 1 && shape.isEmpty()) {
            return c.number(flat.get(0), type);
        }
        double[] values = flat.stream()
                .mapToDouble(value -> value instanceof Boolean truth
                        ? truth ? 1 : 0
                        : value instanceof Double number ? number : WholeNumbers.fixed(value))
                .toArray();
        return constant(
                c, values, type, shape.stream().mapToLong(Long::longValue).toArray());
    }

    private static void flatten(Object data, int depth, List<Long> shape, List<Object> flat) {
        if (!(data instanceof List<?> list)) {
            if (data instanceof Boolean || data instanceof Double || WholeNumbers.is(data)) {
                flat.add(data);
                return;
            }
            throw new NetworkFailure("a tensor is made of numbers, not of " + data);
        }
        if (depth > 8 || flat.size() > MOST) {
            throw new NetworkFailure("lists of numbers are nested too deep or too long");
        }
        if (shape.size() == depth) {
            shape.add((long) list.size());
        } else if (shape.get(depth) != list.size()) {
            throw new NetworkFailure("lists of numbers differ in length");
        }
        list.forEach(one -> flatten(one, depth + 1, shape, flat));
    }

    private static GraphValue eye(Call c, long rows, long columns) {
        if (rows < 0 || columns < 0 || rows > MOST || columns > MOST || rows * columns > MOST) {
            throw new NetworkFailure("a matrix of " + rows + " x " + columns);
        }
        double[] values = new double[(int) (rows * columns)];
        for (int i = 0; i < Math.min(rows, columns); i++) {
            values[(int) (i * columns + i)] = 1;
        }
        return constant(c, values, c.type("dtype", ElementKind.FLOAT), rows, columns);
    }

    private static List<GraphValue> mesh(Call c) {
        List<GraphValue> axes = c.values("tensors");
        boolean swap = c.text("indexing").equals("xy") && axes.size() > 1;
        int[] places = new int[axes.size()];
        Arrays.setAll(places, i -> swap && i < 2 ? 1 - i : i);
        List<Object> shape = new ArrayList<>(ShapeCalls.ones(axes.size()));
        for (int i = 0; i < places.length; i++) {
            shape.set(places[i], Primitives.count(Primitives.shape(axes.get(i))));
        }
        List<GraphValue> grids = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            List<Object> own = ShapeCalls.ones(places.length);
            own.set(places[i], shape.get(places[i]));
            grids.add(c.expand(c.reshape(axes.get(i), own), shape));
        }
        return grids;
    }
}
