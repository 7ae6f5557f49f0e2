package org.eddp.network.onnx.execution;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.OnnxTensor;

/** The nodes of a graph in an order in which they can run: that of the file, where it is one. */
final class NodeOrder {
    private final List<Node> nodes;
    private final Set<String> given = new HashSet<>();
    /** Which node computes a value. */
    private final Map<String, Integer> makers = new HashMap<>();

    private NodeOrder(Graph graph, String input) {
        nodes = graph.nodes();
        given.add(input);
        for (OnnxTensor tensor : graph.initialisers()) {
            given.add(tensor.name());
        }
        for (int i = 0; i < nodes.size(); i++) {
            for (String name : nodes.get(i).outputs()) {
                if (!name.isEmpty() && (given.contains(name) || makers.put(name, i) != null)) {
                    throw new NetworkFailure("value '" + name + "' is defined twice; the file is damaged");
                }
            }
        }
    }

    static NodeOrder of(Graph graph, String input) {
        return new NodeOrder(graph, input);
    }

    /** The nodes needed to compute a value. */
    List<Node> leadingTo(String output) {
        if (!makers.containsKey(output)) {
            throw new NetworkFailure("output '" + output + "' is computed by no node; the file is damaged");
        }
        return sorted(needed(output));
    }

    private boolean[] needed(String output) {
        boolean[] needed = new boolean[nodes.size()];
        Deque<String> open = new ArrayDeque<>(List.of(output));
        while (!open.isEmpty()) {
            Integer maker = makers.get(open.pop());
            if (maker == null || needed[maker]) {
                continue;
            }
            needed[maker] = true;
            Node node = nodes.get(maker);
            for (String name : node.inputs()) {
                if (!name.isEmpty() && !given.contains(name) && !makers.containsKey(name)) {
                    throw new NetworkFailure("node " + node.title() + " (" + node.operator() + ") reads '" + name
                            + "', which is neither an input nor a weight nor computed by any node; the file is"
                            + " damaged or incomplete");
                }
                open.push(name);
            }
        }
        return needed;
    }

    private List<Node> sorted(boolean[] needed) {
        int[] waiting = new int[nodes.size()];
        Map<Integer, List<Integer>> readers = new HashMap<>();
        PriorityQueue<Integer> ready = new PriorityQueue<>();
        int count = 0;
        for (int i = 0; i < waiting.length; i++) {
            if (!needed[i]) {
                continue;
            }
            count++;
            int reader = i;
            int[] before = nodes.get(i).inputs().stream()
                    .filter(makers::containsKey)
                    .mapToInt(makers::get)
                    .distinct()
                    .toArray();
            waiting[i] = before.length;
            Arrays.stream(before)
                    .forEach(maker -> readers.computeIfAbsent(maker, key -> new ArrayList<>())
                            .add(reader));
            if (before.length == 0) {
                ready.add(i);
            }
        }
        List<Node> order = new ArrayList<>();
        while (!ready.isEmpty()) {
            int next = ready.remove();
            order.add(nodes.get(next));
            for (int reader : readers.getOrDefault(next, List.of())) {
                if (--waiting[reader] == 0) {
                    ready.add(reader);
                }
            }
        }
        if (order.size() < count) {
            throw new NetworkFailure("the graph goes in circles: " + (count - order.size()) + " of " + nodes.size()
                    + " nodes wait for each other; the file is damaged");
        }
        return order;
    }
}
