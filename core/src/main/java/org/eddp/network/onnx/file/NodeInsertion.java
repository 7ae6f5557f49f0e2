package org.eddp.network.onnx.file;

import java.util.ArrayList;
import java.util.List;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;

/**
 * Puts nodes behind a value of a model.
 *
 * <p>The node that computes the value gets a new name for it. The {@linkplain #nodes inserted nodes} start from
 * {@link #input}, the same in single precision; their result, {@link #finish}, takes the name and the type of the
 * value, so that all readers of the value now read the result. Names of inserted nodes begin with {@code value/suffix},
 * with a number if the model has such names already.
 */
public final class NodeInsertion {
    private final String value;
    private final int producer;
    private final ElementType type;
    private final AddedNodes nodes;
    private final String before;
    private final String input;

    /**
     * Begins an insertion.
     *
     * @param model not modified
     * @param value behind which to insert
     * @param suffix in the names of inserted nodes
     * @throws NetworkFailure if no node computes the value, or it does not hold real numbers
     */
    public NodeInsertion(Model model, String value, String suffix) {
        this.value = value;
        producer = producer(model.graph(), value);
        nodes = new AddedNodes(model, value + "/" + suffix);
        type = nodes.real(value);
        before = nodes.name("input");
        input = type == ElementType.FLOAT ? before : nodes.cast("single", before, ElementType.FLOAT);
    }

    private static int producer(Graph graph, String value) {
        for (int n = 0; n < graph.nodes().size(); n++) {
            if (graph.nodes().get(n).outputs().contains(value)) {
                return n;
            }
        }
        throw new NetworkFailure("no node of the file computes '" + value
                + "'; it belongs to another file, or is computed inside of a sub-graph");
    }

    /** The original value, in single precision. */
    public String input() {
        return input;
    }

    /** Where nodes and weights are added. */
    public AddedNodes nodes() {
        return nodes;
    }

    /**
     * The model with the inserted nodes.
     *
     * @param last takes the place of the value; no other node reads it
     * @throws NetworkFailure if types of values do not fit together
     */
    public Model finish(String last) {
        nodes.rename(type == ElementType.FLOAT ? last : nodes.cast("own_type", last, type), value);
        Graph graph = nodes.model().graph();
        List<Node> all = new ArrayList<>(graph.nodes());
        all.set(producer, all.get(producer).withOutput(value, before));
        all.addAll(producer + 1, nodes.nodes());
        return nodes.checked(graph.with(all, nodes.allWeights()));
    }
}
