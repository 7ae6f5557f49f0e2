package org.eddp.health;

import java.util.List;

/** Measurements of directions; the components are those of {@link Health}. */
record Measurements(
        int concepts,
        int width,
        long patches,
        int cells,
        double orthogonality,
        double alignment,
        Double condition,
        double coverage,
        double redundancy,
        List<Health.Detector> detectors,
        List<Health.Duplicate> duplicates,
        List<Health.Explanations> explanations,
        Health.Stability stability) {
    /** Detectors that never fire. */
    long silent() {
        return detectors.stream().filter(d -> d.patches() == 0).count();
    }
}
