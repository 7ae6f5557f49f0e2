package org.eddp.network.torchscript;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eddp.network.ChannelOrder;
import org.eddp.network.LayerAddress;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;
import org.eddp.tensor.script.ScriptFailure;
import org.eddp.tensor.script.ScriptFunction;
import org.eddp.tensor.script.ScriptGraph;
import org.eddp.tensor.script.ScriptModule;
import org.eddp.tensor.script.ScriptWriter;

/** A network from a TorchScript file. Its layers are its submodules. */
public final class ScriptNetwork implements Network {
    private static final String IMAGES = "n x channels x height x width";

    private final ScriptModule module;
    private final ScriptGraph graph;
    private final ScriptFunction whole;
    private final ImageInput input;
    private final int classes;
    private final boolean batches;
    private final LayerTable table;
    private final Map<String, Network.Cut> cuts = new ConcurrentHashMap<>();

    private ScriptNetwork(ScriptModule module, TrialFacts facts, String output) {
        this.module = module;
        graph = ScriptGraph.of(module, output, facts.overwriting());
        whole = graph.whole();
        input = facts.input();
        classes = facts.classes();
        batches = facts.batches();
        table = new LayerTable(graph, facts.shapes());
    }

    /**
     * Loads a network, finding out by trial which images it takes.
     *
     * @throws NetworkFailure if the file is not TorchScript, or not a classifier of images
     */
    public static ScriptNetwork load(Path file) {
        return load(file, null, null);
    }

    /** The same for a network with one result, and images of a known size (null to find out by trial). */
    public static ScriptNetwork load(Path file, ImageInput input) {
        return load(file, input, null);
    }

    /**
     * Loads a network that takes images of a known size.
     *
     * @param input the images, with channels, height and width; null to find out by trial
     * @param output which of several results has the logits: its name in a dictionary or its number in a tuple, from 0; null if
     *     there is only one
     */
    public static ScriptNetwork load(Path file, ImageInput input, String output) {
        ScriptFile.check(file);
        TrialFacts facts = Trials.facts(file, input, output);
        ScriptModule module = null;
        try {
            module = ScriptModule.load(file);
            return new ScriptNetwork(module, facts, output);
        } catch (ScriptFailure e) {
            close(module);
            throw new NetworkFailure("cannot load network " + file + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            close(module);
            throw e;
        }
    }

    /**
     * Writes a copy of a network file in which everything that read a layer reads what a further module makes of it, in one
     * step.
     *
     * @param network not modified
     * @param name of the further module; gets a number if the network has such a module already
     * @param inserted its forward takes and returns one tensor
     * @param file to create or replace
     * @throws NetworkFailure if the file cannot take it
     */
    public static void insert(Path network, String layer, String name, ScriptWriter inserted, Path file) {
        ScriptFile.insert(network, layer, name, inserted, file);
    }

    private static void close(ScriptModule module) {
        if (module != null) {
            module.close();
        }
    }

    @Override
    public String format() {
        return "TorchScript" + (graph.softmaxRemoved() ? SOFTMAX_LEFT_OUT : "");
    }

    @Override
    public ImageInput input() {
        return input;
    }

    @Override
    public List<Network.Layer> layers() {
        return table.layers();
    }

    @Override
    public List<List<String>> operations() {
        return table.operations();
    }

    @Override
    public int classes() {
        return classes;
    }

    @Override
    public Tensor logits(Tensor images) {
        return run(whole, images, "the network", IMAGES);
    }

    @Override
    public Network.Cut cut(String layer) {
        return cuts.computeIfAbsent(layer, address -> {
            LayerAddress asked = LayerAddress.of(address);
            String name = asked.layer();
            Network.Layer found = ChannelOrder.resolve(table.layer(name), asked);
            LayerAddress.Channels channels = found.file().channels();
            ScriptGraph.Place place = table.place(name);
            ScriptFunction below = graph.lower(place);
            ScriptFunction above = graph.upper(place);
            return new Network.Cut.Halves(
                    found,
                    images -> ChannelOrder.seen(run(below, images, "the part below " + name, IMAGES), channels),
                    features -> run(
                            above,
                            ChannelOrder.inFile(features, channels),
                            "the part above " + name,
                            "features of n images, each " + found));
        });
    }

    @Override
    public void close() {
        graph.close();
        module.close();
    }

    private Tensor run(ScriptFunction function, Tensor given, String what, String expected) {
        Tensor input = given.to(DType.FLOAT32);
        try {
            int count = input.size(0);
            return batches || count == 1 ? function.apply(input) : oneByOne(function, input, count);
        } catch (ScriptFailure e) {
            throw new NetworkFailure(what + " fails on " + given + ": " + e.getMessage() + "; expected " + expected, e);
        }
    }

    private static Tensor oneByOne(ScriptFunction function, Tensor input, int count) {
        return Scope.inner(() -> {
            Tensor[] results = new Tensor[count];
            for (int i = 0; i < count; i++) {
                results[i] = function.apply(input.narrow(0, i, 1));
            }
            return Views.concatenate(0, results);
        });
    }
}
