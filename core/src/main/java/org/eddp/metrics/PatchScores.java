package org.eddp.metrics;

import java.util.Arrays;
import java.util.function.BiConsumer;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.labels.Labels.DetectorGroups;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/** Scores of every detector, or group of them, on all patches at once, for choosing thresholds. */
record PatchScores(FeatureSource features, Detectors detectors, DetectorGroups groups, Workers workers) {
    private static final long READ_ELEMENTS = 1 << 20;
    /** Scores held at a time; groups are gone through in parts so that any set fits into memory. */
    private static final long HELD_SCORES = 1 << 26;

    /**
     * Hands the scores of every group on all patches to {@code action}, on several threads. A group's score is the largest
     * p of its members.
     */
    static void forEach(
            FeatureSource features,
            Detectors detectors,
            DetectorGroups groups,
            Workers workers,
            Monitor monitor,
            BiConsumer<Integer, float[]> action) {
        PatchScores all = new PatchScores(features, detectors, groups, workers);
        int atOnce = (int) Math.max(1, Math.min(groups.count(), HELD_SCORES / features.patches()));
        for (int first = 0; first < groups.count(); first += atOnce) {
            monitor.check("scoring patches");
            int begin = first;
            int count = Math.min(atOnce, groups.count() - first);
            float[][] values = all.read(first, count);
            workers.forEachAhead(
                    count,
                    k -> {
                        action.accept(begin + k, values[k]);
                        return k;
                    },
                    k -> {});
            monitor.onProgress((long) first + count, groups.count());
        }
    }

    private float[][] read(int first, int count) {
        float[][] values = new float[count][Math.toIntExact(features.patches())];
        int[][] members = new int[count][];
        for (int k = 0; k < count; k++) {
            members[k] = groups.members().get(first + k);
            Arrays.fill(values[k], Float.NEGATIVE_INFINITY);
        }
        ImageStream.of(features, Math.max(features.width(), detectors.concepts()), READ_ELEMENTS)
                .forEachAhead(
                        workers,
                        range -> {
                            float[] scores = detectors.scores(range.rows()).toFloats();
                            for (int k = 0; k < count; k++) {
                                largest(scores, members[k], values[k], range.firstPatch());
                            }
                            return range.first();
                        },
                        done -> {});
        return values;
    }

    /** Writes the largest score among some detectors, for every patch of a range. */
    private void largest(float[] scores, int[] members, float[] values, int firstPatch) {
        for (int p = 0; p < scores.length / detectors.concepts(); p++) {
            values[firstPatch + p] = largest(scores, p * detectors.concepts(), members);
        }
    }

    /** The largest score among some detectors, of the patch whose scores begin at {@code from}. */
    static float largest(float[] scores, int from, int[] members) {
        float best = Float.NEGATIVE_INFINITY;
        for (int member : members) {
            best = Math.max(best, scores[from + member]);
        }
        return best;
    }
}
