package org.eddp.network.onnx.file;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;

/**
 * Element types of the values of a graph: those that the file declares, and those that follow from them node by node.
 * ONNX does not convert types implicitly, so added nodes have to match the existing types.
 */
final class ElementTypes {
    private static final int VALUE_INFO = 13;

    private static final Set<String> WHOLE = Set.of("Shape", "Size", "ArgMax", "ArgMin", "NonZero");
    private static final Set<String> TRUTH = Set.of(
            "Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual", "And", "Or", "Xor", "Not", "IsNaN", "IsInf");
    /** Operators whose result has the type of an input other than the first. */
    private static final Map<String, Integer> LIKE =
            Map.of("Where", 1, "CastLike", 1, "DequantizeLinear", 1, "OneHot", 2);
    /** Operators whose inputs all have to be of one type. */
    private static final Set<String> ONE_TYPE =
            Set.of("Conv", "MatMul", "Gemm", "Add", "Sub", "Mul", "Div", "Clip", "Greater", "Concat");

    private final Map<String, ElementType> declared = new HashMap<>();
    private final Map<String, Node> makers = new HashMap<>();
    private final int nodes;

    private ElementTypes(Graph graph) {
        KeptFields.messages(graph.rest(), VALUE_INFO, ValueInfoReader::read)
                .forEach(value -> declared.put(value.name(), value.type()));
        graph.outputs().forEach(value -> declared.put(value.name(), value.type()));
        graph.inputs().forEach(value -> declared.put(value.name(), value.type()));
        graph.initialisers().forEach(tensor -> declared.put(tensor.name(), ElementType.of(tensor.typeCode())));
        graph.nodes().forEach(node -> node.outputs().forEach(output -> makers.put(output, node)));
        nodes = graph.nodes().size();
    }

    /** Finds the types of the values of a graph. */
    public static ElementTypes of(Graph graph) {
        return new ElementTypes(graph);
    }

    /** Type of a value, null if unknown. */
    public ElementType of(String value) {
        String current = value;
        for (int n = 0; n <= nodes; n++) { // each node at most once, whatever cycles a damaged file has
            ElementType known = declared.get(current);
            Node maker = makers.get(current);
            if (known != null || maker == null || !Model.isStandard(maker.domain())) {
                return known;
            }
            int like = LIKE.getOrDefault(maker.operator(), 0);
            ElementType made = made(maker, current);
            if (made != null || maker.inputs().size() <= like || ownType(maker)) {
                return made;
            }
            current = maker.inputs().get(like);
        }
        return null;
    }

    /** Whether a node states the type of its result. */
    private static boolean ownType(Node node) {
        return Set.of("Cast", "Constant", "ConstantOfShape").contains(node.operator());
    }

    /** The type of a node's output if it does not depend on the inputs, otherwise null. */
    private static ElementType made(Node node, String output) {
        int place = node.outputs().indexOf(output);
        return switch (node.operator()) {
            case "Cast" -> node.attribute("to") instanceof Long code ? ElementType.of(code) : null;
            case "Constant" -> constant(node);
            case "ConstantOfShape" ->
                node.attribute("value") instanceof OnnxTensor tensor
                        ? ElementType.of(tensor.typeCode())
                        : ElementType.FLOAT;
            case "Dropout" -> place == 1 ? ElementType.BOOL : null;
            case "MaxPool", "TopK" -> place == 1 ? ElementType.INT64 : null;
            default ->
                WHOLE.contains(node.operator())
                        ? ElementType.INT64
                        : TRUTH.contains(node.operator()) ? ElementType.BOOL : null;
        };
    }

    private static ElementType constant(Node node) {
        if (node.attribute("value") instanceof OnnxTensor tensor) {
            return ElementType.of(tensor.typeCode());
        }
        boolean whole = node.attribute("value_int") != null || node.attribute("value_ints") != null;
        boolean real = node.attribute("value_float") != null || node.attribute("value_floats") != null;
        return whole ? ElementType.INT64 : real ? ElementType.FLOAT : null;
    }

    /**
     * Refuses nodes that a runtime would refuse because their inputs are of different types.
     *
     * @param added nodes of the graph
     * @throws NetworkFailure if types are mixed
     */
    void check(Collection<Node> added) {
        for (Node node : added) {
            if (!ONE_TYPE.contains(node.operator())) {
                continue;
            }
            ElementType first = of(node.inputs().get(0));
            for (String input : node.inputs()) {
                ElementType other = of(input);
                if (first != null && other != null && first != other) {
                    throw new NetworkFailure("node " + node.title() + " (" + node.operator() + ") would read '"
                            + node.inputs().get(0) + "' of type " + first + " and '" + input + "' of type " + other
                            + "; export the network in single precision");
                }
            }
        }
    }
}
