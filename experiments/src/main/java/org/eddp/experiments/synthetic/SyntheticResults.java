package org.eddp.experiments.synthetic;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.eddp.learning.LearningResult.LossCurve;
import org.eddp.math.Median;

/**
 * The result of one seed of the synthetic experiment; the content of {@code results.json}.
 *
 * @param settings how the data were made
 * @param network the classifier trained on them
 * @param estimator signal vectors from ground-truth signal values
 * @param eddp direction pairs learned without supervision
 * @param withoutFso the same without the filter-signal orthogonality loss
 * @param baselines other methods on the same data, by name
 */
record SyntheticResults(
        Settings settings,
        Network network,
        Estimator estimator,
        Learned eddp,
        Learned withoutFso,
        Map<String, Baseline> baselines) {

    /** The data: sizes, seed, and the ground-truth matrices (one row per feature). */
    public record Settings(
            long seed,
            int dim,
            int concepts,
            int distractorCount,
            int groups,
            int imagesPerClass,
            boolean randomBasis,
            double[][] signals,
            double[][] distractors) {}

    /** Accuracy of the trained network on its training set and on a fresh test set. */
    public record Network(double trainAccuracy, double testAccuracy, int classes) {}

    /** Cosine between estimated and true signal direction, one per concept. */
    public record Estimator(double[] withSubsampling, double[] withoutSubsampling) {}

    /**
     * Direction pairs measured against the truth.
     *
     * @param iou detector x concept, over the patches
     * @param match the detector matched to each concept
     * @param cosine of the matched signal vector with the true signal, one per concept
     * @param signalRmse root mean squared error of the centred signal values read by the matched filters
     * @param distractorCosine largest |cosine| of a filter with a distractor
     * @param filterSignalCosine filter x true signal, filters in the order of the concepts they match
     * @param filterDistractorCosine filter x distractor, same order
     * @param success all matched IoU are 1 and the smallest cosine exceeds 0.98
     * @param curves every loss over the steps
     */
    public record Learned(
            double[][] iou,
            int[] match,
            double[] cosine,
            double signalRmse,
            double distractorCosine,
            double[][] filterSignalCosine,
            double[][] filterDistractorCosine,
            boolean success,
            List<LossCurve> curves) {}

    /** Another method on the same data: detector x concept IoU and matched |cosine| per concept. */
    public record Baseline(double[][] iou, int[] match, double[] cosine, String note) {}

    /**
     * Many seeds together; the content of {@code results.json} of several seeds.
     *
     * @param successRate share of seeds in which every matched IoU is 1 and the smallest cosine exceeds 0.98
     * @param successRateWithoutFso the same for the ablation
     * @param medianSignalRmse over the seeds
     * @param medianSignalRmseWithoutFso over the seeds, for the ablation
     * @param medianTestAccuracy of the networks
     * @param seeds one by one
     */
    public record Summary(
            double successRate,
            double successRateWithoutFso,
            double medianSignalRmse,
            double medianSignalRmseWithoutFso,
            double medianTestAccuracy,
            List<SyntheticResults> seeds) {

        /** Summarises at least one seed. */
        public static Summary of(List<SyntheticResults> seeds) {
            return new Summary(
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
            return Median.of(seeds.stream().mapToDouble(value).toArray());
        }
    }
}
