package org.eddp.explain;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/**
 * Removes concepts from the patches of an image: x' = x - u_i s_i, limited to what the layer's activation can produce,
 * with u_i such that w_i.(x - u_i s_i) is the level of typical absence. Applying the activation itself would be the
 * same for ReLU and ReLU6; SiLU would change patches that have no concept.
 *
 * <p>A concept is removed where its detector fires, and on the eight patches around each of these if they read more
 * than absence: an object changes the patches beside it too, often without making the detector fire. Without the
 * neighbours, half of a known change of a picture is missed; with all patches of the picture, other content is counted
 * as well (docs/truth.md).
 */
public final class ConceptRemoval {
    private final Directions directions;
    private final Grid grid;
    private final Activation activation;
    private final TypicalAbsence absence;
    private final double[] scales;

    /**
     * Removes concepts from pictures.
     *
     * @param grid of a picture
     * @param activation the layer's own
     * @param absence what patches without a concept look like
     */
    public ConceptRemoval(Directions directions, Grid grid, Activation activation, TypicalAbsence absence) {
        if (absence.levels().length != directions.concepts()) {
            throw new IllegalArgumentException("the absence of " + absence.levels().length + " concepts does not fit "
                    + directions.concepts() + " direction pairs");
        }
        this.directions = directions;
        this.grid = grid;
        this.activation = activation;
        this.absence = absence;
        scales = directions.filters().columnDots(absence.signals());
    }

    /**
     * The concepts in an image.
     *
     * @param fires patches x I: whether the detector fires
     * @param amounts u, patches x I: how far along its signal vector each concept is above its absence; 0 where it is
     *     not removed
     */
    public record Found(boolean[][] fires, Matrix amounts) {
        /** Concepts that fire on some patch and can be removed, in order. */
        public int[] concepts() {
            return IntStream.range(0, amounts.columns())
                    .filter(i -> IntStream.range(0, amounts.rows()).anyMatch(p -> amounts.get(p, i) > 0))
                    .toArray();
        }

        /** Patches on which the detector of a concept fires. */
        int firing(int concept) {
            return (int) IntStream.range(0, fires.length)
                    .filter(p -> fires[p][concept])
                    .count();
        }
    }

    Found find(Matrix rows) {
        return found(rows.times(directions.filters()));
    }

    /**
     * The same for patches whose readings are known.
     *
     * @param readings w.x, patches x I
     */
    public Found found(Matrix readings) {
        int concepts = directions.concepts();
        boolean[][] fires = new boolean[readings.rows()][concepts];
        Matrix amounts = new Matrix(readings.rows(), concepts);
        for (int p = 0; p < readings.rows(); p++) {
            for (int i = 0; i < concepts; i++) {
                fires[p][i] = readings.get(p, i) > directions.thresholds()[i];
            }
        }
        for (int i = 0; i < concepts; i++) {
            for (int p = 0; p < readings.rows(); p++) {
                if (scales[i] > 0 && firesAround(fires, p, i)) {
                    amounts.set(p, i, Math.max(0, readings.get(p, i) - absence.levels()[i]) / scales[i]);
                }
            }
        }
        return new Found(fires, amounts);
    }

    /** Whether a detector fires on a patch or on one of its eight neighbours. */
    private boolean firesAround(boolean[][] fires, int patch, int concept) {
        int row = patch / grid.width();
        int column = patch % grid.width();
        for (int r = Math.max(0, row - 1); r <= Math.min(grid.height() - 1, row + 1); r++) {
            for (int c = Math.max(0, column - 1); c <= Math.min(grid.width() - 1, column + 1); c++) {
                if (fires[r * grid.width() + c][concept]) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The directions along which concepts are removed, D x I. */
    Matrix signals() {
        return absence.signals();
    }

    /** The fall of the features when one concept is removed: the mean over all patches of x - x'. */
    public double[] fall(Matrix rows, Found found, int concept) {
        double[] fall = new double[rows.columns()];
        double[] signal = absence.signals().column(concept);
        for (int p = 0; p < rows.rows(); p++) {
            double amount = found.amounts().get(p, concept);
            for (int d = 0; amount != 0 && d < fall.length; d++) {
                double before = rows.get(p, d);
                fall[d] += (before - limited(before - amount * signal[d])) / rows.rows();
            }
        }
        return fall;
    }

    /**
     * By how much logits of an image fall when one concept is removed; in closed form, in double precision, if the head is
     * linear.
     *
     * @param head bound to the image
     * @param type of the numbers that the head takes
     * @param logits of the image; not used if the head is linear
     * @param wanted classes
     * @return one number per wanted class
     */
    public double[] logitFalls(
            Matrix rows, Found found, int concept, Head head, DType type, double[] logits, int... wanted) {
        Optional<LinearReadout> linear = head.linear();
        if (linear.isPresent()) {
            Matrix vectors = linear.get().classVectors();
            double[] change = fall(rows, found, concept);
            return Arrays.stream(wanted)
                    .mapToDouble(label -> IntStream.range(0, change.length)
                            .mapToDouble(d -> change[d] * vectors.get(d, label))
                            .sum())
                    .toArray();
        }
        double[] without =
                head.logits(Tensor.of(without(rows, found, concept), type)).toDoubles();
        return Arrays.stream(wanted)
                .mapToDouble(label -> logits[label] - without[label])
                .toArray();
    }

    private double limited(double value) {
        return Math.min(activation.largest(), Math.max(activation.smallest(), value));
    }

    /** The patches without some concepts, each removed independently of the others. */
    public Matrix without(Matrix rows, Found found, int... concepts) {
        Matrix moved = rows.copy();
        Matrix signals = absence.signals();
        for (int p = 0; p < rows.rows(); p++) {
            for (int i : concepts) {
                double amount = found.amounts().get(p, i);
                if (amount != 0) {
                    for (int d = 0; d < rows.columns(); d++) {
                        moved.set(p, d, moved.get(p, d) - amount * signals.get(d, i));
                    }
                }
            }
        }
        for (int k = 0; k < moved.values().length; k++) {
            moved.values()[k] = limited(moved.values()[k]);
        }
        return moved;
    }

    /**
     * The level of each concept on patches without it, and the directions along which concepts are removed: the reference
     * of explanations by removal.
     *
     * @param levels a_i: mean of w_i.x over the patches on which detector i does not fire
     * @param signals D x I, scaled so that w_i.s_i = 1; a zero column where a concept cannot be removed
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record TypicalAbsence(double[] levels, Matrix signals) {
        public TypicalAbsence {
            if (levels.length != signals.columns()) {
                throw new IllegalArgumentException("levels of " + levels.length + " concepts and signal vectors of "
                        + signals.columns() + " do not go together");
            }
        }
    }
}
