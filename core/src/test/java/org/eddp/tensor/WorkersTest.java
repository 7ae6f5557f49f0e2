package org.eddp.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void resultsAreCombinedInTaskOrder(int threads) {
        List<Integer> seen = new ArrayList<>();
        try (Workers workers = new Workers(threads)) {
            workers.forEach(
                    100,
                    i -> {
                        Thread.yield();
                        return i;
                    },
                    seen::add);
        }
        assertThat(seen).isEqualTo(IntStream.range(0, 100).boxed().toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void theFirstFailureEndsTheRoundAndTheWorkersStayUsable(int threads) {
        try (Workers workers = new Workers(threads)) {
            assertThatThrownBy(() -> workers.forEach(
                            50,
                            i -> {
                                if (i == 7) {
                                    throw new IllegalStateException("task 7");
                                }
                                return i;
                            },
                            i -> {}))
                    .hasMessage("task 7");
            List<Integer> seen = new ArrayList<>();
            workers.forEach(3, i -> i, seen::add);
            assertThat(seen).containsExactly(0, 1, 2);
        }
    }

    @Test
    void aTaskOwnsItsTensorsUntilItsResultIsCombined() {
        try (Workers workers = new Workers(2)) {
            double[] sum = new double[1];
            workers.forEach(20, i -> Tensor.of(new double[] {i}, DType.FLOAT64, 1), tensor -> sum[0] += tensor.item());
            assertThat(sum[0]).isEqualTo(190);
        }
    }

    @Test
    void aTaskMayAskItsOwnWorkersForMore() {
        try (Workers workers = new Workers(2)) {
            List<Integer> seen = new ArrayList<>();
            workers.forEach(
                    4,
                    i -> {
                        List<Integer> inner = new ArrayList<>();
                        workers.forEach(5, j -> 10 * i + j, inner::add);
                        return inner;
                    },
                    seen::addAll);
            assertThat(seen).hasSize(20).isSorted();
        }
    }

    @Test
    void noThreadsIsRefused() {
        assertThatThrownBy(() -> new Workers(0)).hasMessageContaining("threads = 0");
    }
}
