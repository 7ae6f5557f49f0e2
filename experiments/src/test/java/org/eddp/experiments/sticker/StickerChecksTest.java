package org.eddp.experiments.sticker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eddp.experiments.sticker.StickerResults.Checks;
import org.eddp.experiments.sticker.StickerResults.Controls;
import org.eddp.experiments.sticker.StickerResults.Detector;
import org.eddp.experiments.sticker.StickerResults.Evaluation;
import org.eddp.experiments.sticker.StickerResults.Group;
import org.eddp.intervene.CorrectionStudy.Confusion;
import org.junit.jupiter.api.Test;

class StickerChecksTest {
    private static final Evaluation ORIGINAL = evaluation(80, 50);
    private static final Group GROUP = group(0.5, 0.85);

    /** So many of 100 pictures right; the others are taken for class 1, the marked one. */
    private static Evaluation evaluation(int clean, int stamped) {
        return Evaluation.of(confusion(clean), confusion(stamped), 1);
    }

    private static Confusion confusion(int right) {
        return new Confusion(new long[][] {{right, 100 - right}, {0, 0}});
    }

    private static Group group(double iou, double cosine) {
        return new Group(List.of(3, 5), 0.7, iou, 0.4, 0.6, 0.7, cosine, 0.3, new double[] {-1, 1});
    }

    private static Checks checks(Group group, Evaluation corrected, int filter, int random) {
        Controls controls = new Controls(
                evaluation(80, 70),
                ORIGINAL,
                List.of(ORIGINAL, evaluation(80, random)),
                ORIGINAL,
                evaluation(80, filter),
                evaluation(80, 55));
        return Checks.merged(group, ORIGINAL, corrected, controls);
    }

    @Test
    void boundsCountAsMet() {
        assertThat(checks(GROUP, evaluation(78, 62), 61, 61).all()).isTrue();
        assertThat(checks(group(0.49, 0.85), evaluation(78, 62), 61, 61).found())
                .isFalse();
        assertThat(checks(group(0.5, 0.84), evaluation(78, 62), 61, 61).cosine())
                .isFalse();
        assertThat(checks(GROUP, evaluation(78, 61), 60, 60).regains()).isFalse();
        assertThat(checks(GROUP, evaluation(77, 62), 61, 61).cleanKept()).isFalse();
    }

    @Test
    void aControlThatDoesAsWellIsNoSuccess() {
        assertThat(checks(GROUP, evaluation(80, 65), 65, 50).beatsControls()).isFalse();
        assertThat(checks(GROUP, evaluation(80, 65), 50, 65).beatsControls()).isFalse();
        assertThat(checks(GROUP, evaluation(80, 65), 64, 64).beatsControls()).isTrue();
    }

    private static Detector detector(double cosine) {
        return new Detector(3, 0.5, 0.5, 10, 0.9, cosine, 1);
    }

    private static Controls controls(int own, int mergedFilter) {
        return new Controls(
                evaluation(80, 70),
                ORIGINAL,
                List.of(ORIGINAL),
                evaluation(80, own),
                ORIGINAL,
                evaluation(80, mergedFilter));
    }

    @Test
    void theFilterOfTheMergedPairIsARivalToo() {
        assertThat(Checks.merged(GROUP, ORIGINAL, evaluation(80, 65), controls(50, 64))
                        .beatsControls())
                .isTrue();
        assertThat(Checks.merged(GROUP, ORIGINAL, evaluation(80, 65), controls(50, 66))
                        .beatsControls())
                .isFalse();
    }

    /** The merged pair's cosine and gain say nothing of the vectors that were learned. */
    @Test
    void learnedSignalVectorsAreJudgedByTheirOwnNumbers() {
        List<Detector> good = List.of(detector(0.9), detector(0.85));
        assertThat(Checks.own(GROUP, good, ORIGINAL, controls(62, 61)).all()).isTrue();
        assertThat(Checks.own(GROUP, good, ORIGINAL, controls(61, 50)).regains())
                .isFalse();
        assertThat(Checks.own(GROUP, List.of(detector(0.99), detector(0.84)), ORIGINAL, controls(62, 61))
                        .cosine())
                .isFalse();
    }

    @Test
    void misledAreOthersTakenForTheMarkedClass() {
        Confusion stamped = new Confusion(new long[][] {{6, 4}, {1, 9}});
        assertThat(Evaluation.of(stamped, stamped, 1).markedShare()).isEqualTo(0.4);
        assertThat(Evaluation.of(stamped, stamped, 0).markedShare()).isEqualTo(0.1);
    }
}
