package org.eddp.baselines;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.eddp.baselines.BaselineMethod.Fit;
import org.eddp.directions.Detectors;
import org.eddp.directions.Directions;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureStatistics;
import org.eddp.labels.Concept;
import org.eddp.labels.PatchLabels;
import org.eddp.labels.PatternCavs;
import org.eddp.metrics.SupervisedThresholds;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;

/**
 * Directions learned from labels, one per concept that enough patches of the train split show.
 *
 * <ul>
 *   <li>IBD (Zhou et al., "Interpretable Basis Decomposition for Visual Explanation"): a linear classifier per concept
 *       ({@link ConceptClassifier}); signal vectors from the patches on which it fires.
 *   <li>Pattern-CAV (Pahde et al., "Navigating Neural Space"): the encoding direction cov(x, y) / var(y) for the labels
 *       y, which for labels 0 and 1 is the difference of the two means ({@link PatternCavs}). It has no detector; here
 *       features are projected onto it, with the threshold that gives the largest F1 on the train split.
 * </ul>
 */
final class SupervisedDirections {
    private SupervisedDirections() {}

    static Fit ibd(BaselineMethod.Data data, BaselineOptions options, Workers workers, Monitor monitor) {
        PatchLabels labels = labels(data, options, workers, monitor.part(0, 0.2));
        List<Concept> concepts = concepts(labels, options.supervised());
        FeatureSource features = data.labelled().features();
        Detectors detectors = ConceptClassifier.all(
                features, concepts, labels, options.supervised(), options.seed(), workers, monitor.part(0.2, 0.98));
        Directions directions = Decompositions.withSignals(features, detectors, workers, monitor.part(0.98, 1));
        return new Fit(directions, details(concepts), concepts);
    }

    static Fit patternCavs(BaselineMethod.Data data, BaselineOptions options, Workers workers, Monitor monitor) {
        PatchLabels labels = labels(data, options, workers, monitor.part(0, 0.6));
        List<Concept> concepts = concepts(labels, options.supervised());
        FeatureSource features = data.labelled().features();
        Matrix patterns = PatternCavs.of(features, concepts, labels, workers);
        double[] lengths = patterns.columnNorms();
        double[] inverse = new double[lengths.length];
        for (int i = 0; i < lengths.length; i++) {
            if (!(lengths[i] > 0)) {
                throw new InvalidInput("patches with and without " + concepts.get(i)
                        + " have the same mean, so there is no Pattern-CAV; leave this concept out");
            }
            inverse[i] = 1 / (lengths[i] * lengths[i]);
        }
        // filters such that w.s = 1, as everywhere
        Detectors zero = new Detectors(patterns.scaleColumns(inverse), new double[lengths.length]);
        Detectors detectors = SupervisedThresholds.of(features, zero, concepts, labels, workers, monitor.part(0.6, 1));
        Directions directions =
                new Directions(detectors.filters(), detectors.thresholds(), patterns, FeatureStatistics.mean(features));
        return new Fit(directions, details(concepts), concepts);
    }

    private static PatchLabels labels(
            BaselineMethod.Data data, BaselineOptions options, Workers workers, Monitor monitor) {
        return PatchLabels.of(
                data.labelled(), data.concepts(), options.supervised().rule(), workers, monitor);
    }

    /** Concepts that enough patches show, and not all of them. */
    private static List<Concept> concepts(PatchLabels labels, BaselineOptions.Supervised options) {
        List<Concept> enough = new ArrayList<>();
        for (Concept concept : new TreeSet<>(labels.concepts())) {
            int shown = labels.positive(concept).cardinality();
            if (shown >= options.leastPositives()
                    && shown < labels.known(concept.category()).cardinality()) {
                enough.add(concept);
            }
        }
        if (enough.isEmpty()) {
            throw new InvalidInput("no concept is shown by at least " + options.leastPositives()
                    + " patches of the train split and absent from others; use more images, or ask for fewer patches");
        }
        return enough;
    }

    private static Map<String, Object> details(List<Concept> concepts) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("concepts", concepts.size());
        return details;
    }
}
