package org.eddp.intervene;

import java.util.Arrays;
import java.util.List;
import org.eddp.features.PatchLayer;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.AddedNodes;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.NodeInsertion;

/**
 * A correction as nodes of an ONNX file, behind the layer. Only standard operators of opset 11 and later are used: Conv
 * (1 x 1) on maps, MatMul and Add on tokens, Sigmoid, Mul, Sub, Relu, Clip; and Cast where the layer is not of single precision,
 * before them and behind them.
 */
final class OnnxCorrection {
    private static final int OLDEST = 11;

    private final AddedNodes inserted;
    private final PatchLayer layer;
    private final boolean maps;
    private final int width;

    private OnnxCorrection(AddedNodes inserted, PatchLayer layer) {
        this.inserted = inserted;
        this.layer = layer;
        maps = layer.cut().layer().shape().length == 3;
        width = layer.width();
    }

    /**
     * The corrected network.
     *
     * @param model content of the file that {@code layer} is of; not modified
     * @param layer the layer the correction was made for
     * @throws NetworkFailure if the file cannot take it
     */
    static Model insert(Model model, PatchLayer layer, Correction correction) {
        check(model);
        NodeInsertion place =
                new NodeInsertion(model, layer.cut().layer().file().value(), "corrected");
        AddedNodes inserted = place.nodes();
        OnnxCorrection writer = new OnnxCorrection(inserted, layer);
        List<Suppression> all = correction.suppressions();
        boolean turned = layer.cut().layer().turned();
        String current = turned
                ? inserted.node("seen", "Transpose", List.of(place.input()), writer.order(0, 3, 1, 2))
                : place.input();
        for (int i = 0; i < all.size(); i++) {
            String removed = writer.removed(i + "/", all.get(i), current);
            String difference = inserted.node(i + "/difference", "Sub", List.of(current, removed));
            current = inserted.activated(i + "/output", correction.activation(), difference);
        }
        return place.finish(
                turned ? inserted.node("back", "Transpose", List.of(current), writer.order(0, 2, 3, 1)) : current);
    }

    /** The order of axes of maps, or that of tokens, which is its own inverse. */
    private Attribute order(long... ofMaps) {
        return Attribute.of("perm", maps ? ofMaps : new long[] {0, 2, 1});
    }

    private static void check(Model model) {
        long opset = model.opset().orElse(0);
        if (opset < OLDEST) {
            throw new NetworkFailure("the file uses opset " + opset + "; a correction needs " + OLDEST
                    + " or later: export the network again with a later opset_version");
        }
    }

    /** m k s of every patch. */
    private String removed(String at, Suppression s, String from) {
        String score = project(at + "score", from, s.filter(), 1, -s.threshold());
        String present = inserted.node(at + "present", "Sigmoid", List.of(score));
        String excess = project(at + "excess", from, s.filter(), s.gain(), -s.target() * s.gain());
        String amount = inserted.node(at + "amount", "Mul", List.of(present, excess));
        if (layer.extraTokens() > 0) {
            amount = inserted.node(at + "patches", "Mul", List.of(amount, mask(at + "mask")));
        }
        long[] row = maps ? new long[] {1, width, 1, 1} : new long[] {1, 1, width};
        String direction = inserted.weight(at + "direction", s.direction(), row);
        return inserted.node(at + "removed", "Mul", List.of(amount, direction));
    }

    /** factor w.x + offset of every patch: n x 1 x H x W of maps, n x T x 1 of tokens. */
    private String project(String what, String from, double[] filter, double factor, double offset) {
        double[] scaled = Arrays.stream(filter).map(w -> w * factor).toArray();
        double[] constant = {offset};
        if (maps) {
            String kernel = inserted.weight(what + "/filter", scaled, 1, width, 1, 1);
            String bias = inserted.weight(what + "/offset", constant, 1);
            return inserted.node(
                    what, "Conv", List.of(from, kernel, bias), Attribute.of("kernel_shape", new long[] {1, 1}));
        }
        String column = inserted.weight(what + "/filter", scaled, width, 1);
        String product = inserted.node(what + "/product", "MatMul", List.of(from, column));
        return inserted.node(what, "Add", List.of(product, inserted.weight(what + "/offset", constant, 1)));
    }

    /** 0 for the tokens that are not patches, 1 for the others. */
    private String mask(String what) {
        int tokens = layer.extraTokens() + layer.grid().cells();
        double[] mask = new double[tokens];
        Arrays.fill(mask, layer.extraTokens(), tokens, 1);
        return inserted.weight(what, mask, 1, tokens, 1);
    }
}
