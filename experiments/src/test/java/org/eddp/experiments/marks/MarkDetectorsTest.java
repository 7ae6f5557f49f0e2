package org.eddp.experiments.marks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarkDetectorsTest {
    private static BitSet bits(int... patches) {
        BitSet set = new BitSet();
        for (int p : patches) {
            set.set(p);
        }
        return set;
    }

    @Test
    void choosesAllThatAddAndNoneThatHarms() {
        BitSet truth = bits(0, 1, 2, 3, 4, 5);
        MarkDetectors detectors = new MarkDetectors(List.of(
                bits(3, 4), // adds the rest
                bits(0, 1, 2, 9), // fits best
                bits(0, 1), // adds nothing
                bits(5, 20, 21, 22, 23, 24), // harms
                bits()));
        assertThat(detectors.choose(truth, 30)).containsExactly(1, 0);
        assertThat(MarkDetectors.iou(detectors.together(1, 0), truth)).isCloseTo(5 / 7.0, within(1e-12));
    }

    @Test
    void choosesNoneIfNoneSeesTheMark() {
        MarkDetectors blind = new MarkDetectors(List.of(bits(7), bits()));
        assertThat(blind.choose(bits(1), 9)).isEmpty();
    }

    @Test
    void neverTakesDetectorsThatFireEverywhereOrHardlyAnywhere() {
        MarkDetectors detectors = new MarkDetectors(List.of(bits(0, 1, 2, 3), bits(0), bits(1, 3)));
        assertThat(detectors.choose(bits(0, 1, 2), 4)).containsExactly(2);
    }
}
