package org.eddp.explain;

import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.explain.ConceptRemoval.TypicalAbsence;
import org.eddp.network.LinearReadout;
import org.eddp.network.onnx.file.AddedNodes;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Matrix;

/**
 * Contributions by removal as nodes of an ONNX graph: the totals and maps that {@link Explainer} computes by default,
 * for a head of pooling and one linear layer.
 *
 * <p>Every concept is removed from its own copy of the patches (n x I x D x patches), because each removal is followed
 * by the limits of the activation.
 */
final class RemovalNodes {
    private final AddedNodes nodes;
    private final Directions directions;
    private final Activation activation;
    private final TypicalAbsence absence;

    RemovalNodes(AddedNodes nodes, Directions directions, Activation activation, TypicalAbsence absence) {
        this.nodes = nodes;
        this.directions = directions;
        this.activation = activation;
        this.absence = absence;
    }

    /**
     * The fall of the logit on each patch without each concept, n x I x 1 x patches.
     *
     * @param features n x D x H x W
     * @param presence 1 where a detector fires, n x I x H x W
     * @param label the class of each image
     */
    String falls(String features, String presence, LinearReadout readout, String label) {
        int width = directions.filters().rows();
        int concepts = directions.concepts();
        String amounts = nodes.node(
                "amounts/rows",
                "Reshape",
                List.of(amounts(features, presence), nodes.list("amounts/shape", 0, concepts, 1, -1)));
        String signals = nodes.weight("signals", absence.signals().transpose().values(), 1, concepts, width, 1);
        String moves = nodes.node("moves", "Mul", List.of(amounts, signals));
        String rows = nodes.node(
                "features/rows", "Reshape", List.of(features, nodes.list("features/shape", 0, 1, width, -1)));
        String without = nodes.limited("without", activation, nodes.node("moved", "Sub", List.of(rows, moves)));
        String change = nodes.node("change", "Sub", List.of(rows, without));
        return nodes.node("falls", "MatMul", List.of(classVectors(readout, label), change));
    }

    /** How far each concept is moved, as in {@link ConceptRemoval}: n x I x H x W. */
    private String amounts(String features, String presence) {
        double[] scales = directions.filters().columnDots(absence.signals());
        double[] factors = new double[scales.length];
        double[] offsets = new double[scales.length];
        for (int i = 0; i < scales.length; i++) {
            factors[i] = scales[i] > 0 ? 1 / scales[i] : 0;
            offsets[i] = -absence.levels()[i] * factors[i];
        }
        Matrix filters = directions.filters().scaleColumns(factors);
        String above = nodes.node("above", "Relu", List.of(nodes.pointwise("levels", features, filters, offsets)));
        String around = nodes.node(
                "around",
                "MaxPool",
                List.of(presence),
                Attribute.of("kernel_shape", new long[] {3, 3}),
                Attribute.of("pads", new long[] {1, 1, 1, 1}));
        return nodes.node("amounts", "Mul", List.of(above, around));
    }

    /** w_c of the class of each image, n x 1 x 1 x D. */
    private String classVectors(LinearReadout readout, String label) {
        Matrix all = readout.classVectors().transpose();
        String table = nodes.weight("classes/table", all.values(), all.rows(), all.columns());
        String chosen = nodes.node("classes", "Gather", List.of(table, label), Attribute.of("axis", 0));
        String shape = nodes.list("classes/shape", -1, 1, 1, all.columns());
        return nodes.node("classes/rows", "Reshape", List.of(chosen, shape));
    }

    /** Contributions, n x I: the means over the patches. */
    String totals(String falls) {
        String pooled = nodes.node("pooled", "GlobalAveragePool", List.of(falls));
        return nodes.node("totals", "Flatten", List.of(pooled), Attribute.of("axis", 1));
    }

    /** The falls in the shape of {@code presence}. */
    String maps(String falls, String presence) {
        return nodes.node("maps", "Reshape", List.of(falls, nodes.node("maps/shape", "Shape", List.of(presence))));
    }
}
