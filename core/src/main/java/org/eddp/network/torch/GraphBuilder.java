package org.eddp.network.torch;

import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.network.TrialLimits;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.onnx.operators.Operands;
import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.network.onnx.operators.Operator;
import org.eddp.network.onnx.operators.OperatorCost;
import org.eddp.network.onnx.operators.OperatorSet;
import org.eddp.network.onnx.operators.ShapeInference;
import org.eddp.network.torch.TorchGraph.GraphTooLarge;
import org.eddp.tensor.DType;
import org.eddp.tensor.Engine;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/**
 * The nodes and weights of a graph that is being built, and the outlines of its values.
 *
 * <p>Operations on small constants are evaluated at once and become constants, so that no nodes are written for the
 * arithmetic of shapes and masks.
 */
final class GraphBuilder implements AutoCloseable {
    static final int OPSET = 23;

    /** Real numbers of larger tensors are not kept while the graph is built. */
    private static final long MOST_REAL = 1 << 16;

    private static final long MOST_WHOLE = 1 << 22;
    /** Constants up to this length are stored once. */
    private static final int MOST_SHARED = 16;

    /** Names of values: outputs of nodes, constants and weights. Each takes about a kilobyte of heap, with its node and its call. */
    private static final int MOST_NAMES = 100_000;
    /** Bytes of heap that constants and the texts of nodes may take while the graph is built. */
    private static final long MOST_HELD = 64L << 20;
    /** Bytes of computed constants that a finished graph may have. */
    private static final long MOST_COMPUTED = 512L << 20;

    private static final String SCOPES = "pkg.torch.onnx.name_scopes";

    private final boolean batched;
    private final ImageInput input;
    private final GraphValue images;
    private final List<Node> nodes = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    /** Weights of the file, and constants that were computed, by name. */
    private final Map<String, OnnxTensor> weights = new HashMap<>();

    private final Map<String, GraphValue> computed = new HashMap<>();
    private final Map<String, GraphValue> literals = new HashMap<>();
    private final Deque<String> modules = new ArrayDeque<>();
    private final Set<Value> kept = Collections.newSetFromMap(new java.util.IdentityHashMap<>());
    /** Multiplications per second, for the limit on constant work. */
    private static final double RATE = 1e10;

    private final TrialLimits limits = TrialLimits.ofEnvironment();
    private double planned;
    private long held;
    private final long begun = processorTime();
    private final long mostBytes = Engine.residentBytes() + limits.bytes(0);
    private String operator = "value";

    GraphBuilder(ImageInput input, boolean batched) {
        this.input = input;
        this.batched = batched;
        names.add(input.name());
        Value one = outline(DType.FLOAT32, 1, input.channels(), input.height(), input.width());
        Value two = batched ? outline(DType.FLOAT32, 2, input.channels(), input.height(), input.width()) : one;
        images = new GraphValue(input.name(), ElementKind.FLOAT, one, two, false, false);
    }

    private static long processorTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    GraphValue images() {
        return images;
    }

    void enter(String module) {
        modules.addLast(module);
    }

    void leave() {
        modules.removeLast();
    }

    /** The operator that is translated now: values are named after it. */
    void begin(String name) {
        operator = name.endsWith("_") ? name.substring(0, name.length() - 1) : name;
    }

    // ---- constants ------------------------------------------------------------------------------------------------

    /** A weight of the file; it gets another name if a value has the same name. */
    GraphValue weight(OnnxTensor given) {
        return weight(given, fresh(given.name().isEmpty() ? "weight" : given.name()));
    }

    private GraphValue weight(OnnxTensor given, String name) {
        OnnxTensor tensor =
                new OnnxTensor(name, given.typeCode(), given.dims(), given.data(), given.external(), given.rest());
        tensor.checked();
        weights.put(name, tensor);
        long count = Arrays.stream(tensor.dims()).reduce(1, (a, b) -> a * b);
        boolean real = tensor.type().real();
        boolean exact = count <= (real ? MOST_REAL : MOST_WHOLE);
        Value value = exact
                ? keep(Value.kept(() -> tensor.decode(DType.FLOAT32)))
                : outline(tensor.type().engine(DType.FLOAT32), tensor.dims());
        return new GraphValue(name, ElementKind.of(tensor.type()), value, value, true, exact);
    }

    /** Whole numbers that are known; dims may be empty for a single one. */
    GraphValue wholes(long[] values, long... dims) {
        return literal(
                key("w", values.length, () -> Arrays.toString(values), dims),
                name -> OnnxTensor.of(name, values, dims));
    }

    /** Real numbers that are known. */
    GraphValue reals(float[] values, long... dims) {
        return literal(
                key("r", values.length, () -> Arrays.toString(values), dims),
                name -> OnnxTensor.of(name, values, dims));
    }

    /** Truth values that are known. */
    GraphValue bools(boolean[] values, long... dims) {
        return literal(
                key("b", values.length, () -> Arrays.toString(values), dims),
                name -> OnnxTensor.of(name, values, dims));
    }

    /** The key of a short constant; null for a long one, which is not shared. */
    private static String key(String kind, int count, Supplier<String> values, long[] dims) {
        return count > MOST_SHARED ? null : kind + values.get() + Arrays.toString(dims);
    }

    private GraphValue literal(String key, java.util.function.Function<String, OnnxTensor> maker) {
        GraphValue known = key == null ? null : literals.get(key);
        if (known == null) {
            String name = numbered("constant");
            OnnxTensor made = maker.apply(name);
            hold(made.data().remaining());
            known = weight(made, name);
            if (key != null) {
                literals.put(key, known);
            }
        }
        return known;
    }

    // ---- nodes ----------------------------------------------------------------------------------------------------

    /**
     * Writes a node, or computes it if it reads constants only.
     *
     * @param inputs null where an optional one is left out
     */
    List<GraphValue> node(String kind, int outputs, List<GraphValue> inputs, Attribute... attributes) {
        List<String> results = new ArrayList<>();
        for (int i = 0; i < outputs; i++) {
            results.add(numbered(operator));
        }
        List<String> arguments =
                inputs.stream().map(value -> value == null ? "" : value.name()).toList();
        Node node = Node.of(results.get(0), kind, arguments, results, attributes);
        if (!OperatorSet.knows(node)) {
            throw new NetworkFailure("operator " + kind + " is not supported");
        }
        Operator made = OperatorSet.make(node, OPSET, DType.FLOAT32);
        boolean ofShape = made instanceof Operator.OfShape;
        boolean same = inputs.stream().allMatch(value -> value == null || value.one() == value.two());
        boolean exact = ofShape || inputs.stream().allMatch(value -> value == null || value.exact());
        boolean fixed =
                ofShape ? inputs.get(0).sameShape() : inputs.stream().allMatch(value -> value == null || value.fixed());
        List<Value> one = run(node, made, inputs, false, exact);
        List<Value> two = same || (ofShape && fixed) ? one : run(node, made, inputs, true, exact);
        checkBudget(node);
        List<GraphValue> values = new ArrayList<>();
        boolean small = true;
        for (int i = 0; i < outputs; i++) {
            Tensor tensor = one.get(i).tensor();
            boolean known = exact && small(tensor) && small(two.get(i).tensor());
            small &= known;
            values.add(new GraphValue(results.get(i), type(tensor), one.get(i), two.get(i), fixed, known));
        }
        if (fixed && exact && small) {
            values.forEach(value -> computed.put(value.name(), value));
        } else {
            nodes.add(node.withMetadata(SCOPES, scopes(node.name())));
        }
        return values;
    }

    private List<Value> run(Node node, Operator made, List<GraphValue> inputs, boolean two, boolean exact) {
        Value[] operands = new Value[inputs.size()];
        for (int i = 0; i < operands.length; i++) {
            GraphValue value = inputs.get(i);
            operands[i] = value == null ? null : two ? value.two() : value.one();
        }
        try (Scope scope = Scope.open()) {
            Operands in = new Operands(operands);
            plan(node, in, exact);
            Tensor[] results = exact ? made.run(in) : ShapeInference.of(made, in);
            List<Value> values = new ArrayList<>();
            for (int i = 0; i < node.outputs().size(); i++) {
                if (i >= results.length) {
                    throw new NetworkFailure("its output " + i + " is not supported");
                }
                Tensor result = results[i];
                values.add(
                        exact && small(result)
                                ? keep(new Value(scope.keep(Views.alias(result))))
                                : outline(result.type(), result.shape()));
            }
            return values;
        } catch (NetworkFailure e) {
            throw failure(node, operands, e.getMessage(), e);
        } catch (RuntimeException e) { // the engine's message ends in a native stack trace
            String message = e.getMessage() == null ? e.toString() : e.getMessage();
            throw failure(node, operands, message.lines().findFirst().orElse(""), e);
        }
    }

    private static NetworkFailure failure(Node node, Value[] operands, String message, RuntimeException cause) {
        String shapes = Arrays.stream(operands)
                .map(value -> value == null
                        ? "nothing"
                        : Arrays.toString(value.tensor().shape()))
                .collect(Collectors.joining(", "));
        return new NetworkFailure(node.operator() + " on inputs of shape " + shapes + ": " + message, cause);
    }

    /** Refuses a computation that would exceed the time limit, before it starts. */
    private void plan(Node node, Operands in, boolean exact) {
        planned += exact ? OperatorCost.of(node, in) : 0;
        if (!(planned / RATE <= limits.seconds())) {
            throw limits.tooLong();
        }
    }

    private void checkBudget(Node node) {
        if (processorTime() - begun > limits.seconds() * 1_000_000_000L) {
            throw new NetworkFailure(
                    "node " + node.title() + ": " + limits.tooLong().getMessage());
        }
        if (Engine.residentBytes() > mostBytes) {
            throw new NetworkFailure(
                    "node " + node.title() + ": " + limits.tooLarge().getMessage());
        }
    }

    private static boolean small(Tensor tensor) {
        return tensor.count() <= (tensor.isFloating() ? MOST_REAL : MOST_WHOLE);
    }

    private static long type(Tensor tensor) {
        return switch (tensor.type()) {
            case BOOL -> ElementKind.BOOL;
            case INT64 -> ElementKind.INT64;
            default -> ElementKind.FLOAT;
        };
    }

    /** A tensor of this shape that takes no memory. */
    private Value outline(DType type, long... shape) {
        return keep(Value.kept(() -> {
            long[] ones = new long[shape.length];
            Arrays.fill(ones, 1);
            return Views.expand(Tensor.zeros(type, ones), shape);
        }));
    }

    /**
     * Counts heap that stays in use while the graph is built, because a loop of a program may allocate it again and
     * again.
     */
    void hold(long bytes) {
        held += bytes;
        if (held > MOST_HELD) {
            throw new GraphTooLarge(
                    "its constants and names take more than " + (MOST_HELD >> 20) + " MB while it is read");
        }
    }

    private Value keep(Value value) {
        kept.add(value);
        return value;
    }

    /** A name of a value; PyTorch's own names have no slash, so that outputs can keep theirs. */
    private String numbered(String base) {
        return fresh(base + "/" + numbers.merge(base, 1, Integer::sum));
    }

    private String fresh(String wanted) {
        if (names.size() >= MOST_NAMES) {
            throw new GraphTooLarge("it has more than " + MOST_NAMES + " operations and constants");
        }
        String name = wanted;
        while (!names.add(name)) {
            name = wanted + "/" + numbers.merge(wanted, 1, Integer::sum);
        }
        return name;
    }

    private String scopes(String node) {
        StringBuilder text = new StringBuilder("[''");
        for (String module : modules) {
            text.append(", '").append(module.replace("'", "").replace("\"", "")).append('\'');
        }
        hold(text.length());
        return text.append(", '").append(node).append("']").toString();
    }

    // ---- the graph ------------------------------------------------------------------------------------------------

    /** The model of all nodes that the outputs need. */
    Model model(Map<String, GraphValue> outputs) {
        Set<String> needed = new HashSet<>();
        outputs.values().forEach(value -> needed.add(value.name()));
        List<Node> used = new ArrayList<>();
        for (int i = nodes.size() - 1; i >= 0; i--) {
            Node node = nodes.get(i);
            if (node.outputs().stream().anyMatch(needed::contains)) {
                needed.addAll(node.inputs());
                used.add(node);
            }
        }
        Collections.reverse(used);
        Map<String, OnnxTensor> constants = new LinkedHashMap<>();
        long bytes = 0;
        for (String name : needed.stream().sorted().toList()) {
            if (weights.containsKey(name)) {
                constants.put(name, weights.get(name));
            } else if (computed.containsKey(name)) {
                bytes += Long.BYTES * computed.get(name).count();
                if (bytes > MOST_COMPUTED) {
                    throw new NetworkFailure("it computes more than " + (MOST_COMPUTED >> 20) + " MB of constants");
                }
                constants.put(name, tensor(computed.get(name)));
            }
        }
        Map<String, String> renamed = new HashMap<>();
        List<ValueInfo> results = new ArrayList<>();
        Set<String> made = new HashSet<>();
        used.forEach(node -> made.addAll(node.outputs()));
        List<Node> last = new ArrayList<>();
        outputs.forEach((name, value) -> {
            boolean free = made.contains(value.name()) && (name.equals(value.name()) || !names.contains(name));
            if (!free || renamed.putIfAbsent(value.name(), name) != null) {
                last.add(Node.of(name, "Identity", List.of(value.name()), List.of(name)));
            }
            results.add(ValueInfo.of(name, ElementKind.of(value.type()), openShape(value)));
        });
        used.addAll(last);
        used.replaceAll(node -> renamed(node, renamed));
        ValueInfo given = ValueInfo.of(input.name(), batched ? -1 : 1, input.channels(), input.height(), input.width());
        return Model.of(OPSET, Graph.of(used, List.copyOf(constants.values()), List.of(given), results));
    }

    private static Node renamed(Node node, Map<String, String> names) {
        return new Node(
                names.getOrDefault(node.name(), node.name()),
                node.operator(),
                node.domain(),
                renamed(node.inputs(), names),
                renamed(node.outputs(), names),
                node.attributes(),
                node.rest());
    }

    private static List<String> renamed(List<String> values, Map<String, String> names) {
        return values.stream().map(name -> names.getOrDefault(name, name)).toList();
    }

    private static long[] openShape(GraphValue value) {
        long[] shape = value.shape();
        for (int i = 0; i < shape.length; i++) {
            shape[i] = value.size(i) instanceof Long ? shape[i] : -1;
        }
        return shape;
    }

    private static OnnxTensor tensor(GraphValue value) {
        Tensor tensor = value.one().tensor();
        long[] shape = tensor.shape();
        if (tensor.type() == DType.INT64) {
            return OnnxTensor.of(value.name(), value.one().longs(), shape);
        }
        if (tensor.type() == DType.BOOL) {
            double[] numbers = value.one().doubles();
            boolean[] values = new boolean[numbers.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = numbers[i] != 0;
            }
            return OnnxTensor.of(value.name(), values, shape);
        }
        return OnnxTensor.of(value.name(), tensor.toFloats(), shape);
    }

    @Override
    public void close() {
        kept.forEach(value -> value.tensor().close());
        kept.clear();
    }
}
