package org.eddp.faithfulness;

import org.eddp.directions.Detectors;
import org.eddp.directions.LossOptions;
import org.eddp.directions.step.SignalMoments;
import org.eddp.directions.step.TiledStep;
import org.eddp.features.FeatureSource;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/** Signal vectors of given detectors over a whole set, with sub-sampling as learned or without it for comparison. */
public final class SignalEstimates {
    private static final long CHUNK_ELEMENTS = 1 << 24;

    private SignalEstimates() {}

    /**
     * Estimates signal vectors.
     *
     * @param subsampling take only patches where the detector fires
     * @return D x I; a zero column where a concept has none
     */
    public static Matrix of(FeatureSource source, Detectors detectors, boolean subsampling, Workers workers) {
        SignalMoments moments = new SignalMoments(detectors.concepts(), detectors.width());
        int chunk = (int)
                Math.max(1, CHUNK_ELEMENTS / source.grid().cells() / Math.max(source.width(), detectors.concepts()));
        LossOptions unused = LossOptions.withShares(1.0 / Math.max(2, detectors.concepts()), 0.5);
        try (TiledStep tiled =
                new TiledStep(unused, null, Activation.IDENTITY, workers, TiledStep.DEFAULT_TILE_ELEMENTS)) {
            for (int first = 0; first < source.images(); first += chunk) {
                try (Scope scope = Scope.open()) {
                    moments.merge(tiled.moments(
                            source.range(first, Math.min(chunk, source.images() - first)), detectors, subsampling));
                }
            }
        }
        return moments.signalVectors();
    }
}
