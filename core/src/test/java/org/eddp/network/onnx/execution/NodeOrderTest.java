package org.eddp.network.onnx.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Node;
import org.junit.jupiter.api.Test;

class NodeOrderTest {
    private static final int NODES = 100_000;

    /** Recursion would need a stack as deep as the chain is long. */
    @Test
    void aLongChainInReverseOrderIsSorted() {
        List<Node> nodes = new ArrayList<>();
        for (int i = NODES; i > 0; i--) {
            nodes.add(Node.of("n" + i, "Relu", List.of("v" + (i - 1)), List.of("v" + i)));
        }
        Graph graph = Graph.of(nodes, List.of(), List.of(), List.of());
        assertThat(NodeOrder.of(graph, "v0").leadingTo("v" + NODES))
                .hasSize(NODES)
                .startsWith(nodes.get(NODES - 1))
                .endsWith(nodes.get(0));
    }
}
