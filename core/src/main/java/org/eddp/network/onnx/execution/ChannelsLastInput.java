package org.eddp.network.onnx.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;

/**
 * Networks of Keras and TensorFlow take images as n x height x width x channels. Here images are n x channels x height x width, so such
 * a network gets a transposition in front of everything else.
 */
final class ChannelsLastInput {
    private static final String TURNED = "@channels-last";

    /** Operators that read their input with the channels first. */
    private static final Set<String> CHANNELS_FIRST = Set.of("Conv", "MaxPool", "AveragePool", "BatchNormalization");

    private ChannelsLastInput() {}

    /** The same network for images with the channels first; the model itself if it takes them so already. */
    static Model turned(Model model) {
        Graph graph = model.graph();
        List<ValueInfo> images = ImageSignature.inputs(graph);
        if (images.size() != 1 || !channelsLast(graph, images.get(0))) {
            return model;
        }
        ValueInfo image = images.get(0);
        List<Node> nodes = new ArrayList<>();
        nodes.add(Node.of(
                "",
                "Transpose",
                List.of(image.name()),
                List.of(image.name() + TURNED),
                Node.Attribute.of("perm", new long[] {0, 2, 3, 1})));
        graph.nodes().forEach(node -> nodes.add(reading(node, image.name())));
        List<ValueInfo> inputs = graph.inputs().stream()
                .map(value -> value == image ? turned(image) : value)
                .toList();
        return model.with(new Graph(graph.name(), nodes, graph.initialisers(), inputs, graph.outputs(), graph.rest()));
    }

    /**
     * Decided by the first convolution; otherwise by a last axis of length one or three where the second axis has
     * another length.
     */
    private static boolean channelsLast(Graph graph, ValueInfo value) {
        if (value.shape() == null || value.shape().size() != 4) {
            return false;
        }
        ImageChain chain = ImageChain.of(graph, value.name());
        if (chain != null) {
            return chain.axis() == 3 && (value.length(3) < 0 || value.length(3) == chain.channels());
        }
        return !readChannelsFirst(graph, value)
                && (value.length(3) == 3 || value.length(3) == 1)
                && (value.length(1) < 1 || value.length(1) > 4);
    }

    private static boolean readChannelsFirst(Graph graph, ValueInfo image) {
        return graph.nodes().stream()
                .anyMatch(node -> CHANNELS_FIRST.contains(node.operator())
                        && node.inputs().contains(image.name()));
    }

    private static Node reading(Node node, String image) {
        return new Node(
                node.name(),
                node.operator(),
                node.domain(),
                node.inputs().stream()
                        .map(name -> name.equals(image) ? image + TURNED : name)
                        .toList(),
                node.outputs(),
                node.attributes(),
                node.rest());
    }

    private static ValueInfo turned(ValueInfo image) {
        List<ValueInfo.Dimension> shape = image.shape();
        return new ValueInfo(
                image.name(),
                image.type(),
                List.of(shape.get(0), shape.get(3), shape.get(1), shape.get(2)),
                image.rest());
    }
}
