package org.eddp.baselines;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureStatistics;
import org.eddp.labels.Concept;
import org.eddp.labels.PatchLabels;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * A linear classifier of patches for one concept, learned from a sample of the patches that show it and many more that
 * do not. Negatives are drawn at random first; then, round by round, half of them are replaced by those of a larger
 * pool with the highest scores of the last classifier (hard-negative mining).
 *
 * <p>Patches of the pool are scored without copying them; only those learned from are copied. Every round starts at the
 * classifier of the last one, which saves time and does not change the result.
 */
record ConceptClassifier(
        FeatureSource source, double[] mean, double[] inverseScale, BaselineOptions.Supervised options) {
    /** Negatives of the pool per negative learned from. */
    private static final int POOL_FACTOR = 3;

    private static final int SCORED_ELEMENTS = 1 << 20;

    /** Classifiers of all concepts, as detectors. */
    static Detectors all(
            FeatureSource source,
            List<Concept> concepts,
            PatchLabels labels,
            BaselineOptions.Supervised options,
            long seed,
            Workers workers,
            Monitor monitor) {
        FeatureStatistics statistics = FeatureStatistics.of(source);
        int width = source.width();
        double[] inverse = new double[width];
        for (int d = 0; d < width; d++) {
            double variance = statistics.covariance().get(d, d);
            inverse[d] = variance > 0 ? 1 / Math.sqrt(variance) : 0;
        }
        ConceptClassifier classifier = new ConceptClassifier(source, statistics.mean(), inverse, options);
        Matrix filters = new Matrix(width, concepts.size());
        double[] thresholds = new double[concepts.size()];
        int[] done = {0};
        workers.forEachAhead(
                concepts.size(),
                c -> {
                    Concept concept = concepts.get(c);
                    SplittableRandom random = new SplittableRandom(seed * 31 + c);
                    return classifier.learn(
                            labels.positive(concept), labels.known(concept.category()), random, monitor);
                },
                found -> {
                    int c = done[0]++;
                    double[] filter = classifier.filter(found);
                    thresholds[c] = classifier.threshold(found);
                    for (int d = 0; d < width; d++) {
                        filters.set(d, c, filter[d]);
                    }
                    monitor.onProgress(done[0], concepts.size());
                });
        return new Detectors(filters, thresholds);
    }

    private LogisticRegression learn(BitSet positive, BitSet known, SplittableRandom random, Monitor monitor) {
        int[] shown = sample(positive.stream().toArray(), options.mostPositives(), random);
        BitSet absent = (BitSet) known.clone();
        absent.andNot(positive);
        int count = (int) Math.min((long) options.negativesPerPositive() * shown.length, absent.cardinality());
        int[] pool = sample(
                absent.stream().toArray(), (int) Math.min(Integer.MAX_VALUE / 2, (long) POOL_FACTOR * count), random);
        int[] used = Seeds.choose(pool.length, count, random);
        LogisticRegression found = fit(shown, pool, used, null, monitor);
        for (int round = 0; round < options.miningRounds() && pool.length > count; round++) {
            used = mined(scores(found, pool), used, random);
            found = fit(shown, pool, used, found, monitor);
        }
        return found;
    }

    private static int[] sample(int[] patches, int most, SplittableRandom random) {
        if (patches.length <= most) {
            return patches;
        }
        return Arrays.stream(Seeds.choose(patches.length, most, random))
                .map(k -> patches[k])
                .toArray();
    }

    /** Half of the negatives the hardest of the pool, the others at random out of those used before. */
    private static int[] mined(float[] scores, int[] used, SplittableRandom random) {
        int hard = used.length / 2;
        int[] kept = Arrays.stream(Seeds.choose(used.length, used.length - hard, random))
                .map(k -> used[k])
                .toArray();
        return IntStream.concat(Arrays.stream(largest(scores, hard)), Arrays.stream(kept))
                .distinct()
                .sorted()
                .toArray();
    }

    /** Indices of the largest scores, in order; of equal ones the first. */
    static int[] largest(float[] scores, int count) {
        if (count == 0) {
            return new int[0];
        }
        float[] sorted = scores.clone();
        Arrays.sort(sorted);
        float least = sorted[sorted.length - count];
        int above = 0;
        for (float score : scores) {
            above += score > least ? 1 : 0;
        }
        int ties = count - above;
        int[] indices = new int[count];
        int found = 0;
        for (int k = 0; found < count; k++) {
            if (scores[k] > least || (scores[k] == least && ties-- > 0)) {
                indices[found++] = k;
            }
        }
        return indices;
    }

    /** Scores of patches, up to a constant. */
    private float[] scores(LogisticRegression found, int[] patches) {
        float[] scores = new float[patches.length];
        double[] filter = filter(found);
        int chunk = Math.max(1, SCORED_ELEMENTS / source.width());
        for (int first = 0; first < patches.length; first += chunk) {
            int count = Math.min(chunk, patches.length - first);
            try (Scope scope = Scope.open()) {
                Tensor rows = Patches.rows(source, Arrays.copyOfRange(patches, first, first + count));
                float[] part = rows.mm(Tensor.of(filter, rows.type(), filter.length, 1))
                        .to(DType.FLOAT32)
                        .toFloats();
                System.arraycopy(part, 0, scores, first, count);
            }
        }
        return scores;
    }

    private LogisticRegression fit(int[] shown, int[] pool, int[] used, LogisticRegression start, Monitor monitor) {
        monitor.check("learning classifiers");
        try (Scope scope = Scope.open()) {
            Tensor rows = Tensor.empty(source.type(), shown.length + used.length, source.width());
            Kernels.copy(rows.narrow(0, 0, shown.length), Patches.rows(source, shown));
            int[] absent = Arrays.stream(used).map(k -> pool[k]).toArray();
            Kernels.copy(rows.narrow(0, shown.length, used.length), Patches.rows(source, absent));
            Kernels.subtract(rows, rows, Tensor.of(mean, rows.type(), 1, mean.length));
            Kernels.multiply(rows, rows, Tensor.of(inverseScale, rows.type(), 1, mean.length));
            boolean[] labels = new boolean[rows.size(0)];
            Arrays.fill(labels, 0, shown.length, true);
            return LogisticRegression.fit(
                    rows, labels, new LogisticRegression.Options(options.iterations(), options.penalty()), start);
        }
    }

    /** The filter on features as they are, out of weights of standardised ones. */
    private double[] filter(LogisticRegression found) {
        double[] filter = new double[mean.length];
        for (int d = 0; d < filter.length; d++) {
            filter[d] = found.weights()[d] * inverseScale[d];
        }
        return filter;
    }

    private double threshold(LogisticRegression found) {
        double threshold = -found.offset();
        double[] filter = filter(found);
        for (int d = 0; d < filter.length; d++) {
            threshold += filter[d] * mean[d];
        }
        return threshold;
    }
}
