package org.eddp.influence;

import java.util.ArrayList;
import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.features.FeatureSource;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Stopped;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Scores the signal vectors of a run and tests every (concept, class) pair for significance.
 *
 * <p>A pair is significant when the share of the concept's noise signal vectors with |S| at least as large is below the
 * level. With 100 noise vectors and more than five pairs only a share of zero passes, so most tests end at their first exceedance:
 * noise vectors are made in groups, and none are made any more once all classes of a concept have failed.
 */
record InfluenceSignificance(
        FeatureSource source,
        Directions directions,
        Sensitivity sensitivity,
        InfluenceOptions options,
        Workers workers,
        Monitor monitor) {
    /** Elements of the samples held at a time. */
    private static final long HELD_ELEMENTS = 1 << 26;

    /** The test: see {@link Influence#test}. */
    Influence run() {
        Sensitivity.Measured measured = sensitivity.measure(directions.signals());
        Matrix scores = measured.scores();
        ConceptSamples samples = ConceptSamples.draw(
                source,
                directions.detectors(),
                options.noise().samples(),
                options.noise().seed(),
                workers);
        long perConcept = (long) options.noise().samples() * source.width();
        int block = (int) Math.max(workers.threads(), HELD_ELEMENTS / perConcept);
        List<Tally> tallies = new ArrayList<>();
        for (int first = 0; first < directions.concepts(); first += block) {
            int start = first;
            int count = Math.min(block, directions.concepts() - first);
            float[][] rows = samples.rows(first, count, workers);
            workers.forEach(count, i -> test(start + i, rows[i], scores), tally -> {
                tallies.add(tally);
                monitor.onProgress(tallies.size(), directions.concepts());
            });
        }
        return Influence.of(options, sensitivity.images(), measured, tallies);
    }

    /**
     * What noise vectors said of one concept.
     *
     * @param exceedances per class, among those tried
     * @param tried noise vectors, without those that are undefined
     */
    record Tally(int[] exceedances, int tried) {}

    private Tally test(int concept, float[] sample, Matrix scores) {
        if (monitor.stopRequested()) {
            throw new Stopped("stopped at concept " + concept + " of " + directions.concepts());
        }
        int classes = sensitivity.classes();
        int[] exceedances = new int[classes];
        if (!directions.hasSignal(concept) || sample.length < 4L * source.width()) {
            return new Tally(exceedances, 0);
        }
        InfluenceOptions.Noise noise = options.noise();
        double level = options.significance() / ((double) directions.concepts() * classes);
        Tensor rows = Tensor.of(sample, sample.length / source.width(), source.width());
        int tried = 0;
        for (int first = 0; first < noise.directions(); first += noise.group()) {
            int count = Math.min(noise.group(), noise.directions() - first);
            Matrix vectors = NoiseSignals.of(rows, concept, first, count, noise);
            double[] lengths = vectors.columnNorms();
            Matrix found = sensitivity.scores(vectors);
            for (int d = 0; d < count; d++) {
                if (lengths[d] > 0) {
                    tried++;
                    for (int k = 0; k < classes; k++) {
                        exceedances[k] += Math.abs(found.get(d, k)) >= Math.abs(scores.get(concept, k)) ? 1 : 0;
                    }
                }
            }
            if (allFailed(exceedances, noise.directions(), level)) {
                break;
            }
        }
        return new Tally(exceedances, tried);
    }

    /** Whether no class can pass any more, were there no further exceedance. */
    private static boolean allFailed(int[] exceedances, int all, double level) {
        for (int count : exceedances) {
            if (count / (double) all < level) {
                return false;
            }
        }
        return true;
    }
}
