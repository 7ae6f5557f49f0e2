package org.eddp.network.onnx.execution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.operators.OperatorSet;
import org.eddp.tensor.DType;

/**
 * The part of a graph that can be computed where some operators are not supported: networks for detection end in operators on boxes,
 * and the backbone below them has none of these.
 */
final class SupportedPart {
    /** Name of the value that stands for the end of the part. */
    static final String END = "@end-of-backbone";

    /** Operators whose results are worth studying. */
    private static final Set<String> FEATURES = Set.of(
            "Conv",
            "Relu",
            "Clip",
            "Add",
            "Mul",
            "BatchNormalization",
            "LayerNormalization",
            "HardSwish",
            "MaxPool",
            "Concat");

    /** A shorter part is not a backbone. */
    private static final int SHORTEST = 8;

    /** The number of ends that are tried, from above. */
    private static final int MOST_TRIED = 8;

    private SupportedPart() {}

    /**
     * Models that end before unsupported operators, the longest first.
     *
     * @param input name of the images
     * @param output that cannot be computed
     * @return empty if everything is supported, or too little
     */
    static List<Model> of(Model model, String input, String output, DType floating) {
        Graph graph = model.graph();
        int opset = (int) model.opset().orElseThrow();
        List<Node> nodes;
        try {
            nodes = NodeOrder.of(graph, input).leadingTo(output);
        } catch (NetworkFailure e) {
            return List.of();
        }
        Set<String> known = new HashSet<>();
        known.add("");
        graph.initialisers().forEach(tensor -> known.add(tensor.name()));
        Map<String, Integer> depths = new HashMap<>(); // of values that depend on the images
        depths.put(input, 0);
        Map<String, Integer> ends = new HashMap<>();
        boolean whole = true;
        for (Node node : nodes) {
            boolean supported = supported(node, opset, floating)
                    && node.inputs().stream().allMatch(name -> known.contains(name) || depths.containsKey(name));
            whole &= supported;
            if (!supported) {
                continue;
            }
            int depth = node.operator().equals("Shape")
                    ? -1
                    : node.inputs().stream()
                            .mapToInt(name -> depths.getOrDefault(name, -1))
                            .max()
                            .orElse(-1);
            for (String name : node.outputs()) {
                if (depth < 0) {
                    known.add(name);
                } else {
                    depths.put(name, depth + 1);
                }
            }
            if (depth >= SHORTEST && FEATURES.contains(node.operator())) {
                ends.put(node.outputs().get(0), depth);
            }
        }
        return whole ? List.of() : models(model, ends);
    }

    private static boolean supported(Node node, int opset, DType floating) {
        try {
            if (!OperatorSet.knows(node)) {
                return false;
            }
            OperatorSet.make(node, opset, floating);
            return true;
        } catch (NetworkFailure e) {
            return false;
        }
    }

    private static List<Model> models(Model model, Map<String, Integer> ends) {
        List<String> deepest = ends.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .toList();
        List<Model> models = new ArrayList<>();
        for (int i = 0; i < Math.min(MOST_TRIED, deepest.size()); i++) {
            String end = deepest.get((int) ((long) i * deepest.size() / MOST_TRIED));
            Graph graph = model.graph();
            List<Node> nodes = new ArrayList<>(graph.nodes());
            nodes.add(Node.of("", "Identity", List.of(end), List.of(END)));
            models.add(model.with(graph.with(nodes, graph.initialisers())));
        }
        return models;
    }
}
