package org.eddp.tensor.script;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.bytedeco.pytorch.Block;
import org.bytedeco.pytorch.Graph;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueOptional;
import org.bytedeco.pytorch.JitModule;
import org.bytedeco.pytorch.JitNode;
import org.bytedeco.pytorch.Symbol;
import org.bytedeco.pytorch.Value;
import org.bytedeco.pytorch.ValueVector;
import org.bytedeco.pytorch.global.torch;

/** Rewritings that leave what a graph computes as it is and make it possible to take it apart. */
final class ScriptSimplifier {
    /** Operations that exist in place and out of place with the same arguments. */
    private static final Pattern TWINS =
            Pattern.compile("relu|relu6|hardtanh|silu|hardswish|hardsigmoid|sigmoid|tanh|leaky_relu|elu|gelu|celu|"
                    + "selu|mish|threshold|clamp|clamp_min|clamp_max|add|sub|mul|div|dropout|"
                    + "feature_dropout|alpha_dropout|square|sqrt|exp");

    private static final Set<String> SCALARS = Set.of("bool", "int", "float");

    private ScriptSimplifier() {}

    /** Makes settings of the modules constants, then inlines functions and drops the branches not taken. */
    static void specialise(Graph graph, JitModule root) {
        ScriptNames names = new ScriptNames(graph);
        readSettings(graph, graph.block(), names, root);
        graph.setInsertPoint(graph.block()); // not at a node that the next line may remove
        torch.preoptimizeGraph(graph);
        forwardTuples(graph);
        askForOneLength(graph);
    }

    private static void readSettings(Graph graph, Block block, ScriptNames names, JitModule root) {
        for (JitNode node : ScriptFlow.nodes(block)) {
            for (long b = 0; b < node.blocks().size(); b++) {
                readSettings(graph, node.blocks().get(b), names, root);
            }
            if (ScriptFlow.kind(node).equals("prim::GetAttr")
                    && SCALARS.contains(node.output().type().get().str().getString())) {
                names.path(node.output()).ifPresent(path -> {
                    String attribute = path.substring(path.lastIndexOf('.') + 1);
                    if (!names.isWritten(attribute)) {
                        graph.setInsertPoint(node);
                        node.output().replaceAllUsesWith(graph.insertConstant(attribute(root, path)));
                    }
                });
            }
        }
    }

    static IValue attribute(JitModule root, String path) {
        JitModule owner = root;
        String[] steps = path.split("\\.");
        for (int i = 0; i < steps.length - 1; i++) {
            owner = new JitModule(owner.attr(steps[i]).toObject());
        }
        return owner.attr(steps[steps.length - 1]);
    }

    /** Reads elements of a tuple where they were put in: else whoever reads one depends on all of them. */
    private static void forwardTuples(Graph graph) {
        for (JitNode node : ScriptFlow.nodes(graph.block())) {
            String kind = ScriptFlow.kind(node);
            if (kind.equals("prim::TupleUnpack") && isTuple(node.input())) {
                JitNode tuple = node.input().node();
                for (long i = 0; i < node.outputs().size(); i++) {
                    node.outputs().get(i).replaceAllUsesWith(tuple.inputs().get(i));
                }
            } else if (kind.equals("prim::TupleIndex") && isTuple(node.inputs().get(0))) {
                JitNode tuple = node.inputs().get(0).node();
                IValueOptional index = torch.toIValue(node.inputs().get(1));
                if (index.has_value()) {
                    long i = index.get().toInt();
                    long size = tuple.inputs().size();
                    node.output().replaceAllUsesWith(tuple.inputs().get(i < 0 ? i + size : i));
                }
            }
        }
    }

    /** Writes {@code x.shape[i]} as {@code x.size(i)}. */
    private static void askForOneLength(Graph graph) {
        for (JitNode node : ScriptFlow.nodes(graph.block())) {
            if (ScriptFlow.kind(node).equals("aten::__getitem__")) {
                JitNode shape = node.inputs().get(0).node();
                if (ScriptFlow.kind(shape).equals("aten::size")
                        && shape.inputs().size() == 1) {
                    JitNode length = graph.create(
                            Symbol.aten("size"),
                            new ValueVector(shape.input(), node.inputs().get(1)),
                            1);
                    length.insertBefore(node);
                    length.output().copyMetadata(node.output());
                    node.output().replaceAllUsesWith(length.output());
                }
            }
        }
    }

    static boolean isTuple(Value value) {
        return ScriptFlow.kind(value.node()).equals("prim::TupleConstruct");
    }

    /**
     * Replaces operations in place by their twins that return a new tensor, so that no part of the graph overwrites its
     * input or what another part still reads. Right unless a view of the changed tensor is read afterwards: compare
     * results.
     *
     * @param values tracked values; those computed by a replaced operation are replaced in this list
     */
    static void stopOverwriting(Graph graph, List<Value> values) {
        Map<Long, Value> moved = new HashMap<>();
        for (JitNode node : ScriptFlow.nodes(graph.block())) {
            String kind = ScriptFlow.kind(node);
            String twin = kind.substring(kind.indexOf("::") + 2, kind.length() - 1);
            if (ScriptFlow.isInPlace(kind) && TWINS.matcher(twin).matches()) {
                long old = node.output().address();
                Value changed = node.inputs().get(0);
                JitNode fresh = node.replaceWithNewSymbol(Symbol.aten(twin));
                changed.replaceAllUsesAfterNodeWith(fresh, fresh.output());
                node.destroy();
                moved.put(old, fresh.output());
            }
        }
        values.replaceAll(value -> moved.getOrDefault(value.address(), value));
    }
}
