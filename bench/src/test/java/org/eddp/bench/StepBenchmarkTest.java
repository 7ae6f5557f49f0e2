package org.eddp.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.eddp.failure.InvalidInput;
import org.eddp.features.Grid;
import org.eddp.files.json.Json;
import org.junit.jupiter.api.Test;

class StepBenchmarkTest {
    private static final StepBenchmark.Size TINY = new StepBenchmark.Size("tiny", 40, new Grid(2, 2), 24, 18, 5);

    @Test
    void measuresBothAndFindsThemEqual() {
        List<String> progress = new ArrayList<>();
        StepBenchmark.Options options = StepBenchmark.Options.of(3, 2)
                .withBudgetSeconds(60)
                .withWarmUpSeconds(0.05)
                .withSeed(7);
        StepReport report = StepBenchmark.run(TINY, options, progress::add);
        assertThat(report.agree()).as(report.table()).isTrue();
        assertThat(report.gradientDifference()).isLessThan(1e-3);
        assertThat(report.repetitions()).isEqualTo(3);
        assertThat(report.plain().seconds()).isPositive();
        assertThat(report.speedup()).isPositive();
        assertThat(report.productShare() + report.sparseShare()).isBetween(0.0, 1.0);
        // four sums per pair that fires, of 24 multiplications and additions each, in at most all strips
        assertThat(report.sparseOperations()).isBetween(0.0, 160.0 * 18 * 4 * 24 * 2);
        assertThat(report.productsAlone().seconds()).isPositive();
        assertThat(report.activeShare()).isBetween(0.01, 0.5);
        assertThat(progress).hasSizeGreaterThan(4);
        assertThat(report.table())
                .contains("plain", "tiled", "times as long as its dense products alone", "losses agree");
        assertThat(Json.toText(report)).contains("\"speedup\"").contains("\"tiny\"");
    }

    @Test
    void stopsWhenTheBudgetIsSpent() {
        StepBenchmark.Options options = StepBenchmark.Options.of(1_000_000, 1)
                .withBudgetSeconds(1e-9)
                .withWarmUpSeconds(0)
                .withSeed(7);
        assertThat(StepBenchmark.run(TINY, options, line -> {}).repetitions()).isEqualTo(1);
    }

    @Test
    void saysNotAvailableWhereTheSystemCannotTellMemory() {
        StepReport.Side side = new StepReport.Side(2, 1, 3, 4, null);
        StepReport report = new StepReport(TINY, 2, 1, side, side, 1, null, 0.7, 0.1, 1e9, side, 0.1, 1, 0);
        assertThat(report.table()).contains("not available", "losses DIFFER");
    }

    @Test
    void namesOfSizes() {
        assertThat(StepBenchmark.Size.of("resnet18").patches()).isEqualTo(200_704);
        assertThat(StepBenchmark.Size.of("resnet50").patches()).isEqualTo(49_152);
        assertThat(StepBenchmark.Size.of("mobilenet025").patches()).isEqualTo(28_672);
        assertThat(StepBenchmark.Size.of("mobilenet075").patches()).isEqualTo(57_344);
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> StepBenchmark.Size.of("resnet"))
                .withMessageContaining("no size is called 'resnet'")
                .withMessageContaining("synthetic");
    }
}
