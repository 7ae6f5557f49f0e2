package org.eddp.experiments.chess;

import java.util.List;
import org.eddp.intervene.CorrectionStudy.Confusion;
import org.eddp.learning.LearningResult.LossCurve;

/**
 * The result of one seed; the content of {@code results.json}.
 *
 * @param settings how it was made
 * @param original the network as trained
 * @param corrected the network with the mark removed along the detector's signal vector
 * @param detectors all learned detectors
 * @param watermark the one that fits the mark best
 * @param randomControls ten corrections with random directions in place of the signal vector
 * @param filterControl the correction with the filter in place of the signal vector
 * @param checks whether all is as the paper says
 * @param curves every loss over the steps of learning
 */
record ChessResults(
        Settings settings,
        Evaluation original,
        Evaluation corrected,
        List<Detector> detectors,
        Watermark watermark,
        List<Evaluation> randomControls,
        Evaluation filterControl,
        Checks checks,
        List<LossCurve> curves) {

    /** Points of accuracy, 0 .. 1, that poisoned pictures gain. */
    double poisonedChange(Evaluation after) {
        return after.poisonedAccuracy - original.poisonedAccuracy;
    }

    /** Points of accuracy, 0 .. 1, that clean pictures gain. */
    double cleanChange(Evaluation after) {
        return after.cleanAccuracy - original.cleanAccuracy;
    }

    /**
     * Whether the mark misleads the network at all: with it, accuracy is lower by more than what counts as kept.
     * Otherwise the network never learned to read the mark, and there is nothing to find or to correct.
     */
    boolean misled() {
        return original.cleanAccuracy - original.poisonedAccuracy > Checks.CHANGE + Checks.ROUNDING;
    }

    /** The gain of the best random direction on poisoned pictures. */
    double bestRandomChange() {
        return randomControls.stream().mapToDouble(this::poisonedChange).max().orElse(Double.NaN);
    }

    /** Random directions that correct the network as the paper's signal vector does. */
    int randomSuccesses() {
        return (int) randomControls.stream()
                .filter(control -> Checks.corrects(original, control))
                .count();
    }

    /**
     * How a run was made.
     *
     * @param images folder of the pictures, or null if they were drawn
     * @param trainImages pictures the network learned from
     * @param markedImages those of them that carry the mark
     * @param testImages pictures of each test set
     * @param trainAccuracy of the network on what it learned from
     */
    public record Settings(
            long seed,
            String images,
            int concepts,
            int epochs,
            int trainImages,
            int markedImages,
            int testImages,
            double trainAccuracy) {}

    /** A network on the test pictures: without the mark, with it, and both together. */
    public record Evaluation(
            double cleanAccuracy,
            double poisonedAccuracy,
            double bothAccuracy,
            Confusion clean,
            Confusion poisoned,
            Confusion both) {
        static Evaluation of(Confusion clean, Confusion poisoned) {
            Confusion both = clean.plus(poisoned);
            return new Evaluation(clean.accuracy(), poisoned.accuracy(), both.accuracy(), clean, poisoned, both);
        }
    }

    /**
     * A learned detector.
     *
     * @param iou with the mark, over the patches of the training pictures
     * @param patches on which it fires, of the training pictures
     * @param influence RCAV score of its signal vector for every piece
     */
    public record Detector(double iou, long patches, double[] influence) {}

    /**
     * The detector of the mark.
     *
     * @param concept its number
     * @param iou with the mark, over the patches of the training pictures
     * @param testIou the same over the pictures of both test sets
     * @param patternCosine of its signal vector with the mark's Pattern-CAV
     */
    public record Watermark(int concept, double iou, double testIou, double patternCosine) {}

    /**
     * The paper's statements, with some slack.
     *
     * @param found IoU of at least 0.8
     * @param influence +1 for the rook and -1 for the others
     * @param cosine at least 0.95 with the Pattern-CAV
     * @param poisonedRises by at least 25 points
     * @param cleanKept within 3 points
     * @param randomFails none of the random directions does the last two
     */
    public record Checks(
            boolean found,
            boolean influence,
            boolean cosine,
            boolean poisonedRises,
            boolean cleanKept,
            boolean randomFails) {
        /** Least IoU of a detector that has found the mark. */
        public static final double IOU = 0.8;
        /** Least cosine with the Pattern-CAV. */
        public static final double COSINE = 0.95;
        /** Least rise of the accuracy on poisoned pictures. */
        public static final double RISE = 0.25;
        /** Largest change of the accuracy on clean pictures. */
        public static final double CHANGE = 0.03;

        private static final double ROUNDING = 1e-9;

        static Checks of(
                Detector detector,
                Watermark watermark,
                Evaluation original,
                Evaluation corrected,
                List<Evaluation> random) {
            return new Checks(
                    detector.iou >= IOU,
                    onlyForRook(detector.influence),
                    watermark.patternCosine >= COSINE,
                    rises(original, corrected),
                    keeps(original, corrected),
                    random.stream().noneMatch(r -> corrects(original, r)));
        }

        private static boolean onlyForRook(double[] influence) {
            boolean as = true;
            for (Piece piece : Piece.values()) {
                as &= influence[piece.ordinal()] == (piece == Piece.ROOK ? 1 : -1);
            }
            return as;
        }

        private static boolean corrects(Evaluation original, Evaluation after) {
            return rises(original, after) && keeps(original, after);
        }

        private static boolean rises(Evaluation original, Evaluation corrected) {
            return corrected.poisonedAccuracy - original.poisonedAccuracy >= RISE - ROUNDING;
        }

        private static boolean keeps(Evaluation original, Evaluation corrected) {
            return Math.abs(corrected.cleanAccuracy - original.cleanAccuracy) <= CHANGE + ROUNDING;
        }

        /** Whether all hold. */
        public boolean all() {
            return found && influence && cosine && poisonedRises && cleanKept && randomFails;
        }
    }

    /**
     * Many seeds together; the content of {@code results.json} of several seeds.
     *
     * @param found seeds in which a detector has an IoU of at least 0.8 with the mark
     * @param passed seeds in which everything is as the paper says
     * @param randomDirections controls of all seeds
     * @param randomSuccesses those of them that gain 25 points on poisoned pictures and keep the clean ones
     * @param seeds one by one
     */
    public record Summary(int found, int passed, int randomDirections, int randomSuccesses, List<ChessResults> seeds) {
        /** Summarises at least one seed. */
        public static Summary of(List<ChessResults> seeds) {
            return new Summary(
                    (int) seeds.stream().filter(r -> r.checks().found()).count(),
                    (int) seeds.stream().filter(r -> r.checks().all()).count(),
                    seeds.stream().mapToInt(r -> r.randomControls().size()).sum(),
                    seeds.stream().mapToInt(ChessResults::randomSuccesses).sum(),
                    List.copyOf(seeds));
        }
    }
}
