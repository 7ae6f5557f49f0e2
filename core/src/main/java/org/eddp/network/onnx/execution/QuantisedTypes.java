package org.eddp.network.onnx.execution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;

/**
 * Records the type of quantised values at each node that quantises. In files the type of the zero point decides it, and
 * the engine has only one type of whole numbers.
 */
final class QuantisedTypes {
    private static final String TYPE = "output_dtype";
    /** Which input is the zero point of the output. */
    private static final Map<String, Integer> ZERO_POINTS =
            Map.of("QuantizeLinear", 2, "QLinearConv", 7, "QLinearMatMul", 7);

    private QuantisedTypes() {}

    /** The same model with types noted; the model itself if nothing in it quantises. */
    static Model noted(Model model) {
        Graph graph = model.graph();
        if (graph.nodes().stream().noneMatch(node -> ZERO_POINTS.containsKey(node.operator()))) {
            return model;
        }
        Map<String, Integer> types = new HashMap<>();
        graph.initialisers().forEach(tensor -> types.put(tensor.name(), tensor.typeCode()));
        for (Node node : graph.nodes()) {
            node.attributes().stream()
                    .filter(attribute -> node.operator().equals("Constant") && attribute.value() instanceof OnnxTensor)
                    .forEach(attribute -> types.put(
                            node.outputs().get(0),
                            attribute.as(OnnxTensor.class).typeCode()));
        }
        return model.with(graph.with(
                graph.nodes().stream().map(node -> noted(node, types)).toList(), graph.initialisers()));
    }

    private static Node noted(Node node, Map<String, Integer> types) {
        Integer index = ZERO_POINTS.get(node.operator());
        boolean told = node.attributes().stream()
                .anyMatch(attribute ->
                        attribute.name().equals(TYPE) && !Long.valueOf(0).equals(attribute.value()));
        if (index == null || told || node.inputs().size() <= index) {
            return node;
        }
        Integer type = types.get(node.inputs().get(index));
        if (type == null) {
            return node;
        }
        List<Attribute> attributes = new ArrayList<>(node.attributes());
        attributes.removeIf(attribute -> attribute.name().equals(TYPE));
        attributes.add(Attribute.of(TYPE, type.longValue()));
        return new Node(
                node.name(), node.operator(), node.domain(), node.inputs(), node.outputs(), attributes, node.rest());
    }
}
