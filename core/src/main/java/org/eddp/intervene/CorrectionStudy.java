package org.eddp.intervene;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.eddp.features.PatchLayer;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;
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
    private final Map<String, LabelCounts> labelsFound = new LinkedHashMap<>();
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
        return forEachNetwork(images, (name, logits) -> count(name, logits, labels));
    }

    /**
     * Adds images of a network whose outputs are independent labels.
     *
     * @param labels of every image
     * @return the labels found on them, by the name of the network, that as it is first
     */
    public Map<String, int[][]> predictLabels(Tensor images, int[][] labels) {
        return forEachNetwork(images, (name, logits) -> {
            Prediction[] predictions = Prediction.of(OutputKind.LABELS, logits.toDoubles(), logits.size(1));
            int[][] predicted =
                    Arrays.stream(predictions).map(Prediction::predicted).toArray(int[][]::new);
            labelsFound.merge(name, LabelCounts.of(logits.size(1), labels, predicted), LabelCounts::plus);
            return predicted;
        });
    }

    private <T> Map<String, T> forEachNetwork(Tensor images, BiFunction<String, Tensor, T> count) {
        Map<String, T> predictions = new LinkedHashMap<>();
        try (Scope scope = Scope.open()) {
            Tensor features = layer.cut().lower(images);
            Tensor rows = layer.rows(features);
            long[] fires = itself.firing(rows);
            for (int i = 0; i < fires.length; i++) {
                firing[i] += fires[i];
            }
            patches += rows.size(0);
            predictions.put(ORIGINAL, count.apply(ORIGINAL, layer.cut().upper(features)));
            corrected.forEach((name, cut) -> predictions.put(name, count.apply(name, cut.upper(features))));
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

    /** What was counted of labels so far, the network as it is first. */
    public Map<String, LabelCounts> labelResults() {
        return new LinkedHashMap<>(labelsFound);
    }

    /** What was counted so far, the network as it is first. */
    public Map<String, Confusion> results() {
        return new LinkedHashMap<>(found);
    }
}
