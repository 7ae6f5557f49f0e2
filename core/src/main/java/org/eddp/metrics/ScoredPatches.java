package org.eddp.metrics;

import java.util.ArrayList;
import java.util.List;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.metrics.PatchScoring.BinaryScores;
import org.eddp.parts.PartialResult;
import org.eddp.tensor.Workers;

/**
 * Scores of groups of detectors on the annotated patches, from which precision, recall and average precision are
 * computed. As arrays: {@code positive} (scores of patches that show it, group after group, single precision),
 * {@code positives} (how many there are of each group), and {@code negative} and {@code negatives} for the others.
 */
public final class ScoredPatches implements PartialResult<ScoredPatches> {
    private final List<Scores> positive = new ArrayList<>();
    private final List<Scores> negative = new ArrayList<>();

    private ScoredPatches(int groups) {
        for (int g = 0; g < groups; g++) {
            positive.add(new Scores());
            negative.add(new Scores());
        }
    }

    /** Scores of no patch. */
    public static ScoredPatches none(int groups) {
        return new ScoredPatches(groups);
    }

    /**
     * Adds scores of a group; kept, not copied.
     *
     * @param shown of patches that show its concept
     * @param others of patches that do not
     */
    void add(int group, float[] shown, float[] others) {
        positive.get(group).add(shown);
        negative.get(group).add(others);
    }

    @Override
    public void add(ScoredPatches later) {
        if (later.groups() != groups()) {
            throw new IllegalArgumentException(
                    "scores of " + later.groups() + " groups cannot be added to those of " + groups());
        }
        for (int g = 0; g < groups(); g++) {
            positive.get(g).add(later.positive.get(g));
            negative.get(g).add(later.negative.get(g));
        }
    }

    /** Number of groups. */
    public int groups() {
        return positive.size();
    }

    /** How well each group tells patches that show its concept from others. */
    public List<BinaryScores> binary(Workers workers) {
        List<BinaryScores> scores = new ArrayList<>();
        workers.forEachAhead(
                groups(),
                g -> {
                    float[] shown = positive.get(g).all();
                    float[] others = negative.get(g).all();
                    long hits = firing(shown);
                    return new BinaryScores(
                            hits, firing(others), shown.length - hits, AveragePrecision.of(shown, others));
                },
                scores::add);
        return scores;
    }

    private static long firing(float[] scores) {
        long count = 0;
        for (float score : scores) {
            count += score > 0 ? 1 : 0;
        }
        return count;
    }

    @Override
    public SafetensorsFile content() {
        return new SafetensorsFile()
                .add("positives", counts(positive))
                .add("positive", joined(positive))
                .add("negatives", counts(negative))
                .add("negative", joined(negative));
    }

    private static long[] counts(List<Scores> scores) {
        return scores.stream().mapToLong(of -> of.count).toArray();
    }

    private static float[] joined(List<Scores> scores) {
        Scores all = new Scores();
        scores.forEach(all::add);
        return all.all();
    }

    /**
     * Scores that were kept.
     *
     * @throws org.eddp.files.FileFailure if it does not hold scores that belong together
     */
    public static ScoredPatches read(SafetensorsFile content) {
        long[] positives = content.integers("positives");
        ScoredPatches scores = none(positives.length);
        read(content, "positive", positives, scores.positive);
        read(content, "negative", content.integers("negatives", positives.length), scores.negative);
        return scores;
    }

    private static void read(SafetensorsFile content, String name, long[] counts, List<Scores> into) {
        double[] values = content.reals(name);
        int at = 0;
        for (int g = 0; g < counts.length; g++) {
            if (counts[g] < 0 || counts[g] > values.length - at) {
                throw content.damaged("array '" + name + "' has no " + counts[g] + " scores of group " + g);
            }
            float[] own = new float[(int) counts[g]];
            for (int k = 0; k < own.length; k++) {
                own[k] = (float) values[at++];
                if (!Float.isFinite(own[k])) {
                    throw content.damaged("array '" + name + "' has a score that is not a number");
                }
            }
            into.get(g).add(own);
        }
        if (at < values.length) {
            throw content.damaged("array '" + name + "' has " + (values.length - at) + " scores of no group");
        }
    }

    /** Scores in the order in which they came; in pieces, so that many take no more room than they need. */
    private static final class Scores {
        private final List<float[]> pieces = new ArrayList<>();
        private int count;

        void add(float[] more) {
            if (more.length > 0) {
                count = Math.addExact(count, more.length);
                pieces.add(more);
            }
        }

        void add(Scores later) {
            later.pieces.forEach(this::add);
        }

        float[] all() {
            float[] all = new float[count];
            int at = 0;
            for (float[] piece : pieces) {
                System.arraycopy(piece, 0, all, at, piece.length);
                at += piece.length;
            }
            return all;
        }
    }
}
