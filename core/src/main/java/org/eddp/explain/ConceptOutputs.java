package org.eddp.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eddp.directions.Directions;
import org.eddp.explain.ConceptRemoval.TypicalAbsence;
import org.eddp.failure.InvalidInput;
import org.eddp.features.PatchLayer;
import org.eddp.network.LinearReadout;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.AddedNodes;
import org.eddp.network.onnx.file.AddedOutputs;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Graph.ValueInfo.Dimension;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.tensor.Activation;

/**
 * Concepts as further outputs of an ONNX model. The model's own outputs stay as they are and come first. Only operators
 * of opset 11 are used, in the form that the model's opset gives them; everything is computed in single precision,
 * whatever the type of the layer. Not thread-safe.
 */
public final class ConceptOutputs {
    /** w_i.x - b_i, n x I x H x W. */
    public static final String SCORES = "concept_scores";
    /** 1 where a detector fires, that is where its score is above 0, and 0 elsewhere; n x I x H x W. */
    public static final String PRESENCE = "concept_presence";
    /** The number of patches on which a detector fires, n x I. */
    public static final String PATCHES = "concept_patches";
    /** The fall of the logit of the predicted class when a concept is removed, n x I. */
    public static final String CONTRIBUTIONS = "concept_contributions";
    /** The predicted class, n whole numbers. */
    public static final String PREDICTED = "predicted_class";
    /** The contribution of each patch through a concept, n x I x H x W; the mean is the contribution. */
    public static final String MAPS = "concept_maps";

    private static final int OLDEST = 11;
    /** From here on axes to sum over are an input. */
    private static final int AXES_AS_INPUT = 13;

    private final Model model;
    private final PatchLayer layer;
    private final Directions directions;
    private final AddedOutputs outputs;
    private final AddedNodes nodes;
    private final Object batch;
    private final String features;
    private String presence;

    /**
     * Begins, with scores and presence.
     *
     * @param model that {@code layer} is of; not modified
     * @param layer of the directions
     * @throws NetworkFailure if the model cannot take them
     */
    public ConceptOutputs(Model model, PatchLayer layer, Directions directions) {
        long opset = model.opset().orElse(0);
        if (opset < OLDEST) {
            throw new NetworkFailure("the file uses opset " + opset + "; concepts need " + OLDEST
                    + " or later: export the network again with a later opset_version");
        }
        if (directions.filters().rows() != layer.width()) {
            throw new InvalidInput("directions of width "
                    + directions.filters().rows() + " do not fit layer "
                    + layer.cut().layer() + " of width "
                    + layer.width());
        }
        this.model = model;
        this.layer = layer;
        this.directions = directions;
        outputs = new AddedOutputs(model, "concepts");
        nodes = outputs.nodes();
        batch = batch(model.graph());
        features = features();
        addDetections();
    }

    /** The layer as maps of patches, n x D x H x W, in single precision. */
    private String features() {
        boolean turned = layer.cut().layer().turned();
        String value = nodes.single("layer", layer.cut().layer().file().value());
        if (layer.cut().layer().shape().length == 3) {
            return turned
                    ? nodes.node("turned", "Transpose", List.of(value), Attribute.of("perm", new long[] {0, 3, 1, 2}))
                    : value;
        }
        int tokens = turned ? 2 : 1;
        if (layer.extraTokens() > 0) {
            String first = nodes.list("patches/first", layer.extraTokens());
            String end =
                    nodes.list("patches/end", layer.extraTokens() + layer.grid().cells());
            value = nodes.node("patches", "Slice", List.of(value, first, end, nodes.list("patches/axis", tokens)));
        }
        if (!turned) {
            value = nodes.node("turned", "Transpose", List.of(value), Attribute.of("perm", new long[] {0, 2, 1}));
        }
        String grid = nodes.list(
                "grid/shape",
                0,
                layer.width(),
                layer.grid().height(),
                layer.grid().width());
        return nodes.node("grid", "Reshape", List.of(value, grid));
    }

    private void addDetections() {
        String scores = nodes.pointwise(
                "scores", features, directions.filters(), directions.detectors().offsets());
        String fires = nodes.node("fires", "Greater", List.of(scores, nodes.weight("nought", new double[] {0})));
        presence = nodes.cast("presence", fires, ElementType.FLOAT);
        outputs.add(SCORES, scores, ElementType.FLOAT, perPatch());
        outputs.add(PRESENCE, presence, ElementType.FLOAT, perPatch());
        outputs.add(PATCHES, sum(presence), ElementType.FLOAT, perImage());
    }

    /** Sums over the patches. */
    private String sum(String maps) {
        Attribute dropped = Attribute.of("keepdims", 0);
        return model.opset().orElse(0) < AXES_AS_INPUT
                ? nodes.node("count", "ReduceSum", List.of(maps), Attribute.of("axes", new long[] {2, 3}), dropped)
                : nodes.node("count", "ReduceSum", List.of(maps, nodes.list("count/axes", 2, 3)), dropped);
    }

    /**
     * Adds the contributions of concepts to the predicted class, by removal.
     *
     * @param logits value of the model with one number per class
     * @param readout the head, which is pooling and one linear layer
     * @param activation the layer's own
     * @param absence the level of patches without a concept
     * @param maps whether to add the contributions of patches
     */
    public void addContributions(
            String logits, LinearReadout readout, Activation activation, TypicalAbsence absence, boolean maps) {
        RemovalNodes removal = new RemovalNodes(nodes, directions, activation, absence);
        String rows = nodes.node(
                "logits", "Flatten", List.of(nodes.single("logits/single", logits)), Attribute.of("axis", 1));
        String label =
                nodes.node("label", "ArgMax", List.of(rows), Attribute.of("axis", 1), Attribute.of("keepdims", 0));
        String falls = removal.falls(features, presence, readout, label);
        outputs.add(CONTRIBUTIONS, removal.totals(falls), ElementType.FLOAT, perImage());
        outputs.add(PREDICTED, label, ElementType.INT64, List.of(batch));
        if (maps) {
            outputs.add(MAPS, removal.maps(falls, presence), ElementType.FLOAT, perPatch());
        }
    }

    /** The model with these outputs. */
    public Model model() {
        return outputs.model();
    }

    private List<Object> perImage() {
        return List.of(batch, directions.concepts());
    }

    /** Where a file leaves the size of images open, so is the grid of maps; tokens are cut to the grid. */
    private List<Object> perPatch() {
        List<Object> shape = new ArrayList<>(perImage());
        boolean open = layer.cut().layer().shape().length == 3
                && images(model.graph()).stream()
                        .filter(image -> image.shape() != null)
                        .anyMatch(
                                image -> image.shape().stream().skip(1).anyMatch(dimension -> dimension.length() < 0));
        shape.add(open ? "concept_rows" : layer.grid().height());
        shape.add(open ? "concept_columns" : layer.grid().width());
        return shape;
    }

    /** Length of the batch: that of the images. */
    private static Object batch(Graph graph) {
        for (ValueInfo image : images(graph)) {
            if (image.shape() != null && !image.shape().isEmpty()) {
                Dimension first = image.shape().get(0);
                return first.length() >= 0 ? first.length() : first.symbol().isEmpty() ? "n" : first.symbol();
            }
        }
        return "n";
    }

    private static List<ValueInfo> images(Graph graph) {
        Set<String> weights =
                graph.initialisers().stream().map(OnnxTensor::name).collect(Collectors.toSet());
        return graph.inputs().stream()
                .filter(value -> !weights.contains(value.name()))
                .toList();
    }
}
