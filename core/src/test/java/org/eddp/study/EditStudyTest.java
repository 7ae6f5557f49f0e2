package org.eddp.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;
import org.junit.jupiter.api.Test;

class EditStudyTest {
    /** A class that is predicted on the way only belongs to the figure as much as the first and the last. */
    @Test
    void everyPredictionIsShown() {
        List<Prediction> predictions = List.of(
                Prediction.of(OutputKind.CLASSES, new double[] {9, 8, 7, 0, 0, 0, 0, 0, 0, 0}),
                Prediction.of(OutputKind.CLASSES, new double[] {0, 0, 0, 9, 0, 0, 0, 0, 0, 0}),
                Prediction.of(OutputKind.CLASSES, new double[] {0, 0, 0, 0, 9, 0, 0, 0, 0, 0}),
                Prediction.of(OutputKind.CLASSES, new double[] {0, 0, 0, 0, 0, 9, 8, 7, 0, 0}));
        assertThat(EditStudy.shown(predictions))
                .startsWith(0, 3, 4, 5)
                .contains(6, 1)
                .hasSize(6);
        assertThat(EditStudy.shown(predictions.subList(0, 1))).containsExactly(0, 1, 2);
    }
}
