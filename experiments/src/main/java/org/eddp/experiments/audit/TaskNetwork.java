package org.eddp.experiments.audit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eddp.features.PatchLayer;
import org.eddp.network.LinearReadout;
import org.eddp.network.onnx.file.AddedNodes;
import org.eddp.network.onnx.file.AddedOutputs;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;

/** Writes a network for a new task: an ONNX file up to a layer of maps, then average pooling and a linear layer. */
final class TaskNetwork {
    private static final String LOGITS = "task_logits";

    private TaskNetwork() {}

    /**
     * Writes the network.
     *
     * @param file the ONNX file that {@code layer} belongs to
     * @param readout the linear layer
     * @param target file to write
     */
    static void write(Path file, PatchLayer layer, LinearReadout readout, Path target) {
        Model model = Model.read(file);
        AddedOutputs added = new AddedOutputs(model, "task");
        AddedNodes nodes = added.nodes();
        String value = nodes.single("single", layer.cut().layer().file().value());
        if (layer.cut().layer().turned()) {
            value = nodes.node("maps", "Transpose", List.of(value), Attribute.of("perm", new long[] {0, 3, 1, 2}));
        }
        String pooled = nodes.node("pooled", "GlobalAveragePool", List.of(value));
        String row = nodes.node("row", "Flatten", List.of(pooled));
        int classes = readout.biases().length;
        String weights = nodes.weight("weights", readout.classVectors().values(), layer.width(), classes);
        String biases = nodes.weight("biases", readout.biases(), classes);
        String logits = nodes.node("logits", "Gemm", List.of(row, weights, biases));
        added.add(LOGITS, logits, OnnxTensor.ElementType.FLOAT, List.of("n", classes));
        Model whole = added.model();
        Model.write(target, whole.with(needed(whole.graph())));
    }

    /** The part of a graph that its last output depends on. */
    private static Graph needed(Graph graph) {
        Set<String> values = new HashSet<>(Set.of(LOGITS));
        List<Node> kept = new ArrayList<>();
        for (int n = graph.nodes().size() - 1; n >= 0; n--) {
            Node node = graph.nodes().get(n);
            if (node.outputs().stream().anyMatch(values::contains)) {
                values.addAll(node.inputs());
                kept.add(0, node);
            }
        }
        int last = graph.outputs().size() - 1;
        return new Graph(
                graph.name(),
                kept,
                graph.initialisers().stream()
                        .filter(w -> values.contains(w.name()))
                        .toList(),
                graph.inputs().stream()
                        .filter(input -> values.contains(input.name()))
                        .toList(),
                graph.outputs().subList(last, last + 1),
                new byte[0]);
    }
}
