package org.eddp.network.torchscript;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.names.NearNames;
import org.eddp.network.ChannelOrder;
import org.eddp.network.LayerAddress;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.ChannelAxis;
import org.eddp.tensor.script.ScriptGraph;

/** The layers of a network by name: those that can be cut at, and why the others cannot. */
final class LayerTable {
    private final Map<String, Network.Layer> layers = new LinkedHashMap<>();
    private final Map<String, ScriptGraph.Place> places = new LinkedHashMap<>();
    private final Map<String, String> obstacles = new LinkedHashMap<>();

    /** @param shapes per place of the graph, null where its output is not maps or tokens */
    LayerTable(ScriptGraph graph, List<long[]> shapes) {
        for (ScriptGraph.Place place : graph.places()) {
            places.put(place.name(), place);
            long[] shape = shapes.get(place.order());
            String obstacle = shape == null
                    ? "its output is neither maps (n x D x H x W) nor tokens (n x T x D)"
                    : obstacle(graph.position(place));
            if (obstacle == null) {
                layers.put(place.name(), layer(graph, place, shape));
            } else {
                obstacles.put(place.name(), obstacle);
            }
        }
    }

    private static Network.Layer layer(ScriptGraph graph, ScriptGraph.Place place, long[] shape) {
        int rank = shape.length + 1;
        int axis = graph.channelAxis(place, rank);
        LayerAddress.Channels channels = ChannelOrder.of(axis, rank, axis == ChannelAxis.CONTRADICTED);
        return new Network.Layer(
                place.name(),
                place.kind(),
                ChannelOrder.seen(shape, channels),
                place.activation(),
                new Network.Layer.InFile(place.name(), place.name(), channels));
    }

    private static String obstacle(ScriptGraph.Position position) {
        return switch (position) {
            case SEPARATES -> null;
            case BYPASSED ->
                "it lies inside a skip connection or a branch, so the part above it also reads values from below it";
            case UNUSED -> "the logits do not depend on it";
        };
    }

    List<Network.Layer> layers() {
        return List.copyOf(layers.values());
    }

    /** Kinds of the innermost submodules between layers. */
    List<List<String>> operations() {
        List<List<String>> all = new ArrayList<>();
        List<String> open = new ArrayList<>();
        for (ScriptGraph.Place place : places.values()) {
            boolean innermost = places.keySet().stream().noneMatch(name -> name.startsWith(place.name() + "."));
            if (innermost) {
                open.add(place.kind());
            }
            if (layers.containsKey(place.name())) {
                all.add(open);
                open = new ArrayList<>();
            }
        }
        all.add(open);
        return all;
    }

    ScriptGraph.Place place(String name) {
        return places.get(name);
    }

    /** @throws NetworkFailure saying why there is no such layer, and which one to take instead */
    Network.Layer layer(String name) {
        Network.Layer layer = layers.get(name);
        if (layer != null) {
            return layer;
        }
        if (obstacles.containsKey(name)) {
            throw new NetworkFailure("cannot cut at layer " + name + ": " + obstacles.get(name) + "; "
                    + offer("layers around it that can be cut", around(name)));
        }
        throw new NetworkFailure(
                "there is no layer " + name + "; " + offer("near names", NearNames.of(name, layers.keySet())));
    }

    private String offer(String what, List<String> names) {
        return names.isEmpty()
                ? "no layer of this network can be cut; export it as ONNX"
                : what + ": " + String.join(", ", names);
    }

    /** What encloses it, then the nearest before and after it in the order of computation. */
    private List<String> around(String name) {
        List<String> found = new ArrayList<>();
        for (int dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
            addLayer(found, name.substring(0, dot));
        }
        int order = places.get(name).order();
        layers.keySet().stream()
                .filter(l -> places.get(l).order() < order)
                .reduce((a, b) -> b)
                .ifPresent(l -> addLayer(found, l));
        layers.keySet().stream()
                .filter(l -> places.get(l).order() > order)
                .findFirst()
                .ifPresent(l -> addLayer(found, l));
        return found;
    }

    private void addLayer(List<String> found, String name) {
        if (layers.containsKey(name) && !found.contains(name)) {
            found.add(name);
        }
    }
}
