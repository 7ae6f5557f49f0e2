package org.eddp.experiments.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.features.Grid;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing.CropBox;
import org.junit.jupiter.api.Test;

/** Which patches are covered, and with what. */
class CoverTest {
    private static final Grid GRID = new Grid(3, 4);

    private static BitSet cells(int... cells) {
        BitSet set = new BitSet();
        for (int cell : cells) {
            set.set(cell);
        }
        return set;
    }

    @Test
    void cellsAreFilledWithTheMeanColourOfTheRestOfTheSeenPart() {
        Picture picture = Picture.black(20, 12);
        for (int k = 0; k < picture.rgb().length; k++) {
            picture.rgb()[k] = (byte) (k / 3 % 20 < 4 ? 10 : 90); // a column of cells that is darker
        }
        CropBox seen = new CropBox(0, 0, 16, 12); // the right edge is not seen
        CoveredCells cover = CoveredCells.of(picture, seen, GRID, cells(0, 4, 8));
        Picture covered = cover.on(picture, seen);
        for (int y = 0; y < 12; y++) {
            for (int x = 0; x < 20; x++) {
                assertThat(covered.value(x, y, 1)).as("%d, %d", x, y).isEqualTo(90);
            }
        }
        assertThat(picture.value(0, 0, 1)).as("the picture itself").isEqualTo(10);
        assertThat(cover.coverage(GRID)).containsExactly(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    }

    @Test
    void theControlHasTheSameShapeElsewhereAndAvoidsConcepts() {
        BitSet shape = cells(0, 1);
        List<BitSet> firing = List.of(shape, cells(2, 3, 4, 5), cells(6, 7, 8, 9));
        for (long seed = 1; seed <= 5; seed++) {
            assertThat(ControlCells.of(GRID, shape, firing, new SplittableRandom(seed)))
                    .contains(cells(10, 11));
        }
        BitSet half = cells(0, 1, 2, 3, 4, 5, 6);
        assertThat(ControlCells.of(GRID, half, List.of(), new SplittableRandom(1)))
                .isEmpty();
    }
}
