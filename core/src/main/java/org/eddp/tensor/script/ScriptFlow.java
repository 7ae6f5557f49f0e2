package org.eddp.tensor.script;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.bytedeco.pytorch.Block;
import org.bytedeco.pytorch.Graph;
import org.bytedeco.pytorch.IValueOptional;
import org.bytedeco.pytorch.JitNode;
import org.bytedeco.pytorch.Value;
import org.bytedeco.pytorch.ValueVector;
import org.bytedeco.pytorch.global.torch;

/**
 * What depends on what among the top-level nodes of a graph. A node with blocks (a branch that could not be decided, a
 * loop) counts as one node that reads whatever its blocks read. Valid until the graph is edited.
 */
final class ScriptFlow {
    /** Operations whose output shares the memory of their first input. */
    private static final Pattern VIEWS = Pattern.compile(
            "aten::(view|reshape|slice|select|narrow|transpose|permute|squeeze|unsqueeze|expand|flatten|"
                    + "detach|alias|t|contiguous)");

    /** Operations that change the list they are given. */
    private static final Set<String> GROWS = Set.of(
            "aten::append",
            "aten::extend",
            "aten::insert",
            "aten::_set_item",
            "aten::pop",
            "aten::clear",
            "aten::reverse");

    /** One output of one top-level node, by position: the same in every copy of the graph. */
    record Spot(int node, int output) {}

    /** A top-level node: the values it reads, computes, and changes in place, by itself or somewhere in its blocks. */
    private record Step(long[] reads, long[] writes, Set<Long> changes, boolean countsImages) {}

    private final Graph graph;
    private final List<Step> steps = new ArrayList<>();
    private final Map<Long, Spot> spots = new HashMap<>();

    ScriptFlow(Graph graph) {
        this.graph = graph;
        for (JitNode node : nodes(graph.block())) {
            Set<Long> reads = new HashSet<>();
            collectReads(node, reads);
            long[] writes = new long[(int) node.outputs().size()];
            for (int i = 0; i < writes.length; i++) {
                writes[i] = node.outputs().get(i).address();
                spots.put(writes[i], new Spot(steps.size(), i));
            }
            Set<Long> changes = new HashSet<>();
            collectChanges(node, changes);
            long[] inputs = reads.stream().mapToLong(Long::longValue).toArray();
            steps.add(new Step(inputs, writes, changes, countsImages(node)));
        }
    }

    /** Reads of the image no more than how many there are, which the features of any layer tell as well. */
    private boolean countsImages(JitNode node) {
        if (!kind(node).equals("aten::size") || node.inputs().size() != 2) {
            return false;
        }
        IValueOptional dimension = torch.toIValue(node.inputs().get(1));
        return node.inputs().get(0).address() == image()
                && dimension.has_value()
                && dimension.get().isInt()
                && dimension.get().toInt() == 0;
    }

    /** The second input: the first is the module. */
    private long image() {
        return graph.inputs().get(1).address();
    }

    static List<JitNode> nodes(Block block) {
        List<JitNode> nodes = new ArrayList<>();
        long end = block.return_node().address();
        for (JitNode node = block.nodes().front(); node.address() != end; node = node.next()) {
            nodes.add(node);
        }
        return nodes;
    }

    static String kind(JitNode node) {
        return node.kind().toQualString().getString();
    }

    private static void collectReads(JitNode node, Set<Long> reads) {
        for (long i = 0; i < node.inputs().size(); i++) {
            reads.add(node.inputs().get(i).address());
        }
        for (long b = 0; b < node.blocks().size(); b++) {
            Block block = node.blocks().get(b);
            nodes(block).forEach(inner -> collectReads(inner, reads));
            collectReads(block.return_node(), reads);
        }
    }

    /** What operations in place write into: their first input, and whatever that is a view of. */
    private static void collectChanges(JitNode node, Set<Long> changes) {
        String kind = kind(node);
        if ((isInPlace(kind) || GROWS.contains(kind)) && node.inputs().size() > 0) {
            Value changed = node.inputs().get(0);
            changes.add(changed.address());
            while (VIEWS.matcher(kind(changed.node())).matches()) {
                changed = changed.node().inputs().get(0);
                changes.add(changed.address());
            }
        }
        for (long b = 0; b < node.blocks().size(); b++) {
            nodes(node.blocks().get(b)).forEach(inner -> collectChanges(inner, changes));
        }
    }

    /** Where a value is computed; empty for inputs of the graph and values inside blocks. */
    Optional<Spot> spot(Value value) {
        return Optional.ofNullable(spots.get(value.address()));
    }

    /** Nodes that must run to compute {@code target}, given the value at {@code known} (may be null) from outside. */
    BitSet needed(Spot target, Spot known) {
        long given = known == null ? 0 : address(known);
        Set<Long> wanted = new HashSet<>(Set.of(address(target)));
        BitSet keep = new BitSet();
        for (int i = target.node(); i >= 0; i--) {
            Step step = steps.get(i);
            if (computesAny(step, wanted, given) || changesAny(step, wanted)) {
                keep.set(i);
                for (long read : step.reads) {
                    wanted.add(read);
                }
            }
        }
        return keep;
    }

    /** The node that reads a value, if there is one and nothing else does. */
    Optional<JitNode> onlyReader(Value value) {
        List<Integer> readers = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            if (contains(steps.get(i).reads, value.address())) {
                readers.add(i);
            }
        }
        return readers.size() == 1 ? Optional.of(nodes(graph.block()).get(readers.get(0))) : Optional.empty();
    }

    /** What a value is called in here. */
    long addressOf(Spot spot) {
        return address(spot);
    }

    private long address(Spot spot) {
        return steps.get(spot.node()).writes[spot.output()];
    }

    private static boolean computesAny(Step step, Set<Long> wanted, long given) {
        return Arrays.stream(step.writes).anyMatch(written -> written != given && wanted.contains(written));
    }

    /** An operation in place whose own output nobody reads still matters if what it changed is read. */
    private static boolean changesAny(Step step, Set<Long> wanted) {
        return step.changes.stream().anyMatch(wanted::contains);
    }

    static boolean isInPlace(String kind) {
        return kind.startsWith("aten::") && kind.endsWith("_") && !kind.endsWith("__");
    }

    /** Whether anything in the block works in place, or may do so unseen. */
    static boolean overwrites(Block block) {
        for (JitNode node : nodes(block)) {
            String kind = kind(node);
            if (isInPlace(kind) || kind.startsWith("prim::Call")) {
                return true;
            }
            for (long b = 0; b < node.blocks().size(); b++) {
                if (overwrites(node.blocks().get(b))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether any of the nodes reads the image, other than to count how many there are. */
    boolean anyReadsImage(BitSet nodes) {
        long image = image();
        return nodes.stream().anyMatch(i -> contains(steps.get(i).reads, image) && !steps.get(i).countsImages);
    }

    /** Whether any of the nodes reads the value at {@code spot}. */
    boolean anyReads(BitSet nodes, Spot spot) {
        long address = address(spot);
        return nodes.stream().anyMatch(i -> contains(steps.get(i).reads, address));
    }

    private static boolean contains(long[] values, long value) {
        return Arrays.stream(values).anyMatch(v -> v == value);
    }

    /**
     * A copy of the graph with only some of its nodes.
     *
     * @param keep must hold everything needed for {@code outputs}
     * @param outputs what the copy returns: one value, or a tuple of several
     * @param replaced if not null, the copy takes this value as its input instead of the image, which none of the
     *     nodes kept may read
     */
    Graph extract(BitSet keep, List<Spot> outputs, Spot replaced) {
        Graph part = graph.copy();
        List<JitNode> nodes = nodes(part.block());
        for (long i = part.outputs().size() - 1; i >= 0; i--) {
            part.eraseOutput(i);
        }
        Value[] results = new Value[outputs.size()];
        for (int i = 0; i < results.length; i++) {
            results[i] = at(nodes, outputs.get(i));
        }
        if (results.length == 1) {
            part.registerOutput(results[0]);
        } else {
            part.registerOutput(
                    part.appendNode(part.createTuple(new ValueVector(results))).output());
        }
        if (replaced != null) {
            Value features = part.insertInput(1, "features");
            at(nodes, replaced).replaceAllUsesWith(features);
            keep.stream()
                    .filter(i -> steps.get(i).countsImages)
                    .forEach(i -> nodes.get(i).replaceInput(0, features));
        }
        for (int i = nodes.size() - 1; i >= 0; i--) {
            if (!keep.get(i)) {
                nodes.get(i).destroy();
            }
        }
        if (replaced != null) {
            part.eraseInput(2);
        }
        return part;
    }

    private static Value at(List<JitNode> nodes, Spot spot) {
        return nodes.get(spot.node()).outputs().get(spot.output());
    }
}
