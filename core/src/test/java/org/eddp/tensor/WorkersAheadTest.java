package org.eddp.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that run ahead of a slow task, and results that still come in order. */
@Timeout(60)
class WorkersAheadTest {

    @Test
    void aSlowTaskDoesNotHoldUpTheOtherThread() {
        try (Workers workers = new Workers(2)) {
            CountDownLatch later = new CountDownLatch(2);
            List<Integer> seen = new ArrayList<>();
            workers.forEachAhead(
                    6,
                    i -> {
                        if (i == 0) {
                            await(later); // ends only when two later tasks have run meanwhile
                        } else {
                            later.countDown();
                        }
                        return i;
                    },
                    seen::add);
            assertThat(seen).containsExactly(0, 1, 2, 3, 4, 5);
        }
    }

    @Test
    void resultsComeInOrderForAnyNumberOfThreads() {
        for (int threads = 1; threads <= 4; threads++) {
            try (Workers workers = new Workers(threads)) {
                List<Integer> seen = new ArrayList<>();
                workers.forEachAhead(200, i -> i, seen::add);
                assertThat(seen).isEqualTo(IntStream.range(0, 200).boxed().toList());
            }
        }
    }

    @Test
    void aFailureEndsTheRound() {
        try (Workers workers = new Workers(3)) {
            assertThatThrownBy(() -> workers.forEachAhead(
                            50,
                            i -> {
                                if (i == 20) {
                                    throw new IllegalStateException("task 20");
                                }
                                return i;
                            },
                            i -> {}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("task 20");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(2, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
