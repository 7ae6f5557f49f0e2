package org.eddp.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.eddp.files.FileFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudioBenchmarkTest {
    @TempDir
    private Path folder;

    @Test
    void everyViewIsAskedForAloneAndTogether() {
        StudioBenchmark.Report report = StudioBenchmark.run(
                StudioBenchmark.Options.of(2)
                        .withConcepts(12)
                        .withPictures(30)
                        .withRepetitions(4)
                        .withClients(3),
                line -> {});
        StudioBenchmark.OnRun run = report.runs().get(0);
        assertThat(run.concepts()).isEqualTo(12);
        assertThat(run.images()).isEqualTo(30);
        assertThat(run.missing()).isEmpty();
        assertThat(run.times().stream().map(times -> times.view() + ", " + times.clients() + ", " + times.answers()))
                .containsExactly(
                        "slider to prediction, 1, 4",
                        "slider to prediction, 3, 6",
                        "page of an image, 1, 4",
                        "page of an image, 3, 6",
                        "picture, 1, 4",
                        "picture, 3, 6",
                        "concept, 1, 4",
                        "concept, 3, 6",
                        "gallery, 1, 4",
                        "gallery, 3, 6",
                        "threshold to selection, 1, 4");
        assertThat(run.times()).allSatisfy(times -> {
            assertThat(times.median()).isPositive().isLessThanOrEqualTo(times.late());
            assertThat(times.late()).isLessThanOrEqualTo(times.longest());
            assertThat(times.bytes()).isPositive();
        });
        assertThat(run.heap()).isPositive();
        assertThat(report.text()).contains("slider to prediction", "12 concepts, 30 images", "heap in use");
    }

    @Test
    void whatCannotBeOpenedIsSaid() {
        StudioBenchmark.Options options = StudioBenchmark.Options.of(1)
                .withRun(folder.resolve("none"))
                .withConcepts(12)
                .withPictures(0)
                .withRepetitions(1)
                .withClients(1);
        assertThatThrownBy(() -> StudioBenchmark.run(options, line -> {}))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("none");
    }

    @Test
    void lateIsWhatNineteenOfTwentyTakeAtMost() {
        StudioTimes times = StudioTimes.of(
                "view",
                1,
                java.util.stream.IntStream.rangeClosed(1, 20)
                        .mapToObj(n -> new StudioTimes.Answer(21 - n, 1000))
                        .toList());
        assertThat(times.late()).isEqualTo(19);
        assertThat(times.median()).isEqualTo(10.5);
        assertThat(times.longest()).isEqualTo(20);
    }
}
