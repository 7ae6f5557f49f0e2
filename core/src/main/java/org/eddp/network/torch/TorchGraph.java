package org.eddp.network.torch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.OnnxTensor;

/** Builds a graph from calls of PyTorch's operators. Not thread-safe. */
public final class TorchGraph implements AutoCloseable {
    private final GraphBuilder builder;
    private final Primitives primitives;
    private final TorchTensor images;
    private final List<TorchCall> calls = new ArrayList<>();

    /**
     * Begins a graph.
     *
     * @param images name and size of the input; height and width are given
     * @param batched whether shapes are inferred for two images as well as for one; without, batch sizes are constants and the network
     *     takes one image at a time
     */
    public TorchGraph(ImageInput images, boolean batched) {
        if (images.channels() < 1 || images.height() < 1 || images.width() < 1) {
            throw new NetworkFailure("images of " + images.channels() + " x " + images.height() + " x " + images.width()
                    + " cannot be given to a network");
        }
        builder = new GraphBuilder(images, batched);
        primitives = new Primitives(builder);
        this.images = new TorchTensor(this, builder.images(), true);
    }

    Primitives primitives() {
        return primitives;
    }

    /** The input. */
    public TorchTensor images() {
        return images;
    }

    /** A weight or another constant tensor of the file; its name is unique in the graph. */
    public TorchTensor constant(OnnxTensor tensor) {
        return new TorchTensor(this, builder.weight(tensor), true);
    }

    /** Enters a module: calls until {@link #leave} belong to it. Name with its path, {@code layer4.1}. */
    public void enter(String module) {
        builder.enter(module);
    }

    /** Leaves the module that was entered last. */
    public void leave() {
        builder.leave();
    }

    /** Whether an operator is known by its name, without namespace and overload. */
    public static boolean knows(String operator) {
        return TorchOperators.knows(operator);
    }

    /**
     * Calls an operator.
     *
     * @param operator name without namespace and overload: {@code conv2d}
     * @throws NetworkFailure if the operator is unknown, its arguments do not fit it, or it cannot be computed
     */
    public Object call(String operator, List<Object> positional, Map<String, Object> named) {
        builder.begin(operator);
        Object result;
        try {
            result = wrapped(TorchOperators.call(builder, operator, positional, named), positional, named);
        } catch (NetworkFailure e) {
            throw e.after("operator " + operator + ": ");
        } catch (IndexOutOfBoundsException
                | ArithmeticException
                | ClassCastException
                | IllegalArgumentException
                | NegativeArraySizeException
                | NullPointerException e) { // for example lists of the wrong length
            throw new NetworkFailure(
                    "operator " + operator + ": its arguments do not fit together (" + e.getMessage() + ")", e);
        }
        List<String> values = new ArrayList<>();
        names(result, values);
        calls.add(new TorchCall(
                operator,
                Collections.unmodifiableList(new ArrayList<>(positional)),
                Collections.unmodifiableMap(new LinkedHashMap<>(named)),
                result,
                values));
        return result;
    }

    private static void names(Object result, List<String> names) {
        if (result instanceof TorchTensor tensor) {
            names.add(tensor.value());
        } else if (result instanceof List<?> list) {
            list.forEach(one -> names(one, names));
        } else if (result instanceof Object[] tuple) {
            for (Object one : tuple) {
                names(one, names);
            }
        }
    }

    private Object wrapped(Object result, List<Object> positional, Map<String, Object> named) {
        boolean contiguous = positional.stream().allMatch(TorchGraph::contiguous)
                && named.values().stream().allMatch(TorchGraph::contiguous);
        return wrapped(result, contiguous);
    }

    private Object wrapped(Object result, boolean contiguous) {
        if (result instanceof GraphValue value) {
            return new TorchTensor(this, value, contiguous);
        }
        if (result instanceof List<?> list) {
            List<Object> all = new ArrayList<>();
            list.forEach(one -> all.add(wrapped(one, contiguous)));
            return all;
        }
        if (result instanceof Object[] tuple) {
            Object[] all = new Object[tuple.length];
            for (int i = 0; i < all.length; i++) {
                all[i] = wrapped(tuple[i], contiguous);
            }
            return all;
        }
        return result;
    }

    private static boolean contiguous(Object argument) {
        if (argument instanceof List<?> list) {
            return list.stream().allMatch(TorchGraph::contiguous);
        }
        return !(argument instanceof TorchTensor tensor) || tensor.contiguous();
    }

    /** All calls so far, in order. */
    public List<TorchCall> calls() {
        return Collections.unmodifiableList(calls);
    }

    /** The numbers of a tensor that does not depend on the images, such as {@code item()} reads; null if it does. */
    public double[] numbers(TorchTensor tensor) {
        GraphValue value = tensor.current();
        return value.fixed() && value.exact() ? value.one().doubles().clone() : null;
    }

    /** The graph that computes an output from the images. */
    public Model model(TorchTensor output) {
        return builder.model(Map.of(output.value(), output.current()));
    }

    /** The graph that computes several outputs from the images, by name. */
    public Model model(Map<String, TorchTensor> outputs) {
        Map<String, GraphValue> values = new LinkedHashMap<>();
        outputs.forEach((name, tensor) -> values.put(name, tensor.current()));
        return builder.model(values);
    }

    @Override
    public void close() {
        builder.close();
    }

    /**
     * A call of an operator by a front end.
     *
     * @param operator its name without namespace and overload: {@code conv2d}
     * @param positional arguments by position
     * @param named arguments by name
     * @param result its return value
     * @param values names of the graph's values that the tensors of the result refer to right after the call
     */
    public record TorchCall(
            String operator, List<Object> positional, Map<String, Object> named, Object result, List<String> values) {}

    /** A program makes a graph that is too large, whatever the size of the images. */
    public static final class GraphTooLarge extends NetworkFailure {
        private static final long serialVersionUID = 1L;

        GraphTooLarge(String message) {
            super(message);
        }

        private GraphTooLarge(String message, Throwable cause) {
            super(message, cause);
        }

        @Override
        public NetworkFailure after(String beginning) {
            return new GraphTooLarge(beginning + getMessage(), this);
        }
    }
}
