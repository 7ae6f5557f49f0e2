package org.eddp.tensor.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Argument;
import org.bytedeco.pytorch.Block;
import org.bytedeco.pytorch.ClassType;
import org.bytedeco.pytorch.Function;
import org.bytedeco.pytorch.Graph;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueOptional;
import org.bytedeco.pytorch.JitNode;
import org.bytedeco.pytorch.Value;
import org.bytedeco.pytorch.global.torch;

/**
 * Turns the program of a module, where each submodule is a call, into one sequence of operations, and remembers what
 * each submodule returned.
 *
 * <p>The values to remember are registered as further outputs of the graph: every later rewriting keeps outputs up to
 * date by itself.
 */
final class ScriptInliner {
    /** One call of a submodule's {@code forward}; its result is output number {@code output} of the graph. */
    record Call(String path, String kind, int output) {}

    private static final String CALL = "prim::CallMethod";

    private final ScriptModule module;
    private final Graph graph;
    private final List<Call> calls = new ArrayList<>();

    private ScriptInliner(ScriptModule module) {
        this.module = module;
        graph = module.torch().get_method("forward").graph().copy();
    }

    /** The graph, whose output 0 is the module's own result, and the calls in no particular order. */
    record Inlined(Graph graph, List<Call> calls) {}

    static Inlined inline(ScriptModule module) {
        ScriptInliner inliner = new ScriptInliner(module);
        inliner.bindOptionalInputs();
        boolean changed = true;
        while (changed) {
            try (PointerScope pass = new PointerScope()) {
                changed = inliner.inlineOneLevel();
                changed |= inliner.decideBranches();
            }
        }
        return new Inlined(inliner.graph, inliner.calls);
    }

    /** Inputs besides the image must be optional or have a default, and are left out. */
    private void bindOptionalInputs() {
        if (graph.inputs().size() < 2) {
            throw new ScriptFailure("its forward takes no image");
        }
        Argument arguments =
                module.torch().get_method("forward").function().getSchema().arguments();
        for (long i = graph.inputs().size() - 1; i > 1; i--) {
            Value input = graph.inputs().get(i);
            IValueOptional usual = arguments.getPointer(i).default_value();
            if (!usual.has_value() && !input.type().get().str().getString().endsWith("?")) {
                throw new ScriptFailure("its forward takes " + (graph.inputs().size() - 1)
                        + " inputs, and only networks of one image are supported");
            }
            graph.setInsertPoint(graph.block().nodes().front());
            input.replaceAllUsesWith(graph.insertConstant(usual.has_value() ? usual.get() : new IValue()));
            graph.eraseInput(i);
        }
        graph.setInsertPoint(graph.block()); // that node may be a call, which will be removed
    }

    /** A call and what it calls. */
    private record Found(JitNode node, ClassType type, Function function, Optional<String> path) {}

    private boolean inlineOneLevel() {
        // All calls are looked up first: inlining one gives its values the names they had inside, and renames those
        // outside.
        List<Found> found = callsAtTheTop();
        for (Found call : found) {
            call.path.ifPresent(path -> remember(path, call.type, call.node.output()));
            torch.inlineCallTo(
                    call.node, torch.toGraphFunction(call.function), false); // false: as written, calls and all
        }
        return !found.isEmpty();
    }

    private List<Found> callsAtTheTop() {
        ScriptNames names = new ScriptNames(graph);
        List<Found> found = new ArrayList<>();
        for (JitNode node : ScriptFlow.nodes(graph.block())) {
            if (ScriptFlow.kind(node).equals(CALL)) {
                Value object = node.inputs().get(0);
                ClassType type = new ClassType(object.type().get());
                Optional<String> method = names.method(node.output());
                Function function = method.map(type::findMethod).orElse(null);
                if (function != null && !function.isNull() && function.isGraphFunction()) {
                    boolean forward = method.get().equals("forward");
                    found.add(new Found(node, type, function, forward ? names.path(object) : Optional.empty()));
                }
            }
        }
        return found;
    }

    private void remember(String path, ClassType type, Value result) {
        calls.add(new Call(
                path, ScriptNames.className(type), (int) graph.outputs().size()));
        graph.registerOutput(result);
    }

    /** Resolves branches that hold calls and do not depend on the image, so that what they call can be a layer. */
    private boolean decideBranches() {
        boolean decided = false;
        for (JitNode node : ScriptFlow.nodes(graph.block())) { // branches inside those taken are for the next pass
            if (ScriptFlow.kind(node).equals("prim::If") && holdsCall(node)) {
                Optional<Boolean> condition = evaluate(node.inputs().get(0));
                if (condition.isPresent()) {
                    take(node, node.blocks().get(condition.get() ? 0 : 1));
                    decided = true;
                }
            }
        }
        return decided;
    }

    private static boolean holdsCall(JitNode node) {
        for (long b = 0; b < node.blocks().size(); b++) {
            for (JitNode inner : ScriptFlow.nodes(node.blocks().get(b))) {
                if (ScriptFlow.kind(inner).equals(CALL) || holdsCall(inner)) {
                    return true;
                }
            }
        }
        return false;
    }

    private Optional<Boolean> evaluate(Value condition) {
        // a network of hundreds of branches would fill the memory with what each of them was looked at by
        try (PointerScope scope = new PointerScope()) {
            ScriptFlow flow = new ScriptFlow(graph);
            Optional<ScriptFlow.Spot> spot = flow.spot(condition);
            if (spot.isEmpty()) {
                return Optional.empty();
            }
            Graph part = flow.extract(flow.needed(spot.get(), null), List.of(spot.get()), null);
            if (part.inputs().get(1).hasUses()) {
                return Optional.empty(); // depends on the image
            }
            part.eraseInput(1);
            return Optional.of(module.function(part).truth());
        }
    }

    private static void take(JitNode branch, Block block) {
        for (JitNode node : ScriptFlow.nodes(block)) {
            node.moveBefore(branch);
        }
        for (long i = 0; i < branch.outputs().size(); i++) {
            branch.outputs().get(i).replaceAllUsesWith(block.outputs().get(i));
        }
        branch.destroy();
    }
}
