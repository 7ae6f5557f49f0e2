package org.eddp.report.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.eddp.labels.Concept;
import org.eddp.metrics.Metrics;
import org.eddp.metrics.Metrics.DetectorMetrics;

/**
 * One set of scores per concept, over all its detectors, so that two runs can be compared concept by concept.
 *
 * @param run its name
 * @param byConcept the scores of its classifier of each concept
 */
record ConceptScores(String run, Map<Concept, DetectorMetrics> byConcept) {

    /**
     * The scores of a run.
     *
     * @param combined scores of detectors combined by name; null if they were not measured, which only matters if two
     *     detectors of the run have the same name
     * @return empty if there are several detectors of a name and they were not combined
     */
    static Optional<ConceptScores> of(String run, Metrics single, Metrics combined) {
        Map<Concept, DetectorMetrics> scores = new TreeMap<>();
        for (DetectorMetrics detector : (combined != null ? combined : single).detectors()) {
            if (detector.concept() != null && scores.put(detector.concept(), detector) != null) {
                return Optional.empty();
            }
        }
        return Optional.of(new ConceptScores(run, scores));
    }

    /** The concepts that another run has too. */
    List<Concept> shared(ConceptScores other) {
        List<Concept> shared = new ArrayList<>(byConcept.keySet());
        shared.retainAll(other.byConcept.keySet());
        return shared;
    }
}
