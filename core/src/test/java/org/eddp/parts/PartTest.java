package org.eddp.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.failure.InvalidInput;
import org.junit.jupiter.api.Test;

class PartTest {
    @Test
    void partsHaveEveryUnitOnce() {
        for (int units : new int[] {0, 1, 5, 64, Integer.MAX_VALUE}) {
            for (int of : new int[] {1, 2, 3, 7, 9_999_999}) {
                assertThat(new Part(1, of).first(units)).isZero();
                assertThat(new Part(of, of).end(units)).isEqualTo(units);
                for (int i = 1; i < Math.min(of, 50); i++) {
                    assertThat(new Part(i, of).end(units)).isEqualTo(new Part(i + 1, of).first(units));
                }
            }
        }
    }

    @Test
    void partsAreAboutEqual() {
        List<Integer> sizes = new ArrayList<>();
        IntStream.rangeClosed(1, 7).forEach(i -> sizes.add(new Part(i, 7).end(40) - new Part(i, 7).first(40)));
        assertThat(sizes).allMatch(size -> size == 5 || size == 6);
    }

    @Test
    void isReadAsWritten() {
        assertThat(Part.parse("2/7")).isEqualTo(new Part(2, 7)).hasToString("2/7");
        assertThat(Part.named("2-of-7")).isEqualTo(new Part(2, 7));
        assertThat(Part.named("2/7")).isNull();
        assertThat(Part.named("8-of-7")).isNull();
        assertThat(Part.named("notes")).isNull();
        for (String wrong : List.of("", "2", "0/2", "3/2", "2-of-7", "1/2/3", " 1/2", "1/-2", "99999999/99999999")) {
            assertThatThrownBy(() -> Part.parse(wrong))
                    .as(wrong)
                    .isInstanceOf(InvalidInput.class)
                    .hasMessageContaining("part");
        }
    }
}
