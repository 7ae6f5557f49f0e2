package org.eddp.health;

import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Which detectors fire on which patches, counted in one pass.
 *
 * @param together patches on which two detectors fire, I x I; on the diagonal, those on which one does
 * @param shares mean over the patches of y^gamma, per detector
 * @param covered patches on which any detector fires
 */
record FiringCounts(Matrix together, double[] shares, double covered) {
    private static final int TILE_ELEMENTS = 1 << 20;

    /**
     * Counts over all images.
     *
     * @param sharpening gamma of the shares
     */
    static FiringCounts of(
            FeatureSource source, Detectors detectors, double sharpening, Workers workers, Monitor monitor) {
        int concepts = detectors.concepts();
        Matrix together = new Matrix(concepts, concepts);
        double[] shares = new double[concepts];
        double[] covered = new double[1];
        ImageStream.of(source, Math.max(source.width(), concepts), TILE_ELEMENTS)
                .watchedBy(monitor, "counting where detectors fire")
                .forEach(
                        workers,
                        range -> {
                            Tensor scores = detectors.scores(range.rows());
                            Tensor fires = scores.greaterThan(0);
                            Tensor any = fires.sum(1).greaterThan(0);
                            return new Tensor[] {
                                fires.t().mm(fires),
                                scores.sigmoid().pow(sharpening).sum(0),
                                any.sum()
                            };
                        },
                        counts -> {
                            counts[0].addTo(together.values());
                            counts[1].addTo(shares);
                            covered[0] += counts[2].item();
                        });
        return new FiringCounts(
                together, Matrix.row(shares).times(1.0 / source.patches()).values(), covered[0]);
    }

    /** Patches on which a detector fires. */
    long patches(int concept) {
        return Math.round(together.get(concept, concept));
    }

    /** Patches on which both fire, as a share of those on which one does; 0 if both are silent. */
    double overlap(int first, int second) {
        double both = together.get(first, second);
        double either = together.get(first, first) + together.get(second, second) - both;
        return either == 0 ? 0 : both / either;
    }
}
