package org.eddp.experiments.marks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.eddp.features.Grid;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing.CropBox;
import org.eddp.math.Seeds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CardTest {
    private static Card card(long seed) {
        return Card.random(Seeds.random(seed, 1), 1, Card.SALE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void liesInsideAndIsAThirdAsWide(long seed) {
        Card card = card(seed);
        assertThat(card).isEqualTo(card(seed)).isNotEqualTo(card(seed + 1));
        assertThat(card.width()).isBetween(0.3, 0.37);
        assertThat(card.left()).isBetween(0.0, 1 - card.width());
        assertThat(card.top()).isBetween(0.0, 1 - card.height());
        assertThat(card.width() / card.height()).isCloseTo(1.5, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(longs = {6, 7, 8})
    void coverageAndMapAddUpToItsArea(long seed) {
        Card card = card(seed);
        double area = card.width() * card.height();
        assertThat(Arrays.stream(card.coverage(new Grid(7, 5))).sum() / 35).isCloseTo(area, within(1e-9));
        int[] map = card.map(200, 3);
        assertThat(Arrays.stream(map).filter(v -> v == 3).count() / 40000.0).isCloseTo(area, within(0.005));
        assertThat(Arrays.stream(map).filter(v -> v != 3 && v != 0)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {9, 10})
    void isWhiteWithInkWhereItLiesAndLeavesTheRestAlone(long seed) {
        Card card = card(seed);
        Picture green = Picture.black(240, 200);
        for (int i = 1; i < green.rgb().length; i += Picture.CHANNELS) {
            green.rgb()[i] = 100;
        }
        Picture drawn = card.on(green, new CropBox(20, 0, 200, 200));
        int white = 0;
        int dark = 0;
        for (int y = 0; y < 200; y++) {
            for (int x = 0; x < 240; x++) {
                double across = (x + 0.5 - 20) / 200;
                double down = (y + 0.5) / 200;
                boolean far = across < card.left() - 0.01
                        || across > card.left() + card.width() + 0.01
                        || down < card.top() - 0.01
                        || down > card.top() + card.height() + 0.01;
                if (far) {
                    assertThat(drawn.value(x, y, 1)).isEqualTo(100);
                    assertThat(drawn.value(x, y, 0)).isZero();
                }
                white += drawn.value(x, y, 0) > 200 ? 1 : 0;
                dark += drawn.value(x, y, 0) < 60 && drawn.value(x, y, 1) < 60 ? 1 : 0;
            }
        }
        double pixels = card.width() * card.height() * 200 * 200;
        assertThat(white / pixels).isBetween(0.5, 0.95);
        assertThat(dark / pixels).isBetween(0.05, 0.5);
    }
}
