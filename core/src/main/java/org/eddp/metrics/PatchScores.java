package org.eddp.metrics;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiConsumer;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.labels.Concept;
import org.eddp.labels.DetectorGroups;
import org.eddp.labels.PatchLabels;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/**
 * Binary classification of patches: every detector (or group of them) against the concept it is labelled with, on the
 * patches of images annotated for the concept's category.
 */
record PatchScores(FeatureSource features, Detectors detectors, DetectorGroups groups, Workers workers) {
    private static final long READ_ELEMENTS = 1 << 20;
    /** Scores held at a time; groups are gone through in parts so that any set fits into memory. */
    private static final long HELD_SCORES = 1 << 26;

    /**
     * Scores groups of detectors.
     *
     * @param concepts the label of every group, null where there is none
     */
    public static BinaryScores[] of(
            FeatureSource features,
            Detectors detectors,
            DetectorGroups groups,
            List<Concept> concepts,
            PatchLabels labels,
            Workers workers,
            Monitor monitor) {
        BinaryScores[] scores = new BinaryScores[groups.count()];
        Arrays.fill(scores, BinaryScores.NONE);
        forEach(features, detectors, groups, workers, monitor, (group, values) -> {
            Concept concept = concepts.get(group);
            if (concept != null) {
                scores[group] = score(values, labels.positive(concept), labels.known(concept.category()));
            }
        });
        return scores;
    }

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
            float best = Float.NEGATIVE_INFINITY;
            for (int member : members) {
                best = Math.max(best, scores[p * detectors.concepts() + member]);
            }
            values[firstPatch + p] = best;
        }
    }

    /** Scores of the patches that are known; the others are left out. */
    static BinaryScores score(float[] values, BitSet positive, BitSet known) {
        float[] kept = new float[known.cardinality()];
        BitSet truth = new BitSet();
        long hits = 0;
        long alarms = 0;
        int count = 0;
        for (int p = known.nextSetBit(0); p >= 0; p = known.nextSetBit(p + 1)) {
            boolean shows = positive.get(p);
            hits += values[p] > 0 && shows ? 1 : 0;
            alarms += values[p] > 0 && !shows ? 1 : 0;
            truth.set(count, shows);
            kept[count++] = values[p];
        }
        return new BinaryScores(hits, alarms, truth.cardinality() - hits, AveragePrecision.of(kept, truth));
    }
}
