package org.eddp.network.torch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.torch.WholeNumbers.BatchNumber;

/** Small groups of nodes that translations are made of. Sizes are {@link Long} or {@link BatchNumber}. */
class Primitives {
    final GraphBuilder graph;

    Primitives(GraphBuilder graph) {
        this.graph = graph;
    }

    /** A node with one output. */
    GraphValue op(String kind, List<GraphValue> inputs, Attribute... attributes) {
        return graph.node(kind, 1, inputs, attributes).get(0);
    }

    /** A node with one output and one input. */
    GraphValue op(String kind, GraphValue input, Attribute... attributes) {
        return op(kind, List.of(input), attributes);
    }

    /** A node with one output and two inputs. */
    GraphValue op(String kind, GraphValue a, GraphValue b, Attribute... attributes) {
        return op(kind, List.of(a, b), attributes);
    }

    // ---- numbers --------------------------------------------------------------------------------------------------

    /** Whole numbers as an argument of a node. */
    GraphValue wholes(long... values) {
        return graph.wholes(values, values.length);
    }

    /** A number as a tensor without dimensions. */
    GraphValue number(Object number, long type) {
        if (number instanceof BatchNumber) {
            return cast(reshape(sizes(List.of(number)), List.of()), type);
        }
        double value = number instanceof Boolean truth ? (truth ? 1 : 0) : ((Number) number).doubleValue();
        return switch (ElementKind.engine(type)) {
            case BOOL -> graph.bools(new boolean[] {value != 0});
            case INT64 ->
                graph.wholes(new long[] {number instanceof Long whole ? whole : (long) value})
                        .as(type);
            default -> graph.reals(new float[] {(float) value}).as(type);
        };
    }

    /** Whole numbers, some of which depend on the number of images, as an argument of a node. */
    GraphValue sizes(List<Object> sizes) {
        if (sizes.stream().allMatch(size -> size instanceof Long)) {
            return wholes(sizes.stream().mapToLong(size -> (Long) size).toArray());
        }
        GraphValue batch = op("Shape", graph.images(), Attribute.of("start", 0L), Attribute.of("end", 1L));
        List<GraphValue> parts = new ArrayList<>();
        for (Object size : sizes) {
            if (size instanceof Long whole) {
                parts.add(wholes(whole));
            } else {
                BatchNumber number = (BatchNumber) size;
                if (number.two() != 2 * number.one()) {
                    throw new NetworkFailure("the number " + WholeNumbers.describe(number)
                            + " is not a multiple of the number of images");
                }
                parts.add(number.one() == 1 ? batch : op("Mul", batch, wholes(number.one())));
            }
        }
        return parts.size() == 1 ? parts.get(0) : op("Concat", parts, Attribute.of("axis", 0L));
    }

    // ---- shapes ---------------------------------------------------------------------------------------------------

    static List<Object> shape(GraphValue x) {
        return IntStream.range(0, x.rank()).mapToObj(x::size).toList();
    }

    static int axis(long axis, int rank) {
        int most = Math.max(1, rank);
        if (axis < -most || axis >= most) {
            throw new NetworkFailure("dimension " + axis + " of a tensor with " + rank + " dimensions");
        }
        return (int) (axis < 0 ? axis + most : axis);
    }

    static boolean sameShape(List<Object> a, List<Object> b) {
        return a.size() == b.size()
                && IntStream.range(0, a.size()).allMatch(i -> WholeNumbers.same(a.get(i), b.get(i)));
    }

    static Object count(List<Object> shape) {
        Object count = 1L;
        for (Object size : shape) {
            count = WholeNumbers.times(count, size);
        }
        return count;
    }

    /** The shape with the length that is given as -1 found. */
    static List<Object> resolved(GraphValue x, List<Object> wanted) {
        int open = -1;
        Object known = 1L;
        for (int i = 0; i < wanted.size(); i++) {
            if (wanted.get(i).equals(-1L)) {
                if (open >= 0) {
                    throw new NetworkFailure("shape " + wanted + " leaves two lengths open");
                }
                open = i;
            } else {
                known = WholeNumbers.times(known, wanted.get(i));
            }
        }
        List<Object> shape = new ArrayList<>(wanted);
        Object all = count(shape(x));
        if (open >= 0) {
            shape.set(open, WholeNumbers.floorDivide(all, known));
        }
        if (!WholeNumbers.same(count(shape), all)) {
            throw new NetworkFailure("a tensor of shape " + shape(x) + " cannot have the shape " + wanted);
        }
        return shape;
    }

    GraphValue reshape(GraphValue x, List<Object> wanted) {
        List<Object> shape = resolved(x, wanted);
        List<Object> old = shape(x);
        if (sameShape(shape, old)) {
            return x;
        }
        List<Object> written = new ArrayList<>(shape);
        List<Integer> open = new ArrayList<>();
        for (int i = 0; i < shape.size(); i++) {
            if (shape.get(i) instanceof BatchNumber) {
                if (i < old.size() && WholeNumbers.same(shape.get(i), old.get(i))) {
                    written.set(i, 0L);
                } else {
                    open.add(i);
                }
            }
        }
        boolean empty = shape.contains(0L);
        if (open.size() == 1 && !empty) {
            written.set(open.get(0), -1L);
        }
        List<Object> argument = empty ? shape : written;
        return op(
                        "Reshape",
                        List.of(x, sizes(argument)),
                        empty ? new Attribute[] {Attribute.of("allowzero", 1L)} : new Attribute[0])
                .as(x.type());
    }

    GraphValue reshape(GraphValue x, long... shape) {
        return reshape(x, Arrays.stream(shape).mapToObj(size -> (Object) size).toList());
    }

    GraphValue transpose(GraphValue x, long... order) {
        for (int i = 0; i < order.length; i++) {
            if (order[i] != i) {
                return op("Transpose", x, Attribute.of("perm", order)).as(x.type());
            }
        }
        return x;
    }

    /** Two dimensions exchanged. */
    GraphValue swapped(GraphValue x, int a, int b) {
        long[] order = LongStream.range(0, x.rank()).toArray();
        order[a] = b;
        order[b] = a;
        return transpose(x, order);
    }

    GraphValue unsqueeze(GraphValue x, long... axes) {
        return op("Unsqueeze", x, wholes(axes)).as(x.type());
    }

    GraphValue squeeze(GraphValue x, long... axes) {
        return axes.length == 0 ? x : op("Squeeze", x, wholes(axes)).as(x.type());
    }

    /** Expanded to a shape; -1 keeps a length. */
    GraphValue expand(GraphValue x, List<Object> wanted) {
        int more = wanted.size() - x.rank();
        List<Object> shape = new ArrayList<>(wanted);
        for (int i = 0; i < shape.size(); i++) {
            if (shape.get(i).equals(-1L)) {
                if (i < more) {
                    throw new NetworkFailure("a new dimension cannot keep its length");
                }
                shape.set(i, x.size(i - more));
            }
        }
        if (sameShape(shape, shape(x))) {
            return x;
        }
        return op("Expand", x, sizes(shape)).as(x.type());
    }

    /** A slice whose bounds lie inside. */
    GraphValue slice(GraphValue x, int axis, Object start, Object end, long step) {
        if (start.equals(0L) && step == 1 && WholeNumbers.same(end, x.size(axis))) {
            return x;
        }
        // "to the end" does not depend on the number of images even where the length does
        Object to = WholeNumbers.same(end, x.size(axis)) ? (Object) Long.MAX_VALUE : end;
        return op("Slice", List.of(x, sizes(List.of(start)), sizes(List.of(to)), wholes(axis), wholes(step)))
                .as(x.type());
    }

    GraphValue concat(int axis, List<GraphValue> parts) {
        return parts.size() == 1
                ? parts.get(0)
                : op("Concat", parts, Attribute.of("axis", (long) axis))
                        .as(parts.get(0).type());
    }

    GraphValue gather(GraphValue x, int axis, GraphValue indices) {
        return op("Gather", x, indices, Attribute.of("axis", (long) axis)).as(x.type());
    }

    /** The slice {@code start, start + step, ...} of an axis replaced. */
    GraphValue withSlice(GraphValue x, int axis, Object start, Object end, long step, GraphValue part) {
        if (start.equals(0L) && step == 1 && WholeNumbers.same(end, x.size(axis))) {
            return part;
        }
        if (step == 1) {
            List<GraphValue> parts = new ArrayList<>();
            if (!start.equals(0L)) {
                parts.add(slice(x, axis, 0L, start, 1));
            }
            parts.add(part);
            if (!WholeNumbers.same(end, x.size(axis))) {
                parts.add(slice(x, axis, end, x.size(axis), 1));
            }
            return concat(axis, parts);
        }
        long length = WholeNumbers.fixed(x.size(axis));
        long from = WholeNumbers.fixed(start);
        long to = WholeNumbers.fixed(end);
        long[] places = LongStream.range(0, length)
                .map(i -> i >= from && i < to && (i - from) % step == 0 ? length + (i - from) / step : i)
                .toArray();
        return gather(concat(axis, List.of(x, part)), axis, wholes(places));
    }

    // ---- types ----------------------------------------------------------------------------------------------------

    GraphValue cast(GraphValue x, long type) {
        if (x.type() == type) {
            return x;
        }
        if (ElementKind.engine(x.type()) == ElementKind.engine(type) && ElementKind.real(type)) {
            return x.as(type); // all real numbers are of single precision here
        }
        if (ElementKind.engine(x.type()) == ElementKind.engine(type)) {
            return x.as(type);
        }
        long target = ElementKind.real(type) ? ElementKind.FLOAT : ElementKind.bool(type) ? type : ElementKind.INT64;
        return op("Cast", x, Attribute.of("to", (long) ElementKind.of(target).code()))
                .as(type);
    }

    GraphValue real(GraphValue x) {
        return x.real() ? x : cast(x, ElementKind.FLOAT);
    }

    /** A binary node on operands of the type that PyTorch would compute in. */
    GraphValue binary(String kind, GraphValue a, GraphValue b) {
        long type = ElementKind.promoted(a.type(), b.type());
        return op(kind, cast(a, type), cast(b, type));
    }

    GraphValue plus(GraphValue x, double number) {
        return op("Add", x, number(number, x.type()));
    }

    GraphValue times(GraphValue x, double number) {
        return number == 1 ? x : op("Mul", x, number(number, x.type()));
    }

    /** A reduction over axes. */
    GraphValue reduce(String kind, GraphValue x, long[] axes, boolean keep) {
        return op(kind, List.of(x, wholes(axes)), Attribute.of("keepdims", keep ? 1L : 0L));
    }

    static long[] allAxes(GraphValue x) {
        return LongStream.range(0, x.rank()).toArray();
    }
}
