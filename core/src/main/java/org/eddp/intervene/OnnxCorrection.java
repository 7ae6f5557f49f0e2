package org.eddp.intervene;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eddp.features.PatchLayer;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.Attribute;
import org.eddp.network.onnx.ElementType;
import org.eddp.network.onnx.Graph;
import org.eddp.network.onnx.Model;
import org.eddp.network.onnx.Node;
import org.eddp.network.onnx.OnnxTensor;
import org.eddp.network.onnx.ValueInfo;

/**
 * Puts a correction into an ONNX file.
 *
 * <p>The node that computes the layer's value gets a new name for it, and the last of the inserted nodes computes a value of
 * the old name: whatever read the layer now reads its corrected output. Only standard operators of opset 11 and later are
 * used: Conv (1 x 1) on maps, MatMul and Add on tokens, Sigmoid, Mul, Sub, Relu, Clip.
 */
public final class OnnxCorrection {
    private static final int OLDEST = 11;

    private final String value;
    private final boolean maps;
    private final int width;
    private final List<Node> nodes = new ArrayList<>();
    private final List<OnnxTensor> weights = new ArrayList<>();
    private final String prefix;

    private OnnxCorrection(PatchLayer layer, String prefix) {
        value = layer.cut().layer().name();
        maps = layer.cut().layer().shape().length == 3;
        width = layer.width();
        this.prefix = prefix;
    }

    /**
     * The corrected network.
     *
     * @param model content of the file that {@code layer} is of; not modified
     * @param layer the layer the correction was made for
     * @throws NetworkFailure if the file cannot take it
     */
    public static Model insert(Model model, PatchLayer layer, Correction correction) {
        check(model);
        Graph graph = model.graph();
        String value = layer.cut().layer().name();
        int producer = producer(graph, value);
        OnnxCorrection inserted = new OnnxCorrection(layer, unused(graph, value + "/corrected"));
        String raw = inserted.prefix + "/input";
        inserted.chain(raw, correction, layer);

        List<Node> nodes = new ArrayList<>(graph.nodes());
        Node old = nodes.get(producer);
        List<String> outputs = old.outputs().stream()
                .map(name -> name.equals(value) ? raw : name)
                .toList();
        nodes.set(
                producer,
                new Node(
                        old.name(), old.operator(), old.domain(), old.inputs(), outputs, old.attributes(), old.rest()));
        nodes.addAll(producer + 1, inserted.nodes);
        List<OnnxTensor> weights = new ArrayList<>(graph.initialisers());
        weights.addAll(inserted.weights);
        return model.with(graph.with(nodes, weights));
    }

    private static void check(Model model) {
        long opset = model.opsets().stream()
                .filter(Model.Opset::standard)
                .mapToLong(Model.Opset::version)
                .findFirst()
                .orElse(0);
        if (opset < OLDEST) {
            throw new NetworkFailure("the file uses opset " + opset + "; a correction needs " + OLDEST
                    + " or later: export the network again with a later opset_version");
        }
        for (ValueInfo input : model.graph().inputs()) {
            if (input.type() != ElementType.FLOAT
                    && input.type() != null
                    && input.type().real()) {
                throw new NetworkFailure("the input '" + input.name() + "' of the file has elements of type "
                        + input.type() + "; a correction can be put into networks of single precision only");
            }
        }
    }

    private static int producer(Graph graph, String value) {
        for (int n = 0; n < graph.nodes().size(); n++) {
            if (graph.nodes().get(n).outputs().contains(value)) {
                return n;
            }
        }
        throw new NetworkFailure("no node of the file computes '" + value
                + "'; the correction belongs to another file, or to a layer inside of a sub-graph");
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

    private void chain(String from, Correction correction, PatchLayer layer) {
        String current = from;
        for (int i = 0; i < correction.suppressions().size(); i++) {
            boolean last = i == correction.suppressions().size() - 1;
            current = suppress(correction, i, current, last ? value : name(i, "output"), layer);
        }
    }

    private String suppress(Correction correction, int index, String from, String to, PatchLayer layer) {
        Suppression s = correction.suppressions().get(index);
        String score = project(index, "score", from, s.filter(), 1, -s.threshold());
        String present = node(index, "Sigmoid", "present", score);
        String excess = project(index, "excess", from, s.filter(), s.gain(), -s.target() * s.gain());
        String amount = node(index, "Mul", "amount", present, excess);
        if (layer.extraTokens() > 0) {
            amount = node(index, "Mul", "patches", amount, mask(index, layer));
        }
        long[] row = maps ? new long[] {1, width, 1, 1} : new long[] {1, 1, width};
        String direction = weight(index, "direction", s.direction(), 1, row);
        String removed = node(index, "Mul", "removed", amount, direction);
        switch (correction.activation()) {
            case IDENTITY -> named(index, "Sub", to, from, removed);
            case RELU -> named(index, "Relu", to, node(index, "Sub", "difference", from, removed));
            case RELU6 ->
                named(
                        index,
                        "Clip",
                        to,
                        node(index, "Sub", "difference", from, removed),
                        weight(index, "least", new double[] {0}, 1),
                        weight(index, "most", new double[] {6}, 1));
            case SILU -> {
                String difference = node(index, "Sub", "difference", from, removed);
                named(index, "Mul", to, difference, node(index, "Sigmoid", "gate", difference));
            }
        }
        return to;
    }

    /** factor w.x + offset of every patch: n x 1 x H x W of maps, n x T x 1 of tokens. */
    private String project(int index, String what, String from, double[] filter, double factor, double offset) {
        double[] constant = {offset};
        if (maps) {
            String kernel = weight(index, what + "/filter", filter, factor, 1, width, 1, 1);
            String bias = weight(index, what + "/offset", constant, 1, 1);
            Node conv = Node.of(
                    name(index, what),
                    "Conv",
                    List.of(from, kernel, bias),
                    List.of(name(index, what)),
                    Attribute.of("kernel_shape", new long[] {1, 1}));
            nodes.add(conv);
            return name(index, what);
        }
        String column = weight(index, what + "/filter", filter, factor, width, 1);
        String product = node(index, "MatMul", what + "/product", from, column);
        return node(index, "Add", what, product, weight(index, what + "/offset", constant, 1, 1));
    }

    /** 0 for the tokens that stand for no patch, 1 for the others. */
    private String mask(int index, PatchLayer layer) {
        int tokens = layer.extraTokens() + layer.grid().cells();
        double[] mask = new double[tokens];
        Arrays.fill(mask, layer.extraTokens(), tokens, 1);
        return weight(index, "mask", mask, 1, 1, tokens, 1);
    }

    private String weight(int index, String what, double[] values, double factor, long... shape) {
        float[] single = new float[values.length];
        for (int i = 0; i < single.length; i++) {
            single[i] = (float) (values[i] * factor);
        }
        weights.add(OnnxTensor.of(name(index, what), single, shape));
        return name(index, what);
    }

    private String node(int index, String operator, String what, String... inputs) {
        return named(index, operator, name(index, what), inputs);
    }

    private String named(int index, String operator, String output, String... inputs) {
        String title = output.equals(value) ? name(index, "output") : output;
        nodes.add(Node.of(title, operator, List.of(inputs), List.of(output)));
        return output;
    }

    private String name(int index, String what) {
        return prefix + "/" + index + "/" + what;
    }
}
