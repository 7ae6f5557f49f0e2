package org.eddp.learning;

import static org.assertj.core.api.Assertions.assertThat;

import org.bytedeco.javacpp.Pointer;
import org.eddp.directions.RandomProblems;
import org.eddp.features.DenseFeatures;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import org.eddp.testkit.FreshProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Learning for a long time takes no more memory than learning for a short time. Measured in a process whose Java heap is
 * fixed and touched from the start, so that what could grow is native.
 */
@Tag("slow")
class NativeMemoryTest {
    private static final long TOLERANCE_BYTES = 24L << 20;

    /** Learns, and prints the resident bytes after the warm-up and 10,000 steps later. */
    public static final class Program {
        private static final int WARM_UP = 4_000;
        private static final int MEASURED = 10_000;

        public static void main(String[] args) {
            LearnOptions o = ShortRun.options(4, 1);
            int batches = 4;
            LearnOptions.Schedule schedule =
                    new LearnOptions.Schedule((WARM_UP + MEASURED) / batches, 1e-3, 10, 0, 20, 5);
            LearnOptions options = LearnOptions.of(
                            4,
                            o.losses(),
                            o.start(),
                            null,
                            LearnOptions.Joint.of(schedule, o.joint().objective()),
                            Activation.RELU)
                    .withTileElements(64);
            LearningMonitor monitor = step -> {
                if (step.done() == step.total() - MEASURED || step.done() == step.total()) {
                    System.out.println("resident " + Pointer.physicalBytes());
                }
            };
            try (Scope scope = Scope.open();
                    Workers workers = new Workers(2)) {
                DenseFeatures x = RandomProblems.features(40, 6, DType.FLOAT32, 2);
                new Learner(x, options)
                        .head(RandomProblems.head(6, 3, 3))
                        .workers(workers)
                        .monitor(monitor)
                        .learn();
            }
        }
    }

    @Test
    void tenThousandStepsDoNotGrowNativeMemory() throws Exception {
        assertThat(FreshProcess.growth(Program.class, 64))
                .as("bytes grown over 10,000 steps")
                .isLessThan(TOLERANCE_BYTES);
    }
}
