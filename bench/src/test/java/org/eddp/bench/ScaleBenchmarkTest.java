package org.eddp.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ScaleBenchmarkTest {
    @Test
    @Tag("slow")
    void measuresThreeSizes() {
        ScaleBenchmark.Report report = ScaleBenchmark.run(new ScaleBenchmark.Options(200, 2, 0.01), line -> {});
        assertThat(report.features().points())
                .extracting(GrowthBenchmark.Point::size)
                .containsExactly(2L, 20L, 200L);
        assertThat(report.signals().points()).hasSize(3);
        assertThat(report.bytes()).as("7 x 7 patches of 128 numbers").isGreaterThan(7 * 7 * 128 * 4);
        assertThat(report.text()).contains("1,000 cores", "100,000,000", "TB of features");
    }

    @Test
    void tooFewToTellApart() {
        assertThatThrownBy(() -> new ScaleBenchmark.Options(99, 2, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("images = 99 must be at least 100");
    }
}
