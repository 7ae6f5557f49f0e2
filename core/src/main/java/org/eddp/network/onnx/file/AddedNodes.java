package org.eddp.network.onnx.file;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Matrix;

/**
 * Nodes and weights for a model, under new names. They compute in single precision; a value of another real type is
 * {@linkplain #single converted} first. Not thread-safe.
 */
public final class AddedNodes {
    /** Files with an earlier IR version must list every initialiser among the inputs. */
    private static final int INITIALISERS_ALONE = 4;

    private final Model model;
    private final ElementTypes types;
    private final String prefix;
    private final List<Node> nodes = new ArrayList<>();
    private final List<OnnxTensor> weights = new ArrayList<>();

    /**
     * Begins to add nodes.
     *
     * @param model not modified
     * @param prefix of all names; a number is appended if the model has such names already
     */
    AddedNodes(Model model, String prefix) {
        this.model = model;
        types = ElementTypes.of(model.graph());
        this.prefix = unused(model.graph(), prefix);
    }

    private static String unused(Graph graph, String wanted) {
        Set<String> used = names(graph);
        String name = wanted;
        for (int n = 2; startsAny(used, name); n++) {
            name = wanted + n;
        }
        return name;
    }

    /** All values of a graph. */
    static Set<String> names(Graph graph) {
        Set<String> used = new HashSet<>();
        graph.nodes().forEach(node -> used.addAll(node.outputs()));
        graph.initialisers().forEach(tensor -> used.add(tensor.name()));
        graph.inputs().forEach(value -> used.add(value.name()));
        return used;
    }

    private static boolean startsAny(Set<String> used, String prefix) {
        return used.stream().anyMatch(name -> name.startsWith(prefix));
    }

    /** The model they are for. */
    Model model() {
        return model;
    }

    String name(String what) {
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
        return add(OnnxTensor.of(name(what), single, shape));
    }

    /**
     * Adds a list of whole numbers, such as a shape.
     *
     * @return its name
     */
    public String list(String what, long... values) {
        return add(OnnxTensor.of(name(what), values, values.length));
    }

    private String add(OnnxTensor tensor) {
        if (model.irVersion() < INITIALISERS_ALONE) {
            return node(
                    tensor.name().substring(name("").length()),
                    "Constant",
                    List.of(),
                    Node.Attribute.of("value", tensor));
        }
        weights.add(tensor);
        return tensor.name();
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
     * A value of the model in single precision.
     *
     * @return the value itself if it has single precision already
     * @throws NetworkFailure if it does not hold real numbers, or the file does not say what it holds
     */
    public String single(String what, String value) {
        return real(value) == ElementType.FLOAT ? value : cast(what, value, ElementType.FLOAT);
    }

    /** Type of a value of the model that must hold real numbers. */
    ElementType real(String value) {
        ElementType type = types.of(value);
        if (type == null || !type.real()) {
            throw new NetworkFailure("the elements of '" + value + "' are "
                    + (type == null ? "of a type that the file does not tell" : "of type " + type)
                    + "; real numbers are needed: export the network in single precision");
        }
        return type;
    }

    /** Converts a value. */
    public String cast(String what, String value, ElementType to) {
        return node(what, "Cast", List.of(value), Node.Attribute.of("to", to.code()));
    }

    /**
     * The same linear map at every position: n x in x H x W to n x out x H x W.
     *
     * @param map in x out
     * @param offsets added to the result, null for none
     */
    public String pointwise(String what, String value, Matrix map, double[] offsets) {
        List<String> inputs = new ArrayList<>();
        inputs.add(value);
        inputs.add(weight(what + "/weights", map.transpose().values(), map.columns(), map.rows(), 1, 1));
        if (offsets != null) {
            inputs.add(weight(what + "/offsets", offsets, offsets.length));
        }
        return node(what, "Conv", inputs, Node.Attribute.of("kernel_shape", new long[] {1, 1}));
    }

    /** Applies an activation to a value. */
    public String activated(String what, Activation activation, String value) {
        return switch (activation) {
            case IDENTITY -> value;
            case RELU -> node(what, "Relu", List.of(value));
            case RELU6 -> {
                String least = weight(what + "/least", new double[] {0});
                String most = weight(what + "/most", new double[] {6});
                yield node(what, "Clip", List.of(value, least, most));
            }
            case SILU -> {
                String gate = node(what + "/gate", "Sigmoid", List.of(value));
                yield node(what, "Mul", List.of(value, gate));
            }
        };
    }

    /** A value limited to what an activation can produce. */
    public String limited(String what, Activation activation, String value) {
        return activation == Activation.SILU
                ? node(what, "Clip", List.of(value, weight(what + "/least", new double[] {activation.smallest()})))
                : activated(what, activation, value);
    }

    /** Renames the output of a node; no other node may read it. */
    void rename(String value, String renamed) {
        nodes.replaceAll(node -> node.withOutput(value, renamed));
    }

    /** The added nodes, in order. */
    List<Node> nodes() {
        return nodes;
    }

    /** The weights of the model and those that were added. */
    List<OnnxTensor> allWeights() {
        List<OnnxTensor> all = new ArrayList<>(model.graph().initialisers());
        all.addAll(weights);
        return all;
    }

    /** A graph with the added nodes; checks their types. */
    Model checked(Graph graph) {
        ElementTypes.of(graph).check(nodes);
        return model.with(graph);
    }
}
