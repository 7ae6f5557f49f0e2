package org.eddp.health;

import java.util.Arrays;
import java.util.List;
import org.eddp.math.Median;

/**
 * Compares explanations of deliberately changed pictures with the response of the network: small marks are drawn on
 * pictures of the run, and the patches are covered on which the strongest concepts of an explanation fire.
 *
 * @param images pictures of the run that were changed
 * @param seed of the choice of pictures and of the marks
 * @param marks kinds of marks, each drawn once on every picture
 * @param run results of the run
 * @param chance results of as many random detectors that fire as often
 */
public record SelfTest(int images, long seed, List<String> marks, Scores run, Scores chance) {
    public SelfTest {
        marks = List.copyOf(marks);
    }

    /**
     * The results of one set of detectors.
     *
     * @param predicted of the class that the network predicts for the clean picture: by how much a mark changes its
     *     logit, and by how much it changes the part of the logit that concepts account for
     * @param moved the same of the class whose logit the mark changes most
     * @param noticed share of the marks on which a detector fires that did not fire there before
     * @param covered by how much the logit of the predicted class falls when the patches are covered on which one of
     *     the three strongest concepts fires, and the contribution of the concept in the explanation
     * @param control median fall when as many patches are covered where the concepts named in the explanation fire
     *     least
     * @param larger share of the covered places at which the logit falls by more than at the control
     */
    public record Scores(
            Agreement predicted, Agreement moved, double noticed, Agreement covered, double control, double larger) {}

    /**
     * The agreement of explanations with the truth.
     *
     * @param pairs compared
     * @param rightSign share of the pairs in which both have the same sign
     * @param slope of explanations against the truth, least squares through the origin; 0 if every truth is 0
     * @param correlation of the two; 0 if one of them does not vary
     * @param truth median size of the truth
     * @param said median size in explanations
     */
    public record Agreement(int pairs, double rightSign, double slope, double correlation, double truth, double said) {
        /**
         * Compares explanations with the truth.
         *
         * @param truth not modified
         * @param said as many numbers; not modified
         */
        public static Agreement of(double[] truth, double[] said) {
            int pairs = truth.length;
            double meanTruth = 0;
            double meanSaid = 0;
            double product = 0;
            double square = 0;
            int right = 0;
            for (int n = 0; n < pairs; n++) {
                meanTruth += truth[n] / pairs;
                meanSaid += said[n] / pairs;
                product += truth[n] * said[n];
                square += truth[n] * truth[n];
                right += Math.signum(truth[n]) == Math.signum(said[n]) ? 1 : 0;
            }
            return new Agreement(
                    pairs,
                    pairs == 0 ? 0 : (double) right / pairs,
                    square == 0 ? 0 : product / square,
                    correlation(truth, meanTruth, said, meanSaid),
                    medianSize(truth),
                    medianSize(said));
        }

        private static double correlation(double[] truth, double meanTruth, double[] said, double meanSaid) {
            double both = 0;
            double varianceTruth = 0;
            double varianceSaid = 0;
            for (int n = 0; n < truth.length; n++) {
                both += (truth[n] - meanTruth) * (said[n] - meanSaid);
                varianceTruth += (truth[n] - meanTruth) * (truth[n] - meanTruth);
                varianceSaid += (said[n] - meanSaid) * (said[n] - meanSaid);
            }
            return varianceTruth == 0 || varianceSaid == 0 ? 0 : both / Math.sqrt(varianceTruth * varianceSaid);
        }

        private static double medianSize(double... values) {
            return Median.orZero(Arrays.stream(values).map(Math::abs).toArray());
        }
    }
}
