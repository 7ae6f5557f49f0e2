package org.eddp.explain;

import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.files.Json;
import org.eddp.tensor.Matrix;

/**
 * How well the concepts of a run can be told apart: the condition number of W^T S. It is the identity where every signal vector
 * moves its own detector and no other. The larger its condition number, the more the contributions of concepts trade against
 * each other.
 *
 * @param concepts those that have a signal vector; the others take no part
 * @param features width D of the layer
 * @param condition largest over smallest singular value; null if the matrix is singular
 */
public record Conditioning(
        int concepts, int features, @Json.MayBeNull Double condition) {
    /** Up to here concepts can be told apart. */
    public static final double GOOD = 100;
    /** From here on they can hardly be told apart. */
    public static final double BAD = 1000;

    /** Relative size below which a singular value counts as zero. */
    private static final double CUTOFF = 1e-10;

    /** Of the directions of a run. */
    public static Conditioning of(Directions directions) {
        int[] used = IntStream.range(0, directions.concepts())
                .filter(directions::hasSignal)
                .toArray();
        int features = directions.filters().rows();
        if (used.length == 0) {
            return new Conditioning(0, features, null);
        }
        Matrix all = directions.filters().transposeTimes(directions.signals());
        double[] values = select(all, used).svd().singularValues();
        double smallest = values[values.length - 1];
        boolean singular = smallest <= CUTOFF * values[0];
        return new Conditioning(used.length, features, singular ? null : values[0] / smallest);
    }

    /** Some rows and the same columns of a square matrix. */
    private static Matrix select(Matrix square, int[] chosen) {
        Matrix part = new Matrix(chosen.length, chosen.length);
        for (int r = 0; r < chosen.length; r++) {
            for (int c = 0; c < chosen.length; c++) {
                part.set(r, c, square.get(chosen[r], chosen[c]));
            }
        }
        return part;
    }

    /** Whether concepts can be told apart. */
    public boolean good() {
        return condition != null && condition <= GOOD;
    }

    /** Whether they can hardly be told apart. */
    public boolean bad() {
        return condition == null || condition >= BAD;
    }

    /** Whether there are as many concepts as features, so that concepts can span all a patch has. */
    public boolean spansAll() {
        return concepts >= features;
    }
}
