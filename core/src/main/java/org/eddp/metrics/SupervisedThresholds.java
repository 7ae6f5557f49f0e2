package org.eddp.metrics;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.labels.Concept;
import org.eddp.labels.Labels.DetectorGroups;
import org.eddp.labels.PatchLabels;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/**
 * Thresholds chosen with supervision: of each direction the one that gives the largest F1 for its concept. Shows how
 * well a direction is aligned with the concept, independently of its learned threshold.
 */
public final class SupervisedThresholds {
    private SupervisedThresholds() {}

    /**
     * Chooses thresholds on the patches of images annotated for the concepts' categories.
     *
     * @param detectors their filters are kept; so are the thresholds of those without a concept, or whose concept no patch
     *     shows
     * @param concepts of every detector, null where there is none
     */
    public static Detectors of(
            FeatureSource features,
            Detectors detectors,
            List<Concept> concepts,
            PatchLabels labels,
            Workers workers,
            Monitor monitor) {
        double[] thresholds = detectors.thresholds().clone();
        DetectorGroups single = DetectorGroups.single(detectors.concepts());
        PatchScores.forEach(features, detectors, single, workers, monitor, (i, scores) -> {
            Concept concept = concepts.get(i);
            if (concept != null) {
                thresholds[i] += best(scores, labels.positive(concept), labels.known(concept.category()));
            }
        });
        return new Detectors(detectors.filters(), thresholds);
    }

    /** The score above which patches must lie for the largest F1, halfway to the next lower one; 0 if none is positive. */
    static double best(float[] scores, BitSet positive, BitSet known) {
        int[] patches = known.stream().toArray();
        Integer[] order = new Integer[patches.length];
        Arrays.setAll(order, k -> patches[k]);
        Arrays.sort(order, (a, b) -> Float.compare(scores[b], scores[a]));
        long shown = 0;
        for (int patch : patches) {
            shown += positive.get(patch) ? 1 : 0;
        }
        if (shown == 0) {
            return 0;
        }
        double bestF1 = -1;
        double threshold = 0;
        long hits = 0;
        for (int k = 0; k < order.length; k++) {
            hits += positive.get(order[k]) ? 1 : 0;
            double score = scores[order[k]];
            boolean last = k == order.length - 1;
            if (!last && scores[order[k + 1]] == score) {
                continue; // equal scores cannot be told apart
            }
            double f1 = 2.0 * hits / (k + 1 + shown);
            if (f1 > bestF1) {
                bestF1 = f1;
                double next = last ? score - Math.max(1, Math.abs(score)) : scores[order[k + 1]];
                threshold = score - (score - next) / 2;
            }
        }
        return threshold;
    }
}
