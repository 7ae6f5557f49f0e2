package org.eddp.network.torch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eddp.network.NetworkFailure;
import org.eddp.network.torch.WholeNumbers.BatchNumber;

/** A call of an operator while it is translated: its arguments by name, and nodes to write. */
final class Call extends Primitives {
    private final Map<String, Object> arguments;

    Call(GraphBuilder graph, Map<String, Object> arguments) {
        super(graph);
        this.arguments = arguments;
    }

    boolean given(String name) {
        return arguments.get(name) != null;
    }

    Object get(String name) {
        return arguments.get(name);
    }

    TorchTensor handle(String name) {
        return (TorchTensor) arguments.get(name);
    }

    GraphValue value(String name) {
        TorchTensor tensor = handle(name);
        if (tensor == null) {
            throw new NetworkFailure("its argument '" + name + "' is missing");
        }
        return tensor.current();
    }

    /** An optional tensor, null if it is None. */
    GraphValue optional(String name) {
        TorchTensor tensor = handle(name);
        return tensor == null ? null : tensor.current();
    }

    List<GraphValue> values(String name) {
        List<GraphValue> values = new ArrayList<>();
        for (Object tensor : (List<?>) get(name)) {
            values.add(tensor == null ? null : ((TorchTensor) tensor).current());
        }
        return values;
    }

    /** A tensor, or a number as a tensor of the type that it has in an operation with another tensor. */
    GraphValue value(String name, GraphValue beside) {
        Object value = get(name);
        if (value instanceof TorchTensor tensor) {
            return tensor.current();
        }
        return number(value, ElementKind.promotedByNumber(beside.type(), value));
    }

    double real(String name) {
        Object value = get(name);
        if (value instanceof BatchNumber) {
            return WholeNumbers.fixed(value);
        }
        return value instanceof Boolean truth ? (truth ? 1 : 0) : ((Number) value).doubleValue();
    }

    /** A number that may be left out. */
    double real(String name, double otherwise) {
        return given(name) ? real(name) : otherwise;
    }

    long whole(String name) {
        return WholeNumbers.fixed(get(name));
    }

    long whole(String name, long otherwise) {
        return given(name) ? whole(name) : otherwise;
    }

    boolean flag(String name) {
        return Boolean.TRUE.equals(get(name));
    }

    String text(String name) {
        return (String) get(name);
    }

    @SuppressWarnings("unchecked")
    List<Object> list(String name) {
        return (List<Object>) get(name);
    }

    long[] wholes(String name) {
        return list(name).stream().mapToLong(WholeNumbers::fixed).toArray();
    }

    /** A list of one number per spatial dimension, which may be given as a list of one or none. */
    long[] wholes(String name, int count, long otherwise) {
        long[] values = given(name) ? wholes(name) : new long[0];
        if (values.length == count) {
            return values;
        }
        if (values.length > 1) {
            throw new NetworkFailure(values.length + " numbers '" + name + "' for " + count + " dimensions");
        }
        long[] filled = new long[count];
        java.util.Arrays.fill(filled, values.length == 0 ? otherwise : values[0]);
        return filled;
    }

    /** An axis counted from the front. */
    int axis(String name, int rank) {
        return axis(whole(name), rank);
    }

    /** Axes counted from the front; all if none are given. */
    long[] axes(String name, GraphValue x) {
        if (!given(name) || list(name).isEmpty()) {
            return allAxes(x);
        }
        long[] axes = wholes(name);
        for (int i = 0; i < axes.length; i++) {
            axes[i] = axis(axes[i], x.rank());
        }
        return axes;
    }

    /** An element type, or a default. */
    long type(String name, long otherwise) {
        return given(name) ? (Long) get(name) : otherwise;
    }

    TorchTensor view(String name, TensorView view) {
        return handle(name).view(view);
    }
}
