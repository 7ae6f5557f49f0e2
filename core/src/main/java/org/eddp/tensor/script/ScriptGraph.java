package org.eddp.tensor.script;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Graph;
import org.bytedeco.pytorch.IValueOptional;
import org.bytedeco.pytorch.JitNode;
import org.bytedeco.pytorch.Value;
import org.bytedeco.pytorch.global.torch;
import org.eddp.tensor.Activation;
import org.eddp.tensor.ChannelAxis;
import org.eddp.tensor.Native;

/**
 * The program of a {@link ScriptModule} as one sequence of operations, with the results of its submodules marked, so
 * that it can be taken apart at any of them.
 */
public final class ScriptGraph implements AutoCloseable {
    private static final Set<String> ACTIVATIONS = Set.of(
            "aten::relu",
            "aten::relu_",
            "aten::relu6",
            "aten::relu6_",
            "aten::silu",
            "aten::silu_",
            "aten::gelu",
            "aten::hardswish",
            "aten::hardswish_",
            "aten::leaky_relu",
            "aten::leaky_relu_");

    private static final Set<String> SOFTMAX = Set.of("aten::softmax", "aten::log_softmax");

    /**
     * The result of a submodule, of its last call if there are several; or of an activation function that is no submodule and
     * reads one, {@code NAME+relu}.
     *
     * @param name dotted path of the submodule
     * @param kind class of the submodule
     * @param activation that computed it
     */
    public record Place(String name, String kind, Activation activation, int order) {}

    /**
     * An output of a program.
     *
     * @param name in a dictionary, or its number in a tuple
     */
    private record Output(String name, Value value) {}

    /** How a place lies in the program. */
    public enum Position {
        /** All that comes after it is computed from it alone. */
        SEPARATES,
        /** What comes after it also reads something from before it. */
        BYPASSED,
        /** The result of the program does not depend on it. */
        UNUSED
    }

    private final ScriptModule module;
    private final Graph graph;
    private final ScriptFlow flow;
    private final ScriptFlow.Spot result;
    private final boolean softmaxRemoved;
    private final Map<Place, ScriptFlow.Spot> places;
    private final List<String> outputs;

    private ScriptGraph(
            ScriptModule module,
            Graph graph,
            ScriptFlow flow,
            ScriptFlow.Spot result,
            boolean softmaxRemoved,
            Map<Place, ScriptFlow.Spot> places,
            List<String> outputs) {
        this.module = module;
        this.graph = graph;
        this.flow = flow;
        this.result = result;
        this.softmaxRemoved = softmaxRemoved;
        this.places = places;
        this.outputs = outputs;
    }

    /**
     * Flattens a module's program. A softmax at the very end is left out.
     *
     * @param output name or number of the result to take, null for the first; see {@link #outputs}
     * @param overwriting whether operations in place stay so; replacing them is what one wants, but wrong for a program
     *     that reads a view of what it overwrote
     */
    public static ScriptGraph of(ScriptModule module, String output, boolean overwriting) {
        try (PointerScope scope = new PointerScope()) {
            ScriptInliner.Inlined inlined = ScriptInliner.inline(module);
            Graph graph = inlined.graph();
            ScriptSimplifier.specialise(graph, module.torch());
            List<Output> results = results(graph.outputs().get(0));
            List<Value> values = takeOutputs(graph, chosen(results, output));
            boolean softmax = SOFTMAX.contains(ScriptFlow.kind(values.get(0).node()));
            if (softmax) {
                values.set(0, values.get(0).node().inputs().get(0));
            }
            if (!overwriting) {
                ScriptSimplifier.stopOverwriting(graph, values);
            }
            graph.registerOutput(values.get(0));
            ScriptFlow flow = new ScriptFlow(graph);
            ScriptFlow.Spot result = flow.spot(values.get(0))
                    .orElseThrow(() -> new ScriptFailure("its forward returns its input or a constant"));
            Map<Place, ScriptFlow.Spot> places = places(inlined.calls(), values, flow);
            Native.detach(scope, graph);
            List<String> names = results.stream().map(Output::name).toList();
            return new ScriptGraph(module, graph, flow, result, softmax, places, names);
        } catch (RuntimeException e) {
            throw ScriptFailure.of(e);
        }
    }

    /** Removes the graph's outputs: the program's result first, then those of the calls. */
    private static List<Value> takeOutputs(Graph graph, Value result) {
        List<Value> values = new ArrayList<>();
        values.add(result);
        for (long i = 1; i < graph.outputs().size(); i++) {
            values.add(graph.outputs().get(i));
        }
        for (long i = values.size() - 1; i >= 0; i--) {
            graph.eraseOutput(i);
        }
        return values;
    }

    /** What a program returns, piece by piece. */
    private static List<Output> results(Value result) {
        JitNode node = result.node();
        List<Output> found = new ArrayList<>();
        switch (ScriptFlow.kind(node)) {
            case "prim::TupleConstruct" -> {
                for (long i = 0; i < node.inputs().size(); i++) {
                    found.add(new Output(Long.toString(i), node.inputs().get(i)));
                }
            }
            case "prim::DictConstruct" -> { // keys and values take turns
                for (long i = 0; i + 1 < node.inputs().size(); i += 2) {
                    IValueOptional key = torch.toIValue(node.inputs().get(i));
                    boolean text = key.has_value() && key.get().isString();
                    String name = text ? key.get().toStringRef().getString() : Long.toString(i / 2);
                    found.add(new Output(name, node.inputs().get(i + 1)));
                }
            }
            default -> found.add(new Output("0", result));
        }
        return found;
    }

    private static Value chosen(List<Output> results, String output) {
        return results.stream()
                .filter(result -> output == null || result.name().equals(output))
                .findFirst()
                .map(result -> ScriptSimplifier.isTuple(result.value())
                        ? chosen(results(result.value()), null)
                        : result.value())
                .orElseThrow(() -> new ScriptFailure("it has no output '" + output + "', only "
                        + results.stream().map(Output::name).toList()));
    }

    private static Map<Place, ScriptFlow.Spot> places(
            List<ScriptInliner.Call> calls, List<Value> values, ScriptFlow flow) {
        record Found(ScriptInliner.Call call, Value value, ScriptFlow.Spot spot) {}
        Map<String, Found> last = new LinkedHashMap<>();
        for (ScriptInliner.Call call : calls) {
            Optional<Value> value = lastComputed(values.get(call.output()), flow);
            value.flatMap(flow::spot)
                    .ifPresent(spot -> last.merge(
                            call.path(),
                            new Found(call, value.get(), spot),
                            (a, b) -> a.spot.node() > b.spot.node() ? a : b));
        }
        List<Found> ordered = new ArrayList<>(last.values());
        ordered.removeIf(found -> found.call.path().isEmpty());
        // a block ends with what its last submodule returns: the inner one is computed first
        ordered.sort(Comparator.<Found>comparingInt(f -> f.spot.node())
                .thenComparing(f -> -f.call.path().chars().filter(c -> c == '.').count()));
        Map<Place, ScriptFlow.Spot> places = new LinkedHashMap<>();
        for (Found f : ordered) {
            ScriptInliner.Call call = f.call;
            places.put(new Place(call.path(), call.kind(), ScriptActivations.of(f.value), places.size()), f.spot);
            activated(f.value, flow)
                    .filter(value -> !isResult(value, last.values(), found -> found.value))
                    .ifPresent(value -> {
                        String kind = ScriptFlow.kind(value.node()).replaceAll("^aten::|_$", "");
                        Place place =
                                new Place(call.path() + "+" + kind, kind, ScriptActivations.of(value), places.size());
                        flow.spot(value).ifPresent(spot -> places.put(place, spot));
                    });
        }
        return places;
    }

    private static <T> boolean isResult(Value value, Collection<T> found, Function<T, Value> valueOf) {
        return found.stream().anyMatch(f -> valueOf.apply(f).address() == value.address());
    }

    /** What an activation function makes of a value, if that is all that reads it. */
    private static Optional<Value> activated(Value value, ScriptFlow flow) {
        return flow.onlyReader(value)
                .filter(reader -> ACTIVATIONS.contains(ScriptFlow.kind(reader)))
                .map(JitNode::output);
    }

    /**
     * The value a module computed last. A traced module returns, as a tuple, everything that others read of it; what it
     * returned originally is the one that was computed last.
     */
    private static Optional<Value> lastComputed(Value value, ScriptFlow flow) {
        if (!ScriptSimplifier.isTuple(value)) {
            return Optional.of(value);
        }
        List<Value> elements = new ArrayList<>();
        for (long i = 0; i < value.node().inputs().size(); i++) {
            elements.add(value.node().inputs().get(i));
        }
        return elements.stream()
                .filter(element -> flow.spot(element).isPresent())
                .max(Comparator.comparingInt(e -> flow.spot(e).orElseThrow().node()));
    }

    /** Name of the input, as the program calls it. */
    public String inputName() {
        try (PointerScope scope = new PointerScope()) {
            String name = graph.inputs().get(1).debugName().getString();
            return name.replaceFirst("\\.\\d+$", "");
        }
    }

    /** Results of all submodules, in the order of computation. */
    public List<Place> places() {
        return List.copyOf(places.keySet());
    }

    /** Names of what the program returns: those of a dictionary, or numbers from 0. */
    public List<String> outputs() {
        return outputs;
    }

    /**
     * The axis that holds the channels of what a place returns; see {@link ChannelAxis#of}.
     *
     * @param rank how many axes it has, the batch included
     */
    public int channelAxis(Place place, int rank) {
        try (PointerScope scope = new PointerScope()) {
            return ScriptAxes.of(graph).of(flow.addressOf(places.get(place)), rank);
        }
    }

    /** Whether the program ended in a softmax, which has been left out. */
    public boolean softmaxRemoved() {
        return softmaxRemoved;
    }

    /** Whether the program can be cut at a place. */
    public Position position(Place place) {
        ScriptFlow.Spot spot = places.get(place);
        BitSet above = flow.needed(result, spot);
        if (!flow.anyReads(above, spot)) {
            return Position.UNUSED;
        }
        return flow.anyReadsImage(above) ? Position.BYPASSED : Position.SEPARATES;
    }

    /** The whole program: images to its result. */
    public ScriptFunction whole() {
        return part(flow.needed(result, null), List.of(result), null);
    }

    /** Images to the program's result followed by the results of all {@link #places()}, null where not a tensor. */
    public ScriptFunction everything() {
        List<ScriptFlow.Spot> outputs = new ArrayList<>();
        outputs.add(result);
        outputs.addAll(places.values());
        BitSet keep = new BitSet();
        outputs.forEach(output -> keep.or(flow.needed(output, null)));
        return part(keep, outputs, null);
    }

    /** Images to what the submodule returns. */
    public ScriptFunction lower(Place place) {
        ScriptFlow.Spot spot = places.get(place);
        return part(flow.needed(spot, null), List.of(spot), null);
    }

    /** What the submodule returns to the program's result; the place must {@link Position#SEPARATES separate}. */
    public ScriptFunction upper(Place place) {
        ScriptFlow.Spot spot = places.get(place);
        return part(flow.needed(result, spot), List.of(result), spot);
    }

    private ScriptFunction part(BitSet keep, List<ScriptFlow.Spot> outputs, ScriptFlow.Spot replaced) {
        try (PointerScope scope = new PointerScope()) {
            return module.function(flow.extract(keep, outputs, replaced));
        } catch (RuntimeException e) {
            throw ScriptFailure.of(e);
        }
    }

    @Override
    public void close() {
        graph.close();
    }
}
