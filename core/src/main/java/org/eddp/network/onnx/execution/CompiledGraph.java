package org.eddp.network.onnx.execution;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.eddp.names.SimilarNames;
import org.eddp.network.AxisOrder;
import org.eddp.network.LayerAddress;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.Network.OpenSize;
import org.eddp.network.NetworkFailure;
import org.eddp.network.TrialLimits;
import org.eddp.network.onnx.file.Model;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/**
 * A graph that runs, as a whole or in two halves. Thread-safe.
 *
 * <p>Weights are kept once and are not differentiated. Gradients are recorded only if the input records them. A graph
 * that works with one image only is run image by image; this is found out when it first gets several.
 */
final class CompiledGraph implements AutoCloseable {
    /**
     * Largest number of elements (16 MB) of a value for several images. Larger values do not fit into the caches, and
     * the system allocates their memory each time; a smaller limit would make products slower.
     */
    private static final long MOST_ELEMENTS = 1 << 22;

    private final String name;
    private final ImageInput input;
    private final DType floating;
    private final ExecutableGraph circuit;
    private final ValueShapes shapes;
    private final CutPoints points;
    private final LayerNames names;
    private final Map<Integer, Network.Layer> layers = new LinkedHashMap<>();
    private final Part whole;
    private final long[] outputShape;
    private volatile boolean closed;

    /**
     * A graph in two halves.
     *
     * @param layer between them
     * @param lower images to the layer's output
     * @param upper the layer's output to the output of the graph
     */
    record Halves(Network.Layer layer, UnaryOperator<Tensor> lower, UnaryOperator<Tensor> upper) {}

    /**
     * A program, and whether it takes several images at once.
     *
     * @param most images that are run at once
     */
    private record Part(StepSequence program, BatchTrial batches, int most) {}

    private CompiledGraph(String name, ExecutableGraph circuit, SizedTrial sized, DType floating) {
        this.name = name;
        this.floating = floating;
        this.circuit = circuit;
        input = sized.input();
        shapes = sized.trial().shapes();
        points = new CutPoints(circuit, shapes);
        whole = part(points.whole(), circuit.input());
        outputShape = shapes.of(circuit.output(), 1);
        names = new LayerNames(circuit, points);
        ChannelAxis channels = ChannelRelations.of(circuit, shapes);
        for (int slot : points.cuts()) {
            long[] shape = shapes.ofPatches(slot);
            if (shape != null) {
                int axis = channels.of(slot, shape.length + 1);
                GraphStep step = circuit.steps().get(points.position(slot));
                boolean contradicted = axis == ChannelAxis.CONTRADICTED || AttentionHeads.gives(step, circuit, shapes);
                layers.put(slot, layer(slot, shape, AxisOrder.of(axis, shape.length + 1, contradicted)));
            }
        }
    }

    private Part part(StepSequence program, int source) {
        long most = Math.max(1, MOST_ELEMENTS / Math.max(1, program.largest(shapes)));
        return new Part(program, new BatchTrial(program, floating, shapes.ofTwo(source)), (int)
                Math.min(most, Integer.MAX_VALUE));
    }

    private Network.Layer layer(int slot, long[] shape, LayerAddress.Channels channels) {
        GraphStep step = circuit.steps().get(points.position(slot));
        return new Network.Layer(
                names.best(slot),
                step.node().operator(),
                AxisOrder.seen(shape, channels),
                LayerActivation.of(step, circuit),
                new Network.Layer.InFile(step.node().name(), circuit.names()[slot], channels));
    }

    /**
     * Compiles the part of a graph between the images and an output, and tries it on noise.
     *
     * @param name of the network, for messages
     * @param output name of the value to compute
     * @param size of the images where the file leaves it open, null for the most usual one
     * @param floating type of real numbers
     * @throws NetworkFailure if there are operators that are not supported, or the file is damaged
     */
    static CompiledGraph of(String name, Model model, ImageInput input, String output, OpenSize size, DType floating) {
        int opset = (int) model.opset().orElseThrow();
        TrialBudget budget = new TrialBudget(TrialLimits.ofEnvironment());
        ExecutableGraph circuit = Compiler.compile(model.graph(), opset, input.name(), output, floating, budget);
        try {
            return new CompiledGraph(name, circuit, SizedTrial.run(circuit, floating, input, size, budget), floating);
        } catch (RuntimeException e) {
            circuit.close();
            throw e;
        }
    }

    /** The images it takes. */
    ImageInput input() {
        return input;
    }

    /** Whether the output depends on the pixels of the images. */
    boolean readsImages() {
        return points.connected();
    }

    /** Shape of the output for one image, with the batch. */
    long[] outputShape() {
        return outputShape.clone();
    }

    /** Every layer with patches at which the graph can be cut, in the order of computation. */
    List<Network.Layer> layers() {
        return List.copyOf(layers.values());
    }

    /** Kinds of the operations on pixels between layers. */
    List<List<String>> operations() {
        List<List<String>> all = new ArrayList<>();
        List<String> open = new ArrayList<>();
        for (GraphStep step : circuit.steps()) {
            int slot = step.outputs()[0];
            if (slot >= 0 && points.ofPixels(slot)) {
                open.add(step.node().operator());
            }
            if (layers.containsKey(slot)) {
                all.add(open);
                open = new ArrayList<>();
            }
        }
        all.add(open);
        return all;
    }

    /** The output for images (n x channels x height x width). */
    Tensor run(Tensor images) {
        return run(whole, images);
    }

    /**
     * The two halves on either side of a layer.
     *
     * @param address name of the value, of the node that computes it, or of a module of the program it was exported
     *     from
     * @throws NetworkFailure if there is no such layer, or the graph cannot be cut there; the message offers another
     */
    Halves cut(String address) {
        LayerAddress asked = LayerAddress.of(address);
        String layer = asked.layer();
        Integer slot = names.find(layer);
        if (slot == null) {
            throw new NetworkFailure(name + " has no layer '" + layer + "'; near names: "
                    + String.join(", ", SimilarNames.of(layer, names.leadingTo(layers.keySet()))));
        }
        Network.Layer found = layers.get(slot);
        if (found == null) {
            throw notACut(layer, slot);
        }
        Part lower = part(points.lower(slot), circuit.input());
        Part upper = part(points.upper(slot), slot);
        Network.Layer resolved = asked.channels() == null
                        && asked.output() == null
                        && found.file().channels() != null
                ? found
                : AxisOrder.resolve(found, asked);
        LayerAddress.Channels channels = resolved.file().channels();
        return new Halves(
                resolved,
                images -> AxisOrder.seen(run(lower, images), channels),
                features -> run(upper, AxisOrder.inFile(features, channels)));
    }

    private NetworkFailure notACut(String layer, int slot) {
        int position = points.position(slot);
        String next = layers.keySet().stream()
                .filter(other -> points.position(other) > position)
                .findFirst()
                .map(other -> "; the next place to cut is '" + names.best(other) + "'")
                .orElse("");
        String beside = points.readBeside(slot);
        String reason = beside == null
                ? "it has no patches (eddp network lists the layers that do)"
                : "the part above it also reads '" + beside + "' from below it";
        return new NetworkFailure(name + " cannot be cut at '" + layer + "': " + reason + next);
    }

    private Tensor run(Part part, Tensor given) {
        if (closed) {
            throw new IllegalStateException(name + " is closed");
        }
        Tensor input = given.to(floating);
        int count = input.size(0);
        int most = count > 1 && part.batches().passes() ? part.most() : 1;
        if (count <= most) {
            return part.program().run(input);
        }
        return Scope.inner(() -> {
            Tensor[] results = new Tensor[(count + most - 1) / most];
            for (int i = 0; i < results.length; i++) {
                int first = i * most;
                results[i] = part.program().run(input.narrow(0, first, Math.min(most, count - first)));
            }
            return Views.concatenate(0, results);
        });
    }

    /** Releases the weights. Halves must not be used afterwards. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            circuit.close();
        }
    }
}
