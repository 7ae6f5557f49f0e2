package org.eddp.intervene;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderStatisticsTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 63, 64, 65, 66, 1000, 20_000})
    void whatSortingPutsThere(int count) {
        for (int kind = 0; kind < 6; kind++) {
            Random random = new Random(count + kind);
            float[] values = new float[count];
            for (int i = 0; i < count; i++) {
                values[i] = switch (kind) {
                    case 0 -> (float) random.nextGaussian();
                    case 1 -> random.nextInt(3);
                    case 2 -> i;
                    case 3 -> -i;
                    case 4 -> Math.max(0, (float) random.nextGaussian());
                    default -> 7;
                };
            }
            float[] sorted = values.clone();
            Arrays.sort(sorted);
            int[] ranks = random.ints(12, 0, count).sorted().toArray();
            ranks[0] = 0;
            ranks[11] = count - 1;
            OrderStatistics.place(values, ranks);
            for (int rank : ranks) {
                assertThat(values[rank])
                        .as("rank %d of %d, kind %d", rank, count, kind)
                        .isEqualTo(sorted[rank]);
            }
            Arrays.sort(values);
            assertThat(values).as("the same values").isEqualTo(sorted);
        }
    }
}
