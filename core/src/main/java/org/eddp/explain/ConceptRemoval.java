package org.eddp.explain;

import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.features.Grid;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Matrix;

/**
 * Takes concepts out of the patches of an image: x' = x - u_i s_i, limited to what the layer's activation can produce, with u_i
 * such that w_i.(x - u_i s_i) is the level of typical absence. Applying the activation itself would be the same for ReLU and ReLU6;
 * SiLU would change patches that have no concept.
 *
 * <p>A concept is taken out where its detector fires, and on the eight patches around each of these as far as it reads more
 * than absence there: a thing in a picture changes the patches beside it too, often without making the detector fire. Without
 * the neighbours half of a known change of a picture goes unnoticed; with all patches of the picture, its other content is
 * counted as well (docs/truth.md).
 */
final class ConceptRemoval {
    private final Directions directions;
    private final Grid grid;
    private final Activation activation;
    private final TypicalAbsence absence;
    private final double[] scales;

    ConceptRemoval(Directions directions, Grid grid, Activation activation, TypicalAbsence absence) {
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
     * What is in an image.
     *
     * @param fires patches x I: whether the detector fires
     * @param amounts u, patches x I: how far along its signal vector each concept is above its absence; 0 where it is not
     *     taken out
     */
    record Found(boolean[][] fires, Matrix amounts) {
        /** Concepts that fire on some patch and can be taken out, in order. */
        int[] concepts() {
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
        Matrix readings = rows.times(directions.filters());
        int concepts = directions.concepts();
        boolean[][] fires = new boolean[rows.rows()][concepts];
        Matrix amounts = new Matrix(rows.rows(), concepts);
        for (int p = 0; p < rows.rows(); p++) {
            for (int i = 0; i < concepts; i++) {
                fires[p][i] = readings.get(p, i) > directions.thresholds()[i];
            }
        }
        for (int i = 0; i < concepts; i++) {
            for (int p = 0; p < rows.rows(); p++) {
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

    /** The directions along which concepts are taken out, D x I. */
    Matrix signals() {
        return absence.signals();
    }

    /** The patches without some concepts, each taken out on its own account. */
    Matrix without(Matrix rows, Found found, int... concepts) {
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
            moved.values()[k] = Math.min(activation.largest(), Math.max(activation.smallest(), moved.values()[k]));
        }
        return moved;
    }
}
