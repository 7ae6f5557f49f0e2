package org.eddp.tensor.script;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.ClassType;
import org.bytedeco.pytorch.Graph;
import org.bytedeco.pytorch.JitModule;
import org.bytedeco.pytorch.JitNode;
import org.bytedeco.pytorch.MatchedSchema;
import org.bytedeco.pytorch.TypeVector;
import org.bytedeco.pytorch.Value;
import org.bytedeco.pytorch.ValueVector;
import org.bytedeco.pytorch.global.torch;

/**
 * Puts a further module behind a submodule of a network and saves the result as TorchScript of its own: weights,
 * submodules and their names stay, only the modules that enclose the place dissolve into the root's program.
 */
final class ScriptInsertion {
    private static final String CALL = "prim::CallMethod";

    private final JitModule root;
    private final Graph graph;
    private final String target;

    private ScriptInsertion(JitModule root, String target) {
        this.root = root;
        this.target = target;
        graph = root.get_method("forward").graph();
    }

    /** See {@link ScriptModule#saveWithInserted}. */
    static void save(ScriptModule network, String target, String name, ScriptWriter inserted, Path file) {
        try (PointerScope scope = new PointerScope()) {
            JitModule copy = network.torch().clone(false);
            if (copy.hasattr(name)) {
                throw new ScriptFailure("the network already has '" + name + "'; choose another name");
            }
            ScriptInsertion insertion = new ScriptInsertion(copy, target);
            JitNode call = insertion.reach();
            copy.register_module(name, inserted.build());
            insertion.insertAfter(call, name);
            copy.save(file.toString());
        } catch (RuntimeException e) {
            throw ScriptFailure.of(e);
        }
    }

    /** Inlines what encloses the target until its call is at the top. */
    private JitNode reach() {
        while (true) {
            ScriptNames names = new ScriptNames(graph);
            JitNode found = null;
            Map<JitNode, String> around =
                    new LinkedHashMap<>(); // looked up before any is inlined, which renames values
            for (JitNode node : ScriptFlow.nodes(graph.block())) {
                if (!ScriptFlow.kind(node).equals(CALL)) {
                    continue;
                }
                String path = names.path(node.inputs().get(0)).orElse(null);
                String method = names.method(node.output()).orElse(null);
                if (target.equals(path) && "forward".equals(method)) {
                    found = node;
                } else if (path != null && (path.isEmpty() || target.startsWith(path + "."))) {
                    around.put(node, method);
                }
            }
            around.forEach((node, method) -> {
                ClassType type = new ClassType(node.inputs().get(0).type().get());
                torch.inlineCallTo(node, torch.toGraphFunction(type.getMethod(method)), false);
            });
            if (around.isEmpty()) {
                if (found == null && target.contains("+")) {
                    throw new ScriptFailure(
                            "an activation function that is no submodule (" + target
                                    + ") cannot be followed by another; take the submodule before it, or export the network as ONNX");
                }
                if (found == null) {
                    throw new ScriptFailure("the program does not call " + target + " outside of branches and loops");
                }
                return found;
            }
        }
    }

    private void insertAfter(JitNode call, String name) {
        Value result = call.output();
        graph.setInsertPoint(call.next());
        Value object = graph.insertGetAttr(graph.inputs().get(0), name);
        MatchedSchema match = new MatchedSchema();
        match.inputs(new ValueVector(object, result));
        match.return_types(new TypeVector(result.type()));
        Value corrected = graph.insertMethodCall("forward", match);
        result.replaceAllUsesAfterNodeWith(corrected.node(), corrected);
    }
}
