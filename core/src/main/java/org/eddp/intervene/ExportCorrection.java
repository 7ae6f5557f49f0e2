package org.eddp.intervene;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eddp.features.PatchLayer;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.network.torch.export.ProgramInsertion;

/** A correction as nodes of a {@code torch.export} file, behind the layer. Corrected files can be corrected again. */
final class ExportCorrection {
    private final ProgramInsertion inserted;
    private final PatchLayer layer;
    private final boolean maps;
    private final int width;
    private final int axis;

    private ExportCorrection(ProgramInsertion inserted, PatchLayer layer) {
        this.inserted = inserted;
        this.layer = layer;
        maps = layer.cut().layer().shape().length == 3;
        width = layer.width();
        axis = maps ? 1 : 2;
    }

    /**
     * Writes the corrected network, in one step.
     *
     * @param network the file that {@code layer} is of; not modified
     * @param images the size of images that the layer was taken from, null for the size in the file
     * @param layer the layer the correction was made for
     * @param file to create or replace
     * @throws NetworkFailure if the file cannot take it
     */
    static void write(Path network, ImageInput images, PatchLayer layer, Correction correction, Path file) {
        ProgramInsertion inserted = ProgramInsertion.behind(
                network, images, layer.cut().layer().file().value(), "correction");
        ExportCorrection writer = new ExportCorrection(inserted, layer);
        boolean turned = layer.cut().layer().turned();
        String current = inserted.input();
        if (turned) {
            current = inserted.permuted("seen", current, writer.order(0, 3, 1, 2));
        }
        for (int i = 0; i < correction.suppressions().size(); i++) {
            current = writer.corrected(
                    i + "_", correction, correction.suppressions().get(i), current);
        }
        if (turned) {
            current = inserted.permuted("back", current, writer.order(0, 2, 3, 1));
        }
        inserted.finish(current, file);
    }

    /** The order of axes of maps, or that of tokens, which is its own inverse. */
    private long[] order(long... ofMaps) {
        return maps ? ofMaps : new long[] {0, 2, 1};
    }

    /** act(x - m k s) of every patch. */
    private String corrected(String at, Correction correction, Suppression s, String x) {
        long[] column = maps ? new long[] {1, width, 1, 1} : new long[] {width, 1};
        String filter = inserted.weight(at + "filter", s.filter(), column);
        String z = maps
                ? one(at + "projection", "conv2d.default", x, arguments("input", x, "weight", filter))
                : one(at + "projection", "matmul.default", x, arguments("self", x, "other", filter));
        String score = one(at + "score", "sub.Tensor", z, arguments("self", z, "other", s.threshold()));
        String present = one(at + "present", "sigmoid.default", z, arguments("self", score));
        String above = one(at + "above", "sub.Tensor", z, arguments("self", z, "other", s.target()));
        String excess = one(at + "excess", "mul.Tensor", z, arguments("self", above, "other", s.gain()));
        String amount = one(at + "amount", "mul.Tensor", z, arguments("self", present, "other", excess));
        if (layer.extraTokens() > 0) {
            amount = one(at + "patches", "mul.Tensor", z, arguments("self", amount, "other", mask(at + "mask")));
        }
        long[] row = maps ? new long[] {1, width, 1, 1} : new long[] {1, 1, width};
        String direction = inserted.weight(at + "direction", s.direction(), row);
        String removed = same(at + "removed", "mul.Tensor", x, arguments("self", amount, "other", direction));
        String difference = same(at + "difference", "sub.Tensor", x, arguments("self", x, "other", removed));
        return switch (correction.activation()) {
            case IDENTITY -> difference;
            case RELU -> same(at + "output", "relu.default", x, arguments("self", difference));
            case RELU6 -> {
                Map<String, Object> limits = arguments("self", difference, "min", 0.0);
                limits.put("max", 6.0);
                yield same(at + "output", "clamp.default", x, limits);
            }
            case SILU -> same(at + "output", "silu.default", x, arguments("self", difference));
        };
    }

    private String one(String name, String operator, String like, Map<String, Object> arguments) {
        return inserted.node(name, operator, like, axis, 1, arguments);
    }

    private String same(String name, String operator, String like, Map<String, Object> arguments) {
        return inserted.node(name, operator, like, -1, 0, arguments);
    }

    private static Map<String, Object> arguments(String first, Object a) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put(first, a);
        return all;
    }

    private static Map<String, Object> arguments(String first, Object a, String second, Object b) {
        Map<String, Object> all = arguments(first, a);
        all.put(second, b);
        return all;
    }

    /** 0 for the tokens that are not patches, 1 for the others. */
    private String mask(String name) {
        int tokens = layer.extraTokens() + layer.grid().cells();
        double[] mask = new double[tokens];
        Arrays.fill(mask, layer.extraTokens(), tokens, 1);
        return inserted.weight(name, mask, 1, tokens, 1);
    }
}
