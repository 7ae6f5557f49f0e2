package org.eddp.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeedsTest {
    @Test
    void numbersAreThoseOfEveryEarlierVersion() {
        assertThat(Seeds.mix(7, 3, 11)).isEqualTo(-9133963148415028851L);
        assertThat(Seeds.random(7, 3).nextLong()).isEqualTo(-2052782566065991146L);
        assertThat(Seeds.random(7, 3, 11).nextLong()).isEqualTo(-7551655873851611127L);
        assertThat(Seeds.permutation(8, new SplittableRandom(5))).containsExactly(5, 7, 2, 4, 1, 0, 6, 3);
        int[] shuffled = IntStream.range(0, 8).toArray();
        Seeds.shuffle(shuffled, new SplittableRandom(5));
        assertThat(shuffled).containsExactly(5, 3, 7, 1, 6, 2, 0, 4);
        assertThat(Seeds.choose(20, 5, new SplittableRandom(5))).containsExactly(3, 5, 14, 16, 18);
    }

    @Test
    void ordersHoldEveryNumberOnce() {
        assertThat(Seeds.permutation(100, new SplittableRandom(1)))
                .containsExactlyInAnyOrder(IntStream.range(0, 100).toArray());
        assertThat(Seeds.draw(100, 100, new SplittableRandom(1)))
                .containsExactlyInAnyOrder(IntStream.range(0, 100).toArray());
        assertThat(Seeds.draw(100, 30, new SplittableRandom(1))).hasSize(30).doesNotHaveDuplicates();
    }

    @Test
    void partsAreUnrelated() {
        assertThat(IntStream.range(0, 1000)
                        .mapToLong(i -> Seeds.random(1, i).nextLong())
                        .distinct())
                .hasSize(1000);
        assertThat(Seeds.mix(1, 2, 3)).isNotEqualTo(Seeds.mix(1, 3, 2));
    }
}
