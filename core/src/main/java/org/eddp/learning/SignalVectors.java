package org.eddp.learning;

import org.eddp.directions.Detectors;
import org.eddp.directions.LossOptions;
import org.eddp.directions.step.SignalMoments;
import org.eddp.directions.step.TiledStep;
import org.eddp.features.FeatureSource;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/** Signal vectors of detectors that came without any: cov[x, z] / var[z] over the patches on which a detector fires. */
public final class SignalVectors {
    private static final int CHUNK_ELEMENTS = 1 << 24;

    private SignalVectors() {}

    /**
     * Estimates them in one pass over a set.
     *
     * @return D x I; a zero column where a detector fires on fewer than two patches, or on equal ones
     */
    public static Matrix of(FeatureSource source, Detectors detectors, Workers workers, Monitor monitor) {
        SignalMoments moments = new SignalMoments(detectors.concepts(), detectors.width());
        int perImage = source.grid().cells() * Math.max(source.width(), detectors.concepts());
        int chunk = Math.max(1, CHUNK_ELEMENTS / perImage);
        // the constants of the losses play no part in moments
        LossOptions unused = LossOptions.withShares(0.5, 0.5);
        try (TiledStep tiled =
                new TiledStep(unused, null, Activation.IDENTITY, workers, TiledStep.DEFAULT_TILE_ELEMENTS)) {
            for (int first = 0; first < source.images(); first += chunk) {
                monitor.check("estimating signal vectors");
                int count = Math.min(chunk, source.images() - first);
                try (Scope scope = Scope.open()) {
                    moments.merge(tiled.moments(source.range(first, count), detectors, true));
                }
                monitor.onProgress((long) first + count, source.images());
            }
        }
        return moments.signalVectors();
    }
}
