package org.eddp.study.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eddp.names.ClassNames;
import org.eddp.network.OutputKind;
import org.junit.jupiter.api.Test;

/** What wrong images share is compared with right images of the same class, and with chance. */
class MistakesTest {
    private static final ClassNames NAMES = new ClassNames("list", List.of("Birman", "Persian", "Siamese"));

    private final List<int[]> predicted = new ArrayList<>();
    private final List<int[]> labels = new ArrayList<>();
    private final List<BitSet> present = new ArrayList<>();

    /** Adds some images that are alike. */
    private void add(int count, Integer label, int taken, int... concepts) {
        for (int n = 0; n < count; n++) {
            labels.add(label == null ? null : new int[] {label});
            predicted.add(new int[] {taken});
            BitSet own = new BitSet();
            Arrays.stream(concepts).forEach(own::set);
            present.add(own);
        }
    }

    private Mistakes mistakes(int concepts) {
        ImagePredictions predictions = new ImagePredictions(
                OutputKind.CLASSES,
                predicted.toArray(int[][]::new),
                new double[predicted.size()],
                present.toArray(BitSet[]::new),
                concepts);
        return Mistakes.of(
                predictions,
                new ImageLabels("table", labels, Map.of(), List.of()),
                IntStream.range(0, labels.size()).boxed().toList(),
                NAMES);
    }

    @Test
    void aConceptOfTheWrongImagesIsFoundWithBothShares() {
        add(30, 0, 0);
        add(10, 0, 0, 2);
        add(18, 0, 1, 2);
        add(2, 0, 2);
        add(7, null, 1, 1);
        Mistakes found = mistakes(4);
        assertThat(found.sentence("class"))
                .isEqualTo("20 of 60 labelled pictures are taken for the wrong class; most often Persian instead of"
                        + " Birman (18).");
        assertThat(found.shared()).hasSize(1);
        Mistakes.Shared shared = found.shared().get(0);
        assertThat(shared.concept()).isEqualTo(2);
        assertThat(shared.share()).isCloseTo(0.9, within(1e-12));
        assertThat(shared.right()).isCloseTo(0.25, within(1e-12));
        assertThat(shared.beyondChance()).isTrue();
    }

    @Test
    void aDifferenceBetweenAFewImagesMayBeChance() {
        add(3, 0, 0);
        add(1, 0, 0, 1);
        add(1, 0, 1);
        add(2, 0, 1, 1);
        assertThat(mistakes(4).shared())
                .singleElement()
                .satisfies(shared -> assertThat(shared.beyondChance()).isFalse());
    }

    /** A concept that only one picture of a class has says nothing about its mistake. */
    @Test
    void oneWrongImageSharesNothingBeyondChance() {
        add(94, 0, 0);
        add(1, 0, 1, 2);
        assertThat(mistakes(64).shared())
                .singleElement()
                .satisfies(shared -> assertThat(shared.beyondChance()).isFalse());
    }

    /** 5 of 10 drawn with it, of 12 in 100: the chance by counting all draws, also as a sum of two halves. */
    @Test
    void chancesAreThoseOfDrawsWithoutReplacement() {
        ChanceCount one = new ChanceCount();
        one.add(10, 90, 12);
        assertThat(one.atLeast(5)).isCloseTo(0.00192202, within(1e-8));
        assertThat(one.atLeast(0)).isCloseTo(1, within(1e-12));
        assertThat(one.atLeast(11)).isZero();
        ChanceCount two = new ChanceCount();
        two.add(1, 1, 1);
        two.add(1, 1, 1);
        assertThat(two.atLeast(1)).isCloseTo(0.75, within(1e-12));
        assertThat(two.atLeast(2)).isCloseTo(0.25, within(1e-12));
    }

    /** Persians have concept 3 whether right or wrong, and are mistaken more often: that alone must not count. */
    @Test
    void aConceptThatGoesWithAClassIsNotSharedByItsMistakes() {
        add(90, 0, 0);
        add(10, 0, 1);
        add(40, 1, 1, 3);
        add(60, 1, 0, 3);
        assertThat(mistakes(4).shared()).isEmpty();
    }

    @Test
    void withoutLabelsNothingIsClaimed() {
        add(5, null, 1, 0);
        Mistakes found = mistakes(2);
        assertThat(found.wrong()).isZero();
        assertThat(found.shared()).isEmpty();
        assertThat(found.sentence("class"))
                .isEqualTo("It is not known which of these 5 pictures are taken for the wrong class.");
    }

    @Test
    void allRightIsSaidSo() {
        add(2, 2, 2);
        assertThat(mistakes(1).sentence("class")).isEqualTo("0 of 2 pictures are taken for the wrong class.");
    }
}
