package org.eddp.experiments.chess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.eddp.experiments.chess.ChessResults.Checks;
import org.eddp.experiments.chess.ChessResults.Detector;
import org.eddp.experiments.chess.ChessResults.Evaluation;
import org.eddp.experiments.chess.ChessResults.Watermark;
import org.eddp.intervene.CorrectionStudy.Confusion;
import org.junit.jupiter.api.Test;

class ChecksTest {
    private static final Evaluation ORIGINAL = evaluation(95, 35);
    private static final Detector MARK = new Detector(0.85, 25, new double[] {-1, -1, 1});
    private static final Watermark RIGHT = new Watermark(2, 0.85, 0.9, 0.99);

    /** So many of 100 pictures right. */
    private static Evaluation evaluation(int clean, int poisoned) {
        return Evaluation.of(confusion(clean), confusion(poisoned));
    }

    private static Confusion confusion(int right) {
        return new Confusion(new long[][] {{right, 100 - right, 0}, {0, 0, 0}, {0, 0, 0}});
    }

    private static Checks checks(Detector detector, Evaluation corrected, Evaluation random) {
        return Checks.of(detector, RIGHT, ORIGINAL, corrected, List.of(ORIGINAL, random));
    }

    @Test
    void acceptsThePapersOutcome() {
        assertThat(checks(MARK, evaluation(94, 66), evaluation(90, 50)).all()).isTrue();
    }

    @Test
    void boundsCountAsMet() {
        assertThat(checks(MARK, evaluation(92, 60), ORIGINAL).all()).isTrue();
        assertThat(checks(MARK, evaluation(92, 59), ORIGINAL).poisonedRises()).isFalse();
        assertThat(checks(MARK, evaluation(91, 60), ORIGINAL).cleanKept()).isFalse();
    }

    @Test
    void aRandomDirectionThatDoesTheSameIsNoSuccess() {
        assertThat(checks(MARK, evaluation(94, 66), evaluation(95, 61)).randomFails())
                .isFalse();
        assertThat(checks(MARK, evaluation(94, 66), evaluation(80, 61)).randomFails())
                .isTrue();
    }

    @Test
    void seedsTogetherCountRandomDirectionsThatDoTheSame() {
        ChessResults seed = results(evaluation(94, 66), List.of(evaluation(95, 61), evaluation(80, 61), ORIGINAL));
        ChessResults other = results(evaluation(94, 50), List.of(ORIGINAL, evaluation(93, 40), evaluation(94, 20)));

        assertThat(seed.poisonedChange(seed.corrected())).isCloseTo(0.31, within(1e-12));
        assertThat(seed.cleanChange(seed.corrected())).isCloseTo(-0.01, within(1e-12));
        assertThat(other.bestRandomChange()).isCloseTo(0.05, within(1e-12));
        ChessResults.Summary both = ChessResults.Summary.of(List.of(seed, other));
        assertThat(both.found()).isEqualTo(2);
        assertThat(both.passed()).isZero();
        assertThat(both.randomDirections()).isEqualTo(6);
        assertThat(both.randomSuccesses()).isEqualTo(1);
    }

    private static ChessResults results(Evaluation corrected, List<Evaluation> random) {
        Checks checks = Checks.of(MARK, RIGHT, ORIGINAL, corrected, random);
        return new ChessResults(null, ORIGINAL, corrected, List.of(MARK), RIGHT, random, ORIGINAL, checks, List.of());
    }

    /** Pictures on which a network never learned the mark: what is not there cannot be missed. */
    @Test
    void aNetworkThatNeverLearnedTheMarkHasNothingToCorrect() {
        assertThat(results(ORIGINAL, List.of(ORIGINAL)).misled()).isTrue();
        Evaluation even = evaluation(95, 93);
        Detector none = new Detector(0.1, 25, new double[] {-1, -1, 1});
        Watermark poor = new Watermark(0, 0.1, 0.1, 0.2);
        ChessResults results = new ChessResults(
                new ChessResults.Settings(1, "mine", 4, 2, 30, 5, 100, 0.9),
                even,
                even,
                List.of(none),
                poor,
                List.of(even),
                even,
                Checks.of(none, poor, even, even, List.of(even)),
                List.of());
        assertThat(results.misled()).isFalse();
        assertThat(ChessHeadline.verdict(results).toString())
                .contains("nothing to correct", "93\u00a0%", "95\u00a0%")
                .doesNotContain("not found");
        assertThat(ChessSeeds.blocks(List.of(results)).toString())
                .contains("nothing to correct")
                .doesNotContain(">not found<");
        assertThat(ChessTables.verdict(results))
                .isEqualTo("Nothing to correct: the network never learned to read the mark. With it 93 % of the test"
                        + " pictures are right, without it 95 %.");
    }

    @Test
    void influenceMustBeOneSidedForEveryPicture() {
        Detector mixed = new Detector(0.85, 25, new double[] {-1, -0.98, 1});
        assertThat(checks(mixed, evaluation(94, 66), ORIGINAL).influence()).isFalse();
    }

    @Test
    void overlapCountsPatches() {
        DetectorResponses scores = new DetectorResponses(new double[] {1, -1, 2, -1, -3, 4, 0, 5}, 2);
        boolean[] truth = {true, true, true, false};
        assertThat(scores.count(0)).isEqualTo(2);
        assertThat(scores.iou(0, truth)).isEqualTo(2 / 3.0);
        assertThat(scores.iou(1, truth)).isEqualTo(1 / 4.0);
    }
}
