package org.eddp.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.eddp.directions.Term;
import org.eddp.learning.LearningMonitor;
import org.eddp.monitor.Monitor;
import org.junit.jupiter.api.Test;

class LearningProgressTest {
    /** Writes down what is shown, as "name done/total", and what is closed. */
    private static final class Recorder implements Monitor {
        private final List<String> shown = new ArrayList<>();

        @Override
        public void onProgress(long done, long total) {
            shown.add("outside of a stage");
        }

        @Override
        public Stage stage(String name, long total) {
            return new Stage() {
                @Override
                public void onProgress(long done, long all) {
                    assertThat(all).isEqualTo(total);
                    shown.add(name + " " + done + "/" + all);
                }

                @Override
                public void close() {
                    shown.add("end");
                }
            };
        }
    }

    private static LearningMonitor.Step step(int round, long done, long total, long ofRound, long roundTotal) {
        return new LearningMonitor.Step(
                "d",
                0,
                new LearningMonitor.Round(round, 3, ofRound, roundTotal),
                done,
                total,
                Map.of(),
                Map.of(),
                Map.of());
    }

    @Test
    void everyRoundIsAStageOfItsOwn() {
        Recorder recorder = new Recorder();
        try (LearningProgress progress = new LearningProgress(recorder, 10)) {
            progress.onStep(step(1, 9, 10, 4, 5));
            progress.onStep(step(1, 10, 10, 5, 5));
            progress.onStep(step(2, 11, 12, 1, 2));
            progress.onStep(step(2, 12, 12, 2, 2));
            progress.onStep(step(3, 13, 14, 1, 2));
        }
        assertThat(recorder.shown)
                .containsExactly(
                        "learn 9/10",
                        "learn 10/10",
                        "end",
                        "learn, round 2 of at most 3 1/2",
                        "learn, round 2 of at most 3 2/2",
                        "end",
                        "learn, round 3 of at most 3 1/2",
                        "end");
    }

    @Test
    void lossesAreShownOnlyToMonitorsThatWantDetails() {
        assertThat(status(false)).isEqualTo("step (d), pairs");
        assertThat(status(true)).isEqualTo("(d) s 0.250");
    }

    private static String status(boolean details) {
        List<String> shown = new ArrayList<>();
        Monitor monitor = new Monitor() {
            @Override
            public void onProgress(long done, long total) {}

            @Override
            public void onProgress(long done, long total, Supplier<String> status) {
                shown.add(status.get());
            }

            @Override
            public boolean wantsDetails() {
                return details;
            }
        };
        LearningMonitor.Round round = new LearningMonitor.Round(1, 3, 1, 2);
        try (LearningProgress progress = new LearningProgress(monitor, 2)) {
            progress.onStep(
                    new LearningMonitor.Step("d", 0, round, 1, 2, Map.of(Term.SPARSITY, 0.25), Map.of(), Map.of()));
        }
        return shown.get(0);
    }

    @Test
    void aRunThatIsResumedInAFurtherRoundBeginsThere() {
        Recorder recorder = new Recorder();
        try (LearningProgress progress = new LearningProgress(recorder, 10)) {
            progress.onStep(step(3, 14, 14, 2, 2));
        }
        assertThat(recorder.shown).containsExactly("end", "learn, round 3 of at most 3 2/2", "end");
    }

    @Test
    void aMonitorWithoutStagesStaysWhereTheScheduleHasEnded() {
        List<String> shown = new ArrayList<>();
        LearningMonitor monitor = LearningMonitor.of((done, total) -> shown.add(done + "/" + total));
        monitor.onStep(step(1, 10, 10, 5, 5));
        monitor.onStep(step(2, 11, 12, 1, 2));
        assertThat(shown).containsExactly("10/10", "1/1");
    }
}
