package org.eddp.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.eddp.network.Network;
import org.eddp.report.draw.Drawing;

/**
 * A network from its input at the top to its classes at the bottom: every layer that can be cut, with its name and
 * shape, and the operations in between. It helps to choose a layer.
 */
public final class NetworkPicture {
    private static final String CUT = "#1a73e8";
    private static final String CHOSEN = "#188038";
    private static final int WIDTH = 900;
    private static final int SPINE = 40;
    private static final int ROW = 24;
    private static final int SIZE = 13;
    private static final int MARGIN = 30;
    /** The widest bar for channels; they are drawn on a logarithmic scale, since they double from stage to stage. */
    private static final double WIDEST = 150;

    private final Network network;
    private final List<List<String>> operations;
    private final Drawing drawing;
    private double y = MARGIN;

    private NetworkPicture(Network network) {
        this.network = network;
        operations = network.operations();
        long between = operations.stream().filter(NetworkPicture::isWorthARow).count();
        int height = (int) (2 * MARGIN + ROW * (network.layers().size() + between + 4));
        drawing = new Drawing("network", WIDTH, height);
    }

    /**
     * The drawing as SVG.
     *
     * @param name of the network
     * @param chosen the layer to recommend, null for none
     */
    public static String svg(Network network, String name, Network.Layer chosen) {
        return new NetworkPicture(network).draw(name, chosen);
    }

    private String draw(String name, Network.Layer chosen) {
        drawing.words(MARGIN, y, "start", SIZE + 3, Drawing.INK, name + ", " + network.format());
        y += ROW;
        Network.ImageInput input = network.input();
        end("image " + input.name() + ", " + input.channels() + " x " + side(input.height()) + " x "
                + side(input.width()));
        List<Network.Layer> layers = network.layers();
        for (int i = 0; i < layers.size(); i++) {
            between(i);
            cut(
                    layers.get(i),
                    chosen != null && chosen.name().equals(layers.get(i).name()));
        }
        between(layers.size());
        end(network.classes() + " " + network.outputs().plural());
        String description = layers.size() + " places to cut at"
                + (chosen == null ? "" : "; the one to study first is " + chosen.name());
        return drawing.svg("Layers of " + name, description);
    }

    private static String side(int pixels) {
        return pixels == 0 ? "any" : Integer.toString(pixels);
    }

    private void end(String words) {
        drawing.rectangle(SPINE - 6, y - 12, 12, 12, Drawing.FAINT, null);
        drawing.words(SPINE + 20, y - 2, "start", SIZE, Drawing.INK, words);
        y += ROW;
    }

    /** The operation that computes a layer is shown with the layer; other operations have a row. */
    private static boolean isWorthARow(List<String> kinds) {
        return kinds.size() > 1;
    }

    private void between(int index) {
        drawing.line(SPINE, y - ROW, SPINE, y + (isBetween(index) ? ROW : 0) - 12, Drawing.RULE);
        if (!isBetween(index)) {
            return;
        }
        drawing.rectangle(SPINE - 4, y - 14, 8, 18, Drawing.GRID, Drawing.RULE);
        drawing.fitted(
                SPINE + 20,
                y - 1,
                "start",
                SIZE - 2,
                Drawing.FAINT,
                summary(operations.get(index)),
                WIDTH - SPINE - MARGIN);
        y += ROW;
    }

    private boolean isBetween(int index) {
        return index < operations.size() && isWorthARow(operations.get(index));
    }

    /** "9 operations: 3 Conv, 3 Relu, Add". */
    private static String summary(List<String> kinds) {
        Map<String, Long> counts =
                kinds.stream().collect(Collectors.groupingBy(kind -> kind, TreeMap::new, Collectors.counting()));
        return kinds.size() + " operations: "
                + counts.entrySet().stream()
                        .map(entry -> entry.getValue() == 1 ? entry.getKey() : entry.getValue() + " " + entry.getKey())
                        .collect(Collectors.joining(", "));
    }

    private void cut(Network.Layer layer, boolean chosen) {
        String colour = chosen ? CHOSEN : CUT;
        drawing.dashes(SPINE - 26, y - 5, SPINE + 14, y - 5, colour);
        drawing.rectangle(SPINE - 6, y - 11, 12, 12, colour, null);
        drawing.fitted(SPINE + 20, y, "start", SIZE, colour, layer.name() + (chosen ? "  (study this)" : ""), 330);
        String shape = LongStream.of(layer.shape()).mapToObj(Long::toString).collect(Collectors.joining(" x "));
        boolean known = layer.file().channels() != null;
        drawing.words(400, y, "start", SIZE, Drawing.INK, shape + (known ? "" : "  channels?"));
        drawing.fitted(540, y, "start", SIZE, Drawing.FAINT, layer.kind(), 150);
        if (known) {
            long channels = layer.shape().length == 3 ? layer.shape()[0] : layer.shape()[1];
            double width = WIDEST * Math.min(1, Math.log(1 + channels) / Math.log(4096));
            drawing.rectangle(WIDTH - MARGIN - WIDEST, y - 11, width, 12, colour, null);
        }
        y += ROW;
    }
}
