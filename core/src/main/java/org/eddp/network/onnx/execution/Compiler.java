package org.eddp.network.onnx.execution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.network.onnx.operators.Operator;
import org.eddp.network.onnx.operators.OperatorSet;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Views;

/**
 * Compiles a graph to an {@link ExecutableGraph}, with only the nodes that the output needs and without repeated computations.
 */
final class Compiler {
    private final Graph graph;
    private final int opset;
    private final DType floating;
    private final TrialBudget budget;
    private final Map<String, Integer> slots = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    private Compiler(Graph graph, int opset, DType floating, TrialBudget budget) {
        this.graph = graph;
        this.opset = opset;
        this.floating = floating;
        this.budget = budget;
    }

    /**
     * @param input name of the image
     * @param output name of the value wanted
     * @param floating element type of computations with real numbers
     * @param budget limits the computation of constants
     */
    static ExecutableGraph compile(
            Graph graph, int opset, String input, String output, DType floating, TrialBudget budget) {
        return new Compiler(graph, opset, floating, budget).compile(input, output);
    }

    private ExecutableGraph compile(String input, String output) {
        List<Node> nodes = NodeOrder.of(graph, input).leadingTo(output);
        refuseUnknown(nodes);
        int source = slot(input);
        List<GraphStep> steps = new ArrayList<>();
        for (Node node : nodes) {
            int[] inputs = node.inputs().stream().mapToInt(this::slot).toArray();
            int[] outputs = node.outputs().stream().mapToInt(this::slot).toArray();
            steps.add(new GraphStep(node, OperatorSet.make(node, opset, floating), inputs, outputs));
        }
        int target = slot(output);
        Value[] values = new Value[names.size()];
        try {
            weights(values, source);
            List<GraphStep> left = fold(withoutUnread(steps, target), values, source);
            keepOnly(values, left, target);
            arrangeKernels(left, values);
            return new ExecutableGraph(left, values, names.toArray(new String[0]), source, target);
        } catch (RuntimeException e) {
            keepOnly(values, List.of(), -1);
            throw e;
        }
    }

    private int slot(String name) {
        return name.isEmpty()
                ? -1
                : slots.computeIfAbsent(name, key -> {
                    names.add(key);
                    return names.size() - 1;
                });
    }

    private void refuseUnknown(List<Node> nodes) {
        Map<String, TreeSet<String>> unknown = new TreeMap<>();
        for (Node node : nodes) {
            if (!OperatorSet.knows(node)) {
                String operator =
                        Model.isStandard(node.domain()) ? node.operator() : node.domain() + "." + node.operator();
                unknown.computeIfAbsent(operator, key -> new TreeSet<>()).add(node.title());
            }
        }
        if (unknown.isEmpty()) {
            return;
        }
        boolean quantised = unknown.keySet().stream()
                .anyMatch(name -> name.contains("Quantize") || name.contains("QLinear") || name.contains("Integer"));
        String list = unknown.entrySet().stream()
                .map(entry -> entry.getKey() + " (node " + entry.getValue().first()
                        + (entry.getValue().size() > 1
                                ? " and " + (entry.getValue().size() - 1) + " more"
                                : "") + ")")
                .collect(Collectors.joining(", "));
        throw new NetworkFailure("operators that are not supported in opset " + opset + ": " + list + "; "
                + (quantised
                        ? "export the network with QuantizeLinear and DequantizeLinear nodes (quant_format=QDQ), or in"
                                + " single precision"
                        : "export the network with standard operators of opset " + OperatorSet.OLDEST + " to "
                                + OperatorSet.NEWEST));
    }

    private void weights(Value[] values, int source) {
        for (OnnxTensor tensor : graph.initialisers()) {
            Integer slot = slots.get(tensor.name());
            if (slot != null && slot != source) {
                values[slot] = Value.kept(() -> tensor.decode(floating));
            }
        }
    }

    /** Runs every step that reads constants only. */
    private List<GraphStep> fold(List<GraphStep> steps, Value[] values, int source) {
        List<GraphStep> left = new ArrayList<>();
        for (GraphStep step : steps) {
            if (!Arrays.stream(step.inputs()).allMatch(slot -> slot < 0 || (slot != source && values[slot] != null))) {
                if (step.operator() instanceof Operator.OfConstants operator) {
                    throw new NetworkFailure(
                            "node " + step.node().title() + " (" + step.node().operator() + "): " + operator.refusal());
                }
                left.add(step);
                continue;
            }
            budget.plan(step, step.operands(values));
            try (Scope scope = Scope.open()) {
                step.run(values);
                for (int slot : step.outputs()) {
                    if (slot >= 0) {
                        values[slot] = new Value(scope.keep(Views.alias(values[slot].tensor())));
                    }
                }
                budget.checkNowAndThen(step);
            }
        }
        return left;
    }

    /** Kernels have the memory layout of the engine, so that it need not rearrange them in every call. */
    private static void arrangeKernels(List<GraphStep> steps, Value[] values) {
        for (GraphStep step : steps) {
            int slot = step.operator() instanceof Operator.Convolving ? step.input(1) : -1;
            Value kernels = slot < 0 ? null : values[slot];
            if (kernels != null && kernels.tensor().shape().length == 4) {
                values[slot] = Value.kept(() -> Views.channelsLast(kernels.tensor()));
                kernels.tensor().close();
            }
        }
    }

    /** Marks the outputs that are never read, so that operators need not compute them. */
    private static List<GraphStep> withoutUnread(List<GraphStep> steps, int target) {
        TreeSet<Integer> read = new TreeSet<>();
        read.add(target);
        steps.forEach(step -> Arrays.stream(step.inputs()).forEach(read::add));
        return steps.stream()
                .map(step -> new GraphStep(
                        step.node(),
                        step.operator(),
                        step.inputs(),
                        Arrays.stream(step.outputs())
                                .map(slot -> read.contains(slot) ? slot : -1)
                                .toArray()))
                .toList();
    }

    /** Releases the constants that no step reads, such as those used up in folding. */
    private static void keepOnly(Value[] values, List<GraphStep> steps, int target) {
        boolean[] read = new boolean[values.length];
        for (GraphStep step : steps) {
            for (int slot : step.inputs()) {
                if (slot >= 0) {
                    read[slot] = true;
                }
            }
        }
        for (int slot = 0; slot < values.length; slot++) {
            if (values[slot] != null && !read[slot] && slot != target) {
                values[slot].tensor().close();
                values[slot] = null;
            }
        }
    }
}
