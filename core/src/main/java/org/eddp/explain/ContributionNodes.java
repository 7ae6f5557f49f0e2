package org.eddp.explain;

import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.network.LinearReadout;
import org.eddp.network.onnx.file.AddedNodes;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Matrix;

/**
 * What concepts contribute to the logit of a class, as nodes of an ONNX graph: the totals and maps that {@link Explainer} computes,
 * for a head of pooling and one linear layer.
 *
 * <p>With v = x A - c the way to the undecided point, x_bm = act(x - S v) and d = x - x_bm, a total is sample - baseline + correction
 * = E_p[w_c.s_i (v_i - v^b_i)] = (E_p[d] A)_i w_c.s_i. A map is w_c.s_i (w_i.d) / (w_i.s_i).
 */
final class ContributionNodes {
    private final Directions directions;
    private final Baseline baseline;
    private final Activation activation;
    private final LinearReadout readout;

    /** @param undecided moves all concepts: which of them fire cannot be asked in a straight line of nodes */
    ContributionNodes(Directions directions, Activation activation, UndecidedPoint undecided, LinearReadout readout) {
        if (undecided.moved() != UndecidedPoint.Moved.ALL) {
            throw new IllegalArgumentException("contributions from a point " + undecided
                    + " cannot be written as a graph; choose one at which all concepts are moved");
        }
        this.directions = directions;
        this.activation = activation;
        this.readout = readout;
        baseline = new Baseline(directions, activation, undecided);
    }

    /** How far features are from the undecided point, d. */
    String distance(AddedNodes nodes, String features) {
        double[] offsets = Matrix.row(baseline.readingOffsets()).times(-1).values();
        String way = nodes.pointwise("way", features, baseline.readings(), offsets);
        String moved = nodes.pointwise("moved", way, directions.signals().transpose(), null);
        String undecided = nodes.node("undecided", "Sub", List.of(features, moved));
        return nodes.node("distance", "Sub", List.of(features, nodes.activated("manipulated", activation, undecided)));
    }

    /** w_c.s_i of the class of each image, n x I. */
    String relations(AddedNodes nodes, String label) {
        Matrix all = readout.classVectors().transposeTimes(directions.signals());
        String table = nodes.weight("relations/table", all.values(), all.rows(), all.columns());
        return nodes.node("relations", "Gather", List.of(table, label), Attribute.of("axis", 0));
    }

    /** Totals, n x I. */
    String totals(AddedNodes nodes, String distance, String relations) {
        Matrix readings = baseline.readings();
        String pooled = nodes.node("pooled", "GlobalAveragePool", List.of(distance));
        String row = nodes.node("row", "Flatten", List.of(pooled), Attribute.of("axis", 1));
        String weights = nodes.weight("amounts/weights", readings.values(), readings.rows(), readings.columns());
        String amounts = nodes.node("amounts", "MatMul", List.of(row, weights));
        return nodes.node("totals", "Mul", List.of(amounts, relations));
    }

    /** Maps, n x I x H x W: what each patch adds, without the correction. */
    String maps(AddedNodes nodes, String distance, String relations) {
        Matrix filters = directions.filters().scaleColumns(baseline.factors());
        String single = nodes.pointwise("single", distance, filters, null);
        String shape = nodes.list("everywhere/shape", 0, directions.concepts(), 1, 1);
        String everywhere = nodes.node("everywhere", "Reshape", List.of(relations, shape));
        return nodes.node("maps", "Mul", List.of(single, everywhere));
    }
}
