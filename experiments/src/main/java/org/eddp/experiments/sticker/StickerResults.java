package org.eddp.experiments.sticker;

import java.util.ArrayList;
import java.util.List;
import org.eddp.explain.Quality;
import org.eddp.intervene.CorrectionStudy.Confusion;
import org.eddp.learning.LearningResult.LossCurve;

/**
 * The result of one seed; the content of {@code results.json}.
 *
 * @param settings how it was made
 * @param original the trained linear layer on the features as they are
 * @param detectors the detectors of the card one by one, the one that adds most first
 * @param group the same detectors together, and the direction pair they are merged into
 * @param corrected with the concept removed by the merged pair
 *
 * @param controls for comparison
 * @param fooled pictures that the card misleads, and one of them explained
 * @param checks whether the repair by the merged pair holds
 * @param ownChecks whether the repair by the detectors' own learned signal vectors holds
 * @param curves every loss over the steps of learning
 */
record StickerResults(
        Settings settings,
        Evaluation original,
        List<Detector> detectors,
        Group group,
        Evaluation corrected,
        Controls controls,
        Fooled fooled,
        Checks checks,
        Checks ownChecks,
        List<LossCurve> curves) {

    /** Points of accuracy, 0 .. 1, that pictures with a card gain. */
    double gain(Evaluation after) {
        return after.stampedAccuracy - original.stampedAccuracy;
    }

    /** Points of accuracy, 0 .. 1, that clean pictures gain. */
    double cleanChange(Evaluation after) {
        return after.cleanAccuracy - original.cleanAccuracy;
    }

    /** The largest gain of a filter, of the detectors or of the merged pair. */
    double filterGain() {
        return Math.max(gain(controls.mergedFilter), Math.max(gain(controls.filters), gain(controls.unmergedFilters)));
    }

    /** The gain of the best random direction on pictures with a card. */
    double bestRandomGain() {
        return controls.random.stream().mapToDouble(this::gain).max().orElse(0);
    }

    /** The gain relative to that of the supervised pair; 0 if that gains nothing. */
    double regained(Evaluation after) {
        double most = gain(controls.supervised);
        return most > 0 ? gain(after) / most : 0;
    }

    /** The least cosine of a detector's own signal vector with the Pattern-CAV. */
    double leastOwnCosine() {
        return leastCosine(detectors);
    }

    private static double leastCosine(List<Detector> detectors) {
        return detectors.stream().mapToDouble(Detector::patternCosine).min().orElse(0);
    }

    /**
     * How a run was made.
     *
     * @param network its file
     * @param layer of study
     * @param images folder of the pictures
     * @param classes all classes, in order
     * @param marked the class whose training pictures have a card
     * @param concepts direction pairs
     * @param trainImages pictures learned from
     * @param markedImages those of them that have a card
     * @param testImages pictures judged by
     * @param testCards cards that each of them is judged with, one at a time
     * @param trainAccuracy of the linear layer on what it learned from
     * @param cardShare share of the training patches that show the card
     */
    public record Settings(
            long seed,
            String network,
            String layer,
            String images,
            List<String> classes,
            String marked,
            int concepts,
            int trainImages,
            int markedImages,
            int testImages,
            int testCards,
            double trainAccuracy,
            double cardShare) {}

    /**
     * The linear layer on the test pictures, without a card and with one after the other.
     *
     * @param markedShare share of the pictures of other classes that are predicted to be of the marked class with a
     *     card
     */
    public record Evaluation(
            double cleanAccuracy, double stampedAccuracy, double markedShare, Confusion clean, Confusion stamped) {
        static Evaluation of(Confusion clean, Confusion stamped, int marked) {
            long others = 0;
            long misled = 0;
            for (int k = 0; k < stamped.counts().length; k++) {
                for (int as = 0; k != marked && as < stamped.counts().length; as++) {
                    others += stamped.counts()[k][as];
                    misled += as == marked ? stamped.counts()[k][as] : 0;
                }
            }
            return new Evaluation(
                    clean.accuracy(), stamped.accuracy(), misled / (double) Math.max(1, others), clean, stamped);
        }
    }

    /**
     * A detector of the card.
     *
     * @param concept its number
     * @param iou with the card, over the patches of the training pictures
     * @param testIou the same over the test pictures with and without a card
     * @param patches of the training pictures on which it fires
     * @param onCard share of these that show the card
     * @param patternCosine of its signal vector with the card's Pattern-CAV
     * @param influence RCAV score of its signal vector for the marked class
     */
    public record Detector(
            int concept,
            double iou,
            double testIou,
            long patches,
            double onCard,
            double patternCosine,
            double influence) {}

    /**
     * The detectors of the card together.
     *
     * @param concepts their numbers
     * @param iou of the patches on which any of them fires with the card, over the training pictures
     * @param testIou the same over the test pictures with and without a card
     * @param testPixelIou the same pixel by pixel, maps enlarged to the picture as for Network Dissection
     * @param mergedTestIou of the merged pair's own detector, over the test pictures
     * @param supervisedTestIou of the detector made with knowledge of the card, over the test pictures
     * @param patternCosine of the merged signal vector, the direction that is taken out, with the card's Pattern-CAV
     * @param filterCosine of the merged filter with the card's Pattern-CAV
     * @param influence RCAV score of the merged signal vector for every class
     */
    public record Group(
            List<Integer> concepts,
            double iou,
            double testIou,
            double testPixelIou,
            double mergedTestIou,
            double supervisedTestIou,
            double patternCosine,
            double filterCosine,
            double[] influence) {}

    /**
     * The controls of the correction.
     *
     * @param supervised the Pattern-CAV, removed where a detector made with knowledge of the card fires: an upper bound
     * @param filters the detectors' filters (the sum of their unit vectors) in place of the merged signal vector
     * @param random random directions in its place
     * @param unmerged every detector's own signal vector, one after the other, as eddp correct does without --merge
     * @param unmergedFilters every detector's own filter in place of its signal vector, one after the other
     * @param mergedFilter the filter of the merged pair in place of its signal vector; it is made from the signal
     *     vector, and close to it
     */
    public record Controls(
            Evaluation supervised,
            Evaluation filters,
            List<Evaluation> random,
            Evaluation unmerged,
            Evaluation unmergedFilters,
            Evaluation mergedFilter) {
        /** The controls that must do worse than the correction. */
        List<Evaluation> rivals() {
            List<Evaluation> rivals = new ArrayList<>(random);
            rivals.add(filters);
            rivals.add(unmergedFilters);
            rivals.add(mergedFilter);
            return rivals;
        }
    }

    /**
     * Test pictures that are recognised without a card and taken for the marked class with one.
     *
     * @param pictures number of pictures, counted once per misleading card
     * @param points what their explanations say at every undecided point, the default first; empty if there are no
     *     pictures
     * @param order concepts by what they contribute to the marked class in these pictures on average, largest first:
     *     the order of search without knowledge of the card
     * @param example one of them, explained; null if there is none
     */
    public record Fooled(int pictures, List<Point> points, List<Contribution> order, Example example) {
        /** How many explanations at the default point have a detector of the card as the strongest concept that fires. */
        int namedFirst() {
            return points.isEmpty() ? 0 : points.get(0).namedFirst();
        }
    }

    /**
     * Explanations at an undecided point.
     *
     * @param undecided the point, in words
     * @param namedFirst explanations in which a detector of the card is the strongest of the concepts that fire
     * @param quality of all these explanations
     */
    public record Point(String undecided, int namedFirst, Quality.Summary quality) {}

    /**
     * An explained picture.
     *
     * @param picture its name
     * @param truth its class
     * @param probability of the marked class with the card
     * @param correctedProbability of the marked class after the correction
     *
     * @param correctedClass the prediction after it
     * @param concepts the strongest, strongest first
     */
    public record Example(
            String picture,
            String truth,
            double probability,
            double correctedProbability,
            String correctedClass,
            List<Contribution> concepts) {}

    /**
     * The contribution of a concept to the logit of the marked class.
     *
     * @param card whether its detector is one of the card's
     */
    public record Contribution(int concept, double total, boolean card) {}

    /**
     * Whether the repair holds.
     *
     * @param found IoU of at least 0.5 on test pictures
     * @param cosine at least 0.85 with the Pattern-CAV, of every signal vector that is taken out
     * @param regains at least 60 % of what the supervised pair regains
     * @param beatsControls regains more than any filter (the detectors' own, the merged pair's) and every random direction
     * @param cleanKept clean accuracy within 2 points
     */
    public record Checks(boolean found, boolean cosine, boolean regains, boolean beatsControls, boolean cleanKept) {
        /** Least IoU of the card's detectors together. */
        public static final double IOU = 0.5;
        /** Least cosine with the Pattern-CAV. */
        public static final double COSINE = 0.85;
        /** Least part of what the supervised pair regains. */
        public static final double REGAINED = 0.6;
        /** Largest change of the accuracy on clean pictures. */
        public static final double CHANGE = 0.02;

        private static final double ROUNDING = 1e-9;

        /** Checks the repair by the merged pair. */
        static Checks merged(Group group, Evaluation original, Evaluation corrected, Controls controls) {
            return of(group.testIou, group.patternCosine, original, corrected, controls);
        }

        /** Checks the repair by the detectors' own learned signal vectors, one after the other. */
        static Checks own(Group group, List<Detector> detectors, Evaluation original, Controls controls) {
            return of(group.testIou, leastCosine(detectors), original, controls.unmerged, controls);
        }

        private static Checks of(
                double iou, double cosine, Evaluation original, Evaluation corrected, Controls controls) {
            double gain = corrected.stampedAccuracy - original.stampedAccuracy;
            double most = controls.supervised.stampedAccuracy - original.stampedAccuracy;
            return new Checks(
                    iou >= IOU,
                    cosine >= COSINE,
                    gain > 0 && gain >= REGAINED * most - ROUNDING,
                    controls.rivals().stream().allMatch(r -> corrected.stampedAccuracy > r.stampedAccuracy),
                    Math.abs(corrected.cleanAccuracy - original.cleanAccuracy) <= CHANGE + ROUNDING);
        }

        /** Whether all hold. */
        public boolean all() {
            return found && cosine && regains && beatsControls && cleanKept;
        }
    }

    /**
     * Many seeds together; the content of {@code results.json} of several seeds.
     *
     * @param found seeds in which the card's detectors have an IoU of at least 0.5
     * @param passed seeds in which all checks hold for the merged pair
     * @param passedByOwn seeds in which all checks hold for the detectors' own learned signal vectors
     * @param seeds one by one
     */
    public record Summary(int found, int passed, int passedByOwn, List<StickerResults> seeds) {
        static Summary of(List<StickerResults> seeds) {
            return new Summary(
                    (int) seeds.stream().filter(r -> r.checks().found()).count(),
                    (int) seeds.stream().filter(r -> r.checks().all()).count(),
                    (int) seeds.stream().filter(r -> r.ownChecks().all()).count(),
                    List.copyOf(seeds));
        }
    }
}
