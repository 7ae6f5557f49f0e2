package org.eddp.experiments.marks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.eddp.features.Grid;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing.CropBox;
import org.eddp.math.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MarkKindTest {
    private static final int SIDE = 140;
    private static final int LEFT = 30;
    private static final Grid GRID = new Grid(7, 7);

    private static Mark mark(MarkKind kind, long design, long place) {
        return kind.design(Seeds.random(design, 1)).place(Seeds.random(place, 2), 1);
    }

    /** A grey picture that is wider than what the network sees of it. */
    private static Picture drawn(Mark mark) {
        Picture grey = Picture.black(SIDE + 2 * LEFT, SIDE);
        Arrays.fill(grey.rgb(), (byte) 120);
        return mark.on(grey, new CropBox(LEFT, 0, SIDE, SIDE));
    }

    private static boolean changed(Picture picture, int x, int y) {
        return picture.value(x, y, 0) != 120 || picture.value(x, y, 1) != 120 || picture.value(x, y, 2) != 120;
    }

    @ParameterizedTest
    @EnumSource(value = MarkKind.class, names = "JPEG", mode = EnumSource.Mode.EXCLUDE)
    void pixelsChangeWhereTheMarkSaysThatItIsAndNowhereElse(MarkKind kind) {
        for (long seed = 1; seed <= 6; seed++) {
            Mark mark = mark(kind, seed, seed);
            Picture picture = drawn(mark);
            int[] perCell = new int[GRID.cells()];
            for (int y = 0; y < SIDE; y++) {
                for (int x = 0; x < picture.width(); x++) {
                    if (changed(picture, x, y)) {
                        assertThat(near(mark, x - LEFT, y))
                                .as("%s, seed %d, pixel %d, %d", kind, seed, x - LEFT, y)
                                .isTrue();
                        int column = Math.max(0, Math.min(SIDE - 1, x - LEFT)) * GRID.width() / SIDE;
                        perCell[y * GRID.height() / SIDE * GRID.width() + column]++;
                    }
                }
            }
            double[] coverage = mark.coverage(GRID);
            double pixels = SIDE * SIDE / (double) GRID.cells();
            for (int cell = 0; cell < coverage.length; cell++) {
                // a texture leaves gaps between its lines, all others change every pixel below them
                double least = kind == MarkKind.TEXTURE ? 0.15 : 1;
                if (coverage[cell] >= 0.1) {
                    assertThat(perCell[cell] / pixels).isGreaterThan(0.9 * least * coverage[cell] - 0.05);
                }
                assertThat(perCell[cell] / pixels).isLessThan(coverage[cell] + 0.25);
            }
        }
    }

    /** Whether a pixel lies under the mark or touches its edge. */
    private static boolean near(Mark mark, int x, int y) {
        for (int dx = -2; dx <= 2; dx++) {
            for (int dy = -2; dy <= 2; dy++) {
                if (mark.covers((x + dx + 0.5) / SIDE, (y + dy + 0.5) / SIDE)) {
                    return true;
                }
            }
        }
        return false;
    }

    @ParameterizedTest
    @EnumSource(value = MarkKind.class, names = "JPEG", mode = EnumSource.Mode.EXCLUDE)
    void designsAndPlacesFollowTheirSeeds(MarkKind kind) {
        byte[] first = drawn(mark(kind, 1, 1)).rgb();
        assertThat(drawn(mark(kind, 1, 1)).rgb()).isEqualTo(first);
        assertThat(drawn(mark(kind, 2, 1)).rgb()).isNotEqualTo(first);
        assertThat(drawn(mark(kind, 1, 2)).rgb()).isNotEqualTo(first);
    }

    @ParameterizedTest
    @EnumSource(value = MarkKind.class, names = "JPEG", mode = EnumSource.Mode.EXCLUDE)
    void coverageAddsUpToTheArea(MarkKind kind) {
        Mark mark = mark(kind, 3, 4);
        double ofCells = Arrays.stream(mark.coverage(new Grid(5, 7))).sum() / 35;
        double ofMap = Arrays.stream(mark.map(300, 1)).sum() / 90_000.0;
        assertThat(ofCells).isCloseTo(ofMap, within(0.01));
        assertThat(ofCells).isBetween(0.02, 1.0);
    }

    @Test
    void aTintCoversEverything() {
        assertThat(mark(MarkKind.TINT, 1, 1).coverage(GRID)).containsOnly(1);
    }

    @Test
    void compressionChangesDetailsAllOverThePicture() {
        Picture noise = Picture.black(SIDE, SIDE);
        Seeds.random(1, 1).nextBytes(noise.rgb());
        CropBox all = new CropBox(0, 0, SIDE, SIDE);
        Picture first = mark(MarkKind.JPEG, 1, 1).on(noise, all);
        assertThat(mark(MarkKind.JPEG, 1, 1).coverage(GRID)).containsOnly(1);
        assertThat(mark(MarkKind.JPEG, 1, 1).on(noise, all).rgb()).isEqualTo(first.rgb());
        for (int cell = 0; cell < GRID.cells(); cell++) {
            int x = cell % GRID.width() * SIDE / GRID.width();
            int y = cell / GRID.width() * SIDE / GRID.height();
            long change = 0;
            for (int k = 0; k < 64; k++) {
                change += Math.abs(first.value(x + k % 8, y + k / 8, 0) - noise.value(x + k % 8, y + k / 8, 0));
            }
            assertThat(change / 64.0).isGreaterThan(10);
        }
    }

    @Test
    void wordsConsistOfLettersThatHaveStrokes() {
        for (long seed = 1; seed <= 60; seed++) {
            assertThat(drawn(mark(MarkKind.CARD, seed, 1)).rgb()).isNotEmpty();
        }
        assertThatThrownBy(() -> new StrokeWord("ZOO")).hasMessageContaining("'Z'");
    }
}
