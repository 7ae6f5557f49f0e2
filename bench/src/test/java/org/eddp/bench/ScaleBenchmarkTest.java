package org.eddp.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.eddp.failure.InvalidInput;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ScaleBenchmarkTest {
    @Test
    @Tag("slow")
    void measuresThreeSizes() {
        ScaleBenchmark.Report report =
                ScaleBenchmark.run(ScaleBenchmark.Options.of(2).withImages(200).withSeconds(0.01), line -> {});
        assertThat(report.features().points())
                .extracting(GrowthBenchmark.Point::size)
                .containsExactly(2L, 20L, 200L);
        assertThat(report.signals().points()).hasSize(3);
        assertThat(report.bytes()).as("7 x 7 patches of 128 numbers").isGreaterThan(7 * 7 * 128 * 4);
        assertThat(report.text()).contains("1,000 cores", "100,000,000", "TB of features");
    }

    @Test
    void tooFewToTellApart() {
        assertThatThrownBy(() -> ScaleBenchmark.Options.of(2).withImages(99).withSeconds(1))
                .isInstanceOf(InvalidInput.class)
                .hasMessageContaining("images = 99 must be at least 100");
    }
}
