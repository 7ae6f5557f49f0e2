package org.eddp.experiments.synthetic;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Many seeds together; the content of {@code results.json} with {@code --seeds}.
 *
 * @param successRate share of seeds in which every matched IoU is 1 and the smallest cosine exceeds 0.98
 * @param successRateWithoutFso the same for the ablation
 * @param medianSignalRmse over the seeds
 * @param medianSignalRmseWithoutFso over the seeds, for the ablation
 * @param medianTestAccuracy of the networks
 * @param seeds one by one
 */
public record SyntheticSummary(
        double successRate,
        double successRateWithoutFso,
        double medianSignalRmse,
        double medianSignalRmseWithoutFso,
        double medianTestAccuracy,
        List<SyntheticResults> seeds) {

    /** Summarises at least one seed. */
    public static SyntheticSummary of(List<SyntheticResults> seeds) {
        return new SyntheticSummary(
                mean(seeds, r -> r.eddp().success() ? 1 : 0),
                mean(seeds, r -> r.withoutFso().success() ? 1 : 0),
                median(seeds, r -> r.eddp().signalRmse()),
                median(seeds, r -> r.withoutFso().signalRmse()),
                median(seeds, r -> r.network().testAccuracy()),
                List.copyOf(seeds));
    }

    private static double mean(List<SyntheticResults> seeds, ToDoubleFunction<SyntheticResults> value) {
        return seeds.stream().mapToDouble(value).average().orElseThrow();
    }

    private static double median(List<SyntheticResults> seeds, ToDoubleFunction<SyntheticResults> value) {
        double[] sorted = seeds.stream().mapToDouble(value).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
