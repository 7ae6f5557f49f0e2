package org.eddp.intervene;

import java.util.LinkedHashMap;
import java.util.Map;
import org.eddp.features.PatchLayer;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * A network before and after corrections, on labelled images. The part below the layer is computed once per image for all of
 * them.
 */
public final class CorrectionStudy {
    /** The name of the network as it is, among the results. */
    public static final String ORIGINAL = "original";

    private final PatchLayer layer;
    private final Map<String, Correction.CorrectedCut> corrected = new LinkedHashMap<>();
    private final Map<String, Confusion> found = new LinkedHashMap<>();
    private final Correction itself;
    private final long[] firing;
    private long patches;

    /**
     * A study.
     *
     * @param corrections by name: the correction itself first, then controls
     */
    public CorrectionStudy(PatchLayer layer, Map<String, Correction> corrections) {
        if (corrections.containsKey(ORIGINAL)) {
            throw new IllegalArgumentException("no correction may be called '" + ORIGINAL + "'; rename it");
        }
        this.layer = layer;
        itself = corrections.values().iterator().next();
        firing = new long[itself.suppressions().size()];
        corrections.forEach((name, correction) -> corrected.put(name, new Correction.CorrectedCut(layer, correction)));
    }

    /**
     * Adds images.
     *
     * @param images preprocessed, n x channels x height x width
     * @param labels their classes
     */
    public void add(Tensor images, int[] labels) {
        predict(images, labels);
    }

    /**
     * Adds images.
     *
     * @return the classes they are taken for, by the name of the network, that as it is first
     */
    public Map<String, int[]> predict(Tensor images, int[] labels) {
        Map<String, int[]> predictions = new LinkedHashMap<>();
        try (Scope scope = Scope.open()) {
            Tensor features = layer.cut().lower(images);
            Tensor rows = layer.rows(features);
            long[] fires = itself.firing(rows);
            for (int i = 0; i < fires.length; i++) {
                firing[i] += fires[i];
            }
            patches += rows.size(0);
            predictions.put(ORIGINAL, count(ORIGINAL, layer.cut().upper(features), labels));
            corrected.forEach((name, cut) -> predictions.put(name, count(name, cut.upper(features), labels)));
        }
        return predictions;
    }

    private int[] count(String name, Tensor logits, int[] labels) {
        double[] best = logits.argmax(1).toDoubles();
        int[] predicted = new int[best.length];
        for (int n = 0; n < best.length; n++) {
            predicted[n] = (int) best[n];
        }
        found.merge(name, Confusion.of(logits.size(1), labels, predicted), Confusion::plus);
        return predicted;
    }

    /** On how many patches the detector of each concept of the correction itself fired so far. */
    public long[] firing() {
        return firing.clone();
    }

    /** Patches so far. */
    public long patches() {
        return patches;
    }

    /** What was counted so far, the network as it is first. */
    public Map<String, Confusion> results() {
        return new LinkedHashMap<>(found);
    }
}
