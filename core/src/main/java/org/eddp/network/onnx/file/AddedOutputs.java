package org.eddp.network.onnx.file;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;

/**
 * Further outputs of a model, computed by nodes behind all others. The model's own outputs stay as they are, and come
 * first.
 */
public final class AddedOutputs {
    private final AddedNodes nodes;
    private final List<ValueInfo> outputs = new ArrayList<>();

    /**
     * Begins to add outputs.
     *
     * @param model not modified
     * @param prefix of the names of nodes and weights
     */
    public AddedOutputs(Model model, String prefix) {
        nodes = new AddedNodes(model, prefix);
    }

    /** Where nodes and weights are added. */
    public AddedNodes nodes() {
        return nodes;
    }

    /**
     * Adds an output.
     *
     * @param name of the output
     * @param value computed by an added node
     *
     * @param shape lengths; a name stands for an open length
     * @throws NetworkFailure if the model has a value of this name
     */
    public void add(String name, String value, ElementType type, List<Object> shape) {
        if (AddedNodes.names(nodes.model().graph()).contains(name)) {
            throw new NetworkFailure(
                    "the network has a value '" + name + "' already; export from the network without concepts in it");
        }
        nodes.node(name, "Identity", List.of(value));
        nodes.rename(nodes.name(name), name);
        outputs.add(new ValueInfo(
                name, type, shape.stream().map(AddedOutputs::dimension).collect(Collectors.toList()), new byte[0]));
    }

    private static ValueInfo.Dimension dimension(Object length) {
        return length instanceof Number number
                ? new ValueInfo.Dimension(number.longValue(), "")
                : new ValueInfo.Dimension(-1, length.toString());
    }

    /**
     * The model with the added outputs.
     *
     * @throws NetworkFailure if types of values do not fit together
     */
    public Model model() {
        Graph graph = nodes.model().graph();
        List<Node> all = new ArrayList<>(graph.nodes());
        all.addAll(nodes.nodes());
        List<ValueInfo> results = new ArrayList<>(graph.outputs());
        results.addAll(outputs);
        return nodes.checked(new Graph(graph.name(), all, nodes.allWeights(), graph.inputs(), results, graph.rest()));
    }
}
