package org.eddp.baselines.runs;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eddp.Monitor;
import org.eddp.baselines.LogisticRegression;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureStatistics;
import org.eddp.labels.Concept;
import org.eddp.labels.PatchLabels;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * A linear classifier of patches for one concept, learned from a sample of the patches that show it and many more that do
 * not. Negatives are drawn at random first; then, round by round, half of them are replaced by those of a larger pool that
 * the last classifier took most for the concept (hard-negative mining).
 */
final class ConceptClassifier {
    /** Negatives of the pool per negative learned from. */
    private static final int POOL_FACTOR = 3;

    private final FeatureSource source;
    private final Tensor mean;
    private final Tensor inverseScale;
    private final SupervisedOptions options;

    private ConceptClassifier(FeatureSource source, Tensor mean, Tensor inverseScale, SupervisedOptions options) {
        this.source = source;
        this.mean = mean;
        this.inverseScale = inverseScale;
        this.options = options;
    }

    /** Classifiers of all concepts, as detectors. */
    static Detectors all(
            FeatureSource source,
            List<Concept> concepts,
            PatchLabels labels,
            SupervisedOptions options,
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
        Matrix filters = new Matrix(width, concepts.size());
        double[] thresholds = new double[concepts.size()];
        int[] done = {0};
        try (org.eddp.tensor.Scope scope = org.eddp.tensor.Scope.open()) {
            ConceptClassifier classifier = new ConceptClassifier(
                    source,
                    Tensor.of(statistics.mean(), DType.FLOAT64, 1, width),
                    Tensor.of(inverse, DType.FLOAT64, 1, width),
                    options);
            workers.forEachAhead(
                    concepts.size(),
                    c -> {
                        monitor.check("learning classifiers");
                        Concept concept = concepts.get(c);
                        SplittableRandom random = new SplittableRandom(seed * 31 + c);
                        return classifier.learn(labels.positive(concept), labels.known(concept.category()), random);
                    },
                    found -> {
                        int c = done[0]++;
                        thresholds[c] = -found.offset();
                        for (int d = 0; d < width; d++) {
                            double weight = found.weights()[d] * inverse[d];
                            filters.set(d, c, weight);
                            thresholds[c] += weight * statistics.mean()[d];
                        }
                        monitor.onProgress(done[0], concepts.size());
                    });
        }
        return new Detectors(filters, thresholds);
    }

    private LogisticRegression learn(BitSet positive, BitSet known, SplittableRandom random) {
        int[] shown = sample(positive.stream().toArray(), options.mostPositives(), random);
        BitSet absent = (BitSet) known.clone();
        absent.andNot(positive);
        int count = (int) Math.min((long) options.negativesPerPositive() * shown.length, absent.cardinality());
        int[] pool = sample(
                absent.stream().toArray(), (int) Math.min(Integer.MAX_VALUE / 2, (long) POOL_FACTOR * count), random);
        Tensor positives = standardised(shown);
        Tensor negatives = standardised(pool);
        int[] used = Patches.choose(pool.length, count, random);
        LogisticRegression found = fit(positives, negatives, used);
        for (int round = 0; round < options.miningRounds() && pool.length > count; round++) {
            used = mined(found.scores(negatives), used, random);
            found = fit(positives, negatives, used);
        }
        return found;
    }

    private static int[] sample(int[] patches, int most, SplittableRandom random) {
        if (patches.length <= most) {
            return patches;
        }
        return Arrays.stream(Patches.choose(patches.length, most, random))
                .map(k -> patches[k])
                .toArray();
    }

    /** Half of the negatives the hardest of the pool, the others at random out of those used before. */
    private static int[] mined(double[] scores, int[] used, SplittableRandom random) {
        int hard = used.length / 2;
        int[] hardest = IntStream.range(0, scores.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer k) -> -scores[k]))
                .limit(hard)
                .mapToInt(Integer::intValue)
                .toArray();
        int[] kept = Arrays.stream(Patches.choose(used.length, used.length - hard, random))
                .map(k -> used[k])
                .toArray();
        return IntStream.concat(Arrays.stream(hardest), Arrays.stream(kept))
                .distinct()
                .sorted()
                .toArray();
    }

    private Tensor standardised(int[] patches) {
        return Patches.rows(source, patches).to(DType.FLOAT64).minus(mean).times(inverseScale);
    }

    private LogisticRegression fit(Tensor positives, Tensor negatives, int[] used) {
        long[] indices = Arrays.stream(used).asLongStream().toArray();
        int count = positives.size(0) + used.length;
        double[] values = new double[Math.multiplyExact(count, positives.size(1))];
        double[] first = positives.toDoubles();
        double[] second = negatives.select(0, Tensor.indices(indices)).toDoubles();
        System.arraycopy(first, 0, values, 0, first.length);
        System.arraycopy(second, 0, values, first.length, second.length);
        boolean[] labels = new boolean[count];
        Arrays.fill(labels, 0, positives.size(0), true);
        return LogisticRegression.fit(
                Tensor.of(values, DType.FLOAT64, count, positives.size(1)),
                labels,
                new LogisticRegression.Options(options.iterations(), options.penalty()));
    }
}
