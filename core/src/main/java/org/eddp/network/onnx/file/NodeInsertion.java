package org.eddp.network.onnx.file;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eddp.network.NetworkFailure;

/**
 * Puts nodes behind a value of a model.
 *
 * <p>The node that computes the value gets a new name for it, {@link #input}, which the inserted nodes start from; the last of
 * them, {@link #last}, computes a value of the old name, so that whatever read the value now reads theirs. Names inside begin
 * with {@code value/suffix}, with a number if the model has such names already.
 */
public final class NodeInsertion {
    private final Model model;
    private final String value;
    private final String prefix;
    private final int producer;
    private final List<Node> nodes = new ArrayList<>();
    private final List<OnnxTensor> weights = new ArrayList<>();

    /**
     * Begins an insertion.
     *
     * @param model not modified
     * @param value behind which to insert
     * @param suffix of the value's name in the names of what is inserted
     * @throws NetworkFailure if no node computes the value
     */
    public NodeInsertion(Model model, String value, String suffix) {
        this.model = model;
        this.value = value;
        producer = producer(model.graph(), value);
        prefix = unused(model.graph(), value + "/" + suffix);
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

    private static String unused(Graph graph, String wanted) {
        Set<String> used = new HashSet<>();
        graph.nodes().forEach(node -> used.addAll(node.outputs()));
        graph.initialisers().forEach(tensor -> used.add(tensor.name()));
        String name = wanted;
        for (int n = 2; startsAny(used, name); n++) {
            name = wanted + n;
        }
        return name;
    }

    private static boolean startsAny(Set<String> used, String prefix) {
        return used.stream().anyMatch(name -> name.startsWith(prefix));
    }

    /** Name of what the value was before. */
    public String input() {
        return name("input");
    }

    private String name(String what) {
        return prefix + "/" + what;
    }

    /**
     * Adds a weight.
     *
     * @return its name
     */
    public String weight(String what, double[] values, long... shape) {
        float[] single = new float[values.length];
        for (int i = 0; i < single.length; i++) {
            single[i] = (float) values[i];
        }
        weights.add(OnnxTensor.of(name(what), single, shape));
        return name(what);
    }

    /**
     * Adds a node of a standard operator with one output.
     *
     * @return the name of its output
     */
    public String node(String what, String operator, List<String> inputs, Node.Attribute... attributes) {
        nodes.add(Node.of(name(what), operator, inputs, List.of(name(what)), attributes));
        return name(what);
    }

    /**
     * Adds the last node, whose output takes the place of the value.
     *
     * @return the name of the value
     */
    public String last(String what, String operator, List<String> inputs, Node.Attribute... attributes) {
        nodes.add(Node.of(name(what), operator, inputs, List.of(value), attributes));
        return value;
    }

    /** The model with what was added. */
    public Model model() {
        Graph graph = model.graph();
        List<Node> all = new ArrayList<>(graph.nodes());
        all.set(producer, all.get(producer).withOutput(value, input()));
        all.addAll(producer + 1, nodes);
        List<OnnxTensor> tensors = new ArrayList<>(graph.initialisers());
        tensors.addAll(weights);
        return model.with(graph.with(all, tensors));
    }
}
