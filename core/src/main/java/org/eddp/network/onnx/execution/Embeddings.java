package org.eddp.network.onnx.execution;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Node;

/** Recognises outputs that are embeddings: by the names that exporters give them, or because they are brought to length one. */
final class Embeddings {
    private static final Set<String> NAMES = Set.of(
            "image_embeds",
            "image_embed",
            "image_embedding",
            "image_embeddings",
            "image_features",
            "pooler_output",
            "embedding",
            "embeddings");

    private static final Set<String> LENGTHS = Set.of("ReduceL2", "ReduceSumSquare");
    /** Operators between a length and the division by it, at most. */
    private static final int FARTHEST = 5;

    private Embeddings() {}

    static boolean has(Graph graph, String output) {
        Map<String, Node> makers = new HashMap<>();
        for (Node node : graph.nodes()) {
            node.outputs().forEach(name -> makers.put(name, node));
        }
        Node maker = makers.get(output);
        if (NAMES.contains(output)) {
            return true;
        }
        if (maker != null && maker.operator().equals("Identity")) {
            maker = makers.get(maker.inputs().get(0));
        }
        return maker != null
                && (maker.operator().equals("LpNormalization")
                        || maker.operator().equals("Div")
                                && isLength(maker.inputs().get(1), makers));
    }

    private static boolean isLength(String value, Map<String, Node> makers) {
        String at = value;
        for (int i = 0; i < FARTHEST; i++) {
            Node maker = makers.get(at);
            if (maker == null || maker.inputs().isEmpty()) {
                return false;
            }
            if (LENGTHS.contains(maker.operator())) {
                return true;
            }
            at = maker.inputs().get(0);
        }
        return false;
    }
}
