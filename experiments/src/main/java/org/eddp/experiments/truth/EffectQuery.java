package org.eddp.experiments.truth;

import java.util.BitSet;
import org.eddp.features.Head;
import org.eddp.tensor.Matrix;

/**
 * How much does a cause add to the logit of a class in a picture?
 *
 * @param rows patches of the picture with the cause, cells x D
 * @param cells the cells that show the cause; only methods that are told the region may ask for them
 * @param cause its number
 * @param head whose logit it is; pooling and one linear layer
 * @param label the class
 */
record EffectQuery(Matrix rows, BitSet cells, int cause, Head head, int label) {
    /** w_c. */
    double[] classVector() {
        return head.linear().orElseThrow().classVectors().column(label);
    }

    /** w_c.v for every column v. */
    double[] relations(Matrix columns) {
        return Matrix.row(classVector()).times(columns).values();
    }
}
