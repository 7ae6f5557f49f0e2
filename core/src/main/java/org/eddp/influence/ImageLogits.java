package org.eddp.influence;

import java.util.Arrays;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.features.Head;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/** The logits of images before features are moved. */
record ImageLogits(Head head, FeatureSource source) {
    private static final int IMAGES_AT_ONCE = 512;

    /** Logits of some consecutive images. A feature set holds the network's own; those of other sources are computed. */
    Tensor of(int first, int count) {
        if (source instanceof FeatureSet set) {
            return set.logits(first, count);
        }
        Batch batch = source.range(first, count);
        return head.on(batch, 0, count).logits(batch.rows(0, count));
    }

    /** The mean probability of every class over all images. */
    double[] meanProbabilities() {
        double[] means = null;
        for (int first = 0; first < source.images(); first += IMAGES_AT_ONCE) {
            int count = Math.min(IMAGES_AT_ONCE, source.images() - first);
            try (Scope scope = Scope.open()) {
                Tensor logits = of(first, count);
                int classes = logits.size(1);
                double[] values = logits.toDoubles();
                means = means == null ? new double[classes] : means;
                for (int n = 0; n < count; n++) {
                    double[] own = Arrays.copyOfRange(values, n * classes, (n + 1) * classes);
                    double[] probabilities = head.outputs().probabilities(own);
                    for (int k = 0; k < classes; k++) {
                        means[k] += probabilities[k] / source.images();
                    }
                }
            }
        }
        return means;
    }
}
