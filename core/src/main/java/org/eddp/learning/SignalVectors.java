package org.eddp.learning;

import org.eddp.directions.Detectors;
import org.eddp.directions.LossOptions;
import org.eddp.directions.step.SignalMoments;
import org.eddp.directions.step.TiledStep;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;

/** Signal vectors for detectors without any: cov[x, z] / var[z] over the patches on which a detector fires. */
public final class SignalVectors {
    private static final int CHUNK_ELEMENTS = 1 << 24;

    private SignalVectors() {}

    /**
     * Estimates them in one pass over a set.
     *
     * @return D x I; a zero column where a detector fires on fewer than two patches, or on equal ones
     */
    public static Matrix of(FeatureSource source, Detectors detectors, Workers workers, Monitor monitor) {
        return of(source, detectors, true, workers, monitor);
    }

    /**
     * Estimates them with sub-sampling, or without it for comparison.
     *
     * @param subsampling take only patches where the detector fires
     */
    public static Matrix of(
            FeatureSource source, Detectors detectors, boolean subsampling, Workers workers, Monitor monitor) {
        // the constants of the losses play no part in moments
        LossOptions unused = LossOptions.of(0.5, 0.5);
        try (TiledStep tiled =
                new TiledStep(unused, null, Activation.IDENTITY, workers, TiledStep.DEFAULT_TILE_ELEMENTS)) {
            ImageStream stream = ImageStream.of(source, Math.max(source.width(), detectors.concepts()), CHUNK_ELEMENTS)
                    .watchedBy(monitor, "estimating signal vectors");
            return moments(stream, tiled, detectors, subsampling).signalVectors();
        }
    }

    /** Moments of all patches of a stream. */
    static SignalMoments moments(ImageStream stream, TiledStep tiled, Detectors detectors, boolean subsampling) {
        SignalMoments moments = new SignalMoments(detectors.concepts(), detectors.width());
        stream.forEach(range -> moments.merge(tiled.moments(range.batch(), detectors, subsampling)));
        return moments;
    }
}
