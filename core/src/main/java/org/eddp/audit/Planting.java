package org.eddp.audit;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.features.Grid;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/**
 * Writes a concept into pictures that do not have it: x' = x + k s on its usual cells, with k such that w.x' is the
 * mean of w.x over patches that have the concept, limited to what the layer's activation can produce. Its usual cells
 * are those on which its detector fires most often, as many as it usually fires on in a picture.
 *
 * @param filter w
 * @param direction s, or the direction of a control
 * @param gain 1 / (w.s) of the signal vector
 * @param target mean of w.x over patches with the concept
 * @param cells on which it is written, ascending
 * @param grid of a picture
 * @param activation the layer's own
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Planting(
        double[] filter,
        double[] direction,
        double gain,
        double target,
        int[] cells,
        Grid grid,
        Activation activation) {
    /**
     * The planting of a concept.
     *
     * @param directions whose filter reads it
     * @param statistics whose difference of means writes it
     * @param firing how often the detector fires on every cell
     * @param area usual number of cells, at least 1
     */
    static Planting of(
            Directions directions,
            int concept,
            ConceptStatistics statistics,
            long[] firing,
            int area,
            Grid grid,
            Activation activation) {
        double[] filter = directions.filters().column(concept);
        double[] signal = statistics.differences().column(concept);
        return new Planting(
                filter,
                signal,
                1 / dot(filter, signal),
                statistics.meanWith()[concept],
                usual(firing, area),
                grid,
                activation);
    }

    /** The cells with the highest counts; of equal ones the first. */
    static int[] usual(long[] firing, int area) {
        return IntStream.range(0, firing.length)
                .boxed()
                .sorted((a, b) -> Long.compare(firing[b], firing[a]))
                .limit(area)
                .mapToInt(Integer::intValue)
                .sorted()
                .toArray();
    }

    /** The control with another direction of the same length and the same k. */
    Planting with(double[] other) {
        double factor = Math.sqrt(dot(direction, direction) / dot(other, other));
        return new Planting(
                filter, Arrays.stream(other).map(v -> v * factor).toArray(), gain, target, cells, grid, activation);
    }

    private static double dot(double[] a, double[] b) {
        return IntStream.range(0, a.length).mapToDouble(d -> a[d] * b[d]).sum();
    }

    /** The patches of pictures with the concept written into them, (n * cells) x D; the input is not modified. */
    Tensor apply(Tensor rows) {
        DType type = rows.type();
        int width = filter.length;
        Tensor missing = rows.mm(Tensor.of(filter, type, width, 1))
                .times(-1)
                .plus(target)
                .relu();
        Tensor amount = missing.times(gain).times(mask(rows.size(0), type));
        return rows.plus(amount.mm(Tensor.of(direction, type, 1, width)))
                .clamp(activation.smallest(), activation.largest());
    }

    private Tensor mask(int rows, DType type) {
        double[] mask = new double[rows];
        for (int first = 0; first < rows; first += grid.cells()) {
            for (int cell : cells) {
                mask[first + cell] = 1;
            }
        }
        return Tensor.of(mask, type, rows, 1);
    }
}
