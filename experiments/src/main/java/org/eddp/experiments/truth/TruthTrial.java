package org.eddp.experiments.truth;

import java.util.List;
import org.eddp.experiments.truth.TruthBenchmark.TruthOptions;
import org.eddp.files.json.Json;
import org.eddp.influence.EffectTest;

/**
 * The results of one network and one seed; the content of {@code trial.json}.
 *
 * @param settings how it was made
 * @param methods names of the methods of explanation, in the order of {@link Said}
 * @param run the heads and the learned directions
 * @param causes the planted causes with the results of methods
 */
record TruthTrial(Settings settings, List<String> methods, Run run, List<Planted> causes) {
    /**
     * How a trial was made.
     *
     * @param network its file
     * @param networkDigest of the content of the file
     * @param preprocessing digest of how pictures become inputs
     * @param pictures their source
     */
    public record Settings(
            String network,
            String networkDigest,
            String preprocessing,
            String pictures,
            TruthOptions.Size size,
            long seed) {}

    /**
     * Heads and directions.
     *
     * @param layer of study
     * @param classes names of all classes
     * @param trainPictures that were learned from
     * @param testPictures that are judged by
     * @param relyingClean accuracy of the relying head on clean test pictures
     * @param ignoringClean accuracy of the ignoring head on clean test pictures
     * @param entropyShare mean entropy of the relying head at the learned undecided point, over the logarithm of the number of
     *     classes
     * @param smallest share of the concepts whose size is the smallest that is allowed
     * @param relyingNoise how well the effect test of the relying head is calibrated
     * @param ignoringNoise the same of the ignoring head
     */
    public record Run(
            String layer,
            List<String> classes,
            int trainPictures,
            int testPictures,
            double relyingClean,
            double ignoringClean,
            double entropyShare,
            double smallest,
            EffectTest.HeldOut relyingNoise,
            EffectTest.HeldOut ignoringNoise) {}

    /**
     * A cause.
     *
     * @param kind of mark
     * @param className the class it was planted on
     * @param label number of this class
     * @param concepts its concepts, by set of directions
     * @param relyingChanged accuracy of the relying head on test pictures that all show the cause
     * @param ignoringChanged the same of the ignoring head
     * @param pairs of test pictures
     * @param signals estimates of its direction
     * @param corrections ways to remove it
     * @param effects of writing it
     * @param tests the effect test of each of its learned concepts on its class; none if the cause was not found
     */
    public record Planted(
            String kind,
            String className,
            int label,
            List<Concepts> concepts,
            double relyingChanged,
            double ignoringChanged,
            List<Pair> pairs,
            List<Signal> signals,
            List<Taken> corrections,
            List<Effect> effects,
            List<Tested> tests) {}

    /**
     * The concepts of a cause.
     *
     * @param set of directions
     * @param numbers of the concepts; none if the cause was not found
     * @param iou of the patches on which any of them fires with the patches that show the cause, on the twins
     * @param chance the IoU of a detector that fires everywhere
     */
    public record Concepts(String set, List<Integer> numbers, double iou, double chance) {
        boolean found() {
            return !numbers.isEmpty();
        }
    }

    /**
     * The same picture with and without the cause.
     *
     * @param picture its name
     * @param label its class
     * @param cells that show the cause
     * @param featureChange length of the mean change of the features over all cells
     * @param relying results of the relying head
     *
     * @param ignoring results of the ignoring head
     */
    public record Pair(
            String picture, int label, int cells, double featureChange, StepRequest relying, StepRequest ignoring) {}

    /**
     * The results of a head for a pair.
     *
     * @param change of every logit when the cause is added
     * @param said answers of all methods
     */
    public record StepRequest(double[] change, List<Said> said) {}

    /**
     * The answer of a method about a cause in a picture.
     *
     * @param contribution of the cause to the logit of its class; 0 if the method does not find it
     * @param found whether the method has concepts for the cause
     * @param first whether it is first among the concepts that fire; null where there are none to compare with
     * @param noise 95th percentile of the sizes of the contributions of other concepts that fire; null where there are
     *     none
     */
    public record Said(
            double contribution,
            boolean found,
            @Json.MayBeNull Boolean first,
            @Json.MayBeNull Double noise) {
        static Said of(Answer answer) {
            return new Said(answer.contribution(), answer.found(), answer.first(), answer.noise());
        }
    }

    /**
     * An estimate of the direction of a cause.
     *
     * @param name of the estimate
     * @param cosine with the true mean change of the features on the cells that show the cause; null if it was not found
     */
    public record Signal(String name, @Json.MayBeNull Double cosine) {}

    /**
     * A correction.
     *
     * @param name of the pair
     * @param changed accuracy on test pictures that all show the cause
     * @param cleanChange by how much the accuracy on clean test pictures changes
     * @param found whether there is such a pair; if not, nothing is corrected
     */
    public record Taken(String name, double changed, double cleanChange, boolean found) {}

    /**
     * The effect of writing a direction, as RCAV does, on clean test pictures.
     *
     * @param name of the direction
     * @param relying mean change of log p of the class of the cause, of the relying head; null if the cause was not found
     * @param rank of the class among all classes by this change, 1 is the largest
     * @param ignoring the same change of the ignoring head
     */
    public record Effect(
            String name,
            @Json.MayBeNull Double relying,
            @Json.MayBeNull Integer rank,
            @Json.MayBeNull Double ignoring) {}

    /**
     * The effect of a learned concept of a cause on the class of the cause, compared with noise directions.
     *
     * @param concept its number
     */
    public record Tested(int concept, TestedHead relying, TestedHead ignoring) {}

    /**
     * The result of the test for one head.
     *
     * @param effect mean change of log p of the class
     * @param q the smallest false discovery rate, over all learned concepts and classes, at which the effect is
     *     significant
     * @param moved whether it is significant
     */
    public record TestedHead(double effect, double q, boolean moved) {
        boolean raised() {
            return moved && effect > 0;
        }
    }
}
