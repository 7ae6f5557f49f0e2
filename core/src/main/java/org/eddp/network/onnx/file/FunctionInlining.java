package org.eddp.network.onnx.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Node.Attribute;

/**
 * Replaces calls of functions that a file defines by the nodes of those functions, so that other classes need not
 * handle functions.
 *
 * <p>The names of inserted nodes begin with the name of the call: {@code /call/node}. Functions that call each other
 * twice expand a few lines to more nodes than fit into memory; the limits prevent that.
 */
final class FunctionInlining {
    private static final int DEEPEST = 64;
    private static final int MOST_NODES = 1 << 18;

    private final Map<Function.Name, Function> functions = new HashMap<>();
    private final long opset;
    private final List<Node> flat = new ArrayList<>();

    private FunctionInlining(List<Function> functions, long opset) {
        functions.forEach(function -> this.functions.put(function.name(), function));
        this.opset = opset;
    }

    /** The graph without calls of these functions. */
    static Graph inline(Graph graph, List<Function> functions, long opset) {
        if (graph == null || functions.isEmpty()) {
            return graph;
        }
        FunctionInlining inlining = new FunctionInlining(functions, opset);
        graph.nodes().forEach(node -> inlining.add(node, 0));
        return graph.with(inlining.flat, graph.initialisers());
    }

    private void add(Node node, int depth) {
        Function function = functions.get(Function.Name.calledBy(node));
        if (function == null) {
            if (flat.size() == MOST_NODES) {
                throw new NetworkFailure("its functions amount to more than " + MOST_NODES
                        + " nodes; the file is damaged, or not a classifier");
            }
            flat.add(node);
            return;
        }
        if (depth == DEEPEST) {
            throw new NetworkFailure("function '" + node.operator()
                    + "' calls itself, or functions are nested more than " + DEEPEST + " deep; the file is damaged");
        }
        check(function);
        Call call = new Call(node, function);
        function.nodes().forEach(inner -> add(call.rewritten(inner), depth + 1));
        call.addOutputsThatAreInputs(flat);
    }

    private void check(Function function) {
        for (Model.Opset other : function.opsets()) {
            if (other.standard() && opset != 0 && other.version() != opset) {
                throw new NetworkFailure(
                        "its function '" + function.name().operator() + "' uses opset " + other.version()
                                + " and the rest opset " + opset + "; export the network with one opset_version");
            }
        }
    }

    /** One call: maps values inside the function to values outside. */
    private static final class Call {
        private final Node caller;
        private final Function function;
        private final String prefix;
        private final Map<String, String> names = new HashMap<>();
        private final List<Node> passed = new ArrayList<>();

        Call(Node caller, Function function) {
            this.caller = caller;
            this.function = function;
            String title = !caller.name().isEmpty() || caller.outputs().isEmpty()
                    ? caller.name()
                    : caller.outputs().get(0);
            prefix = (title.startsWith("/") ? "" : "/") + title + "/";
            if (caller.inputs().size() > function.inputs().size()
                    || caller.outputs().size() > function.outputs().size()) {
                throw new NetworkFailure("node " + caller.title() + " gives function '" + caller.operator() + "' "
                        + caller.inputs().size() + " inputs and expects "
                        + caller.outputs().size()
                        + " outputs; it has " + function.inputs().size() + " and "
                        + function.outputs().size());
            }
            for (int i = 0; i < function.inputs().size(); i++) {
                names.put(
                        function.inputs().get(i),
                        i < caller.inputs().size() ? caller.inputs().get(i) : "");
            }
            for (int i = 0; i < caller.outputs().size(); i++) {
                String inside = function.outputs().get(i);
                String outside = caller.outputs().get(i);
                if (names.containsKey(inside)) { // an input or another output under a second name
                    passed.add(Node.of(prefix + inside, "Identity", List.of(names.get(inside)), List.of(outside)));
                } else if (!outside.isEmpty()) {
                    names.put(inside, outside);
                }
            }
        }

        Node rewritten(Node inner) {
            List<Attribute> attributes = new ArrayList<>();
            for (Attribute attribute : inner.attributes()) {
                Attribute resolved = resolved(attribute);
                if (resolved != null) {
                    attributes.add(resolved);
                }
            }
            String name = inner.name().isEmpty() ? inner.operator() : inner.name();
            return new Node(
                    prefix + (name.startsWith("/") ? name.substring(1) : name),
                    inner.operator(),
                    inner.domain(),
                    inner.inputs().stream().map(this::outside).toList(),
                    inner.outputs().stream().map(this::outside).toList(),
                    attributes,
                    inner.metadata().isEmpty() ? withNotesOfCaller(inner) : inner.rest());
        }

        private byte[] withNotesOfCaller(Node inner) {
            Node noted = inner;
            for (Map.Entry<String, String> note : caller.metadata().entrySet()) {
                noted = noted.withMetadata(note.getKey(), note.getValue());
            }
            return noted.rest();
        }

        private String outside(String inside) {
            return inside.isEmpty() ? inside : names.computeIfAbsent(inside, name -> prefix + name);
        }

        /** The attribute of the caller, or the default, where the function refers to one of its own attributes. */
        private Attribute resolved(Attribute attribute) {
            String reference = attribute.reference();
            if (reference.isEmpty()) {
                return attribute;
            }
            return caller.attributes().stream()
                    .filter(given -> given.name().equals(reference))
                    .findFirst()
                    .or(() -> Optional.ofNullable(function.defaults().get(reference)))
                    .map(given -> new Attribute(attribute.name(), given.value(), given.rest()))
                    .orElse(null);
        }

        void addOutputsThatAreInputs(List<Node> flat) {
            flat.addAll(passed);
        }
    }
}
