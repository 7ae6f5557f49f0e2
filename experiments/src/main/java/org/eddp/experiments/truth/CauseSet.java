package org.eddp.experiments.truth;

import java.util.BitSet;
import java.util.List;
import org.eddp.features.DenseFeatures;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;

/**
 * Pictures with the known patches of every cause.
 *
 * @param features of the pictures
 * @param names of the pictures
 * @param labels classes of the pictures
 * @param shown for every cause the patches that show it, counted through all pictures
 */
record CauseSet(DenseFeatures features, List<String> names, int[] labels, List<BitSet> shown) {
    /** The patches of one picture, cells x D. */
    Matrix rows(int picture) {
        try (Scope scope = Scope.open()) {
            return features.rows(picture, 1).toMatrix();
        }
    }

    /** The cells of a picture that show a cause. */
    BitSet cells(int cause, int picture) {
        int cells = features.grid().cells();
        return shown.get(cause).get(picture * cells, (picture + 1) * cells);
    }
}
