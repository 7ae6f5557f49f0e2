package org.eddp.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.eddp.influence.EffectTest;
import org.eddp.influence.Influence;
import org.eddp.names.ClassNames;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.Test;

class MovedClassesTest {
    private static final ClassNames NAMES =
            new ClassNames(null, List.of("Saint_Bernard", "pug", "beagle", "Great_Dane", "seashore"));

    /** Concept 0 raises two classes more than noise does, concept 1 none, concept 2 never fires. */
    private static MovedClasses of(int concept, boolean tested) {
        Matrix none = new Matrix(3, 5);
        Matrix effects =
                Matrix.of(new double[] {5.31, 4.68, 6, -4, 9}, new double[] {-1, -2, 3.5, -3, 9}, new double[5]);
        Matrix moved = Matrix.of(new double[] {1, 1, 0, 1, 1}, new double[5], new double[5]);
        EffectTest test = new EffectTest(none, none, moved, new long[] {9, 9, 0}, new EffectTest.HeldOut(1, 0.05, 0));
        Influence influence = new Influence(none, none, new long[3], none, effects, tested ? test : null, 10);
        return MovedClasses.of(influence, concept, k -> k < 4, NAMES, OutputKind.CLASSES);
    }

    private static String text(MovedClasses classes) {
        return classes.html(OutputKind.CLASSES).toString().replaceAll("<[^>]+>", "");
    }

    @Test
    void whatIsCertainComesFirstAndNamesAreSpelledForPeople() {
        assertThat(text(of(0, true)))
                .isEqualTo(
                        "raises Saint Bernard (+5.3), pug (+4.7), perhaps beagle (+6.0); lowers Great Dane (\u22124.0)");
        assertThat(of(0, true).like()).isEqualTo("like: Saint Bernard, pug");
        assertThat(of(0, true).html(OutputKind.CLASSES).toString())
                .contains("\"chip up\">pug", "\"chip up maybe\">beagle", "\"chip down\">Great");
    }

    @Test
    void neverNoneWhereTheLargestEffectIsWithinNoise() {
        assertThat(text(of(1, true))).isEqualTo("perhaps raises beagle (+3.5)");
        assertThat(of(1, true).like()).as("no name from noise").isEmpty();
    }

    @Test
    void classesOfLessThanOneInAThousandPicturesAreNotSeen() {
        int[] predictions = new int[2368];
        Arrays.fill(predictions, 7);
        Arrays.fill(predictions, 0, 2, 4);
        Arrays.fill(predictions, 2, 5, 5);
        assertThat(ConceptMoves.seen(predictions)).containsExactlyInAnyOrder(5, 7);
        assertThat(ConceptMoves.seen(new int[] {1, 2, 2})).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void whatWasNotTestedIsSaidSo() {
        assertThat(text(of(2, true)))
                .isEqualTo("Which classes it moves is not known: it fires on no patch, or on every patch.");
        assertThat(text(of(1, false)))
                .isEqualTo("raises beagle (+3.5); lowers Great Dane (\u22123.0), pug (\u22122.0)");
        assertThat(text(MovedClasses.notMeasured())).isEmpty();
    }
}
