package org.eddp.baselines.runs;

import org.eddp.features.Batch;
import org.eddp.features.FeatureSource;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;

/** The mean patch of a set. */
final class FeatureMean {
    private static final int CHUNK_ELEMENTS = 1 << 22;

    private FeatureMean() {}

    static double[] of(FeatureSource source) {
        double[] sum = new double[source.width()];
        int chunk = Math.max(1, CHUNK_ELEMENTS / source.width() / source.grid().cells());
        for (int first = 0; first < source.images(); first += chunk) {
            try (Scope scope = Scope.open()) {
                Batch batch = source.range(first, Math.min(chunk, source.images() - first));
                batch.rows(0, batch.images()).to(DType.FLOAT64).sum(0).addTo(sum);
            }
        }
        return Matrix.row(sum).times(1.0 / source.patches()).values();
    }
}
