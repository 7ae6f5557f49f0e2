package org.eddp.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DissectionBenchmarkTest {
    @Test
    void bothSidesCountTheSame() {
        DissectionBenchmark.Report report = DissectionBenchmark.run(
                DissectionBenchmark.Options.of(1)
                        .withDetectors(12)
                        .withDenseImages(4)
                        .withImages(6)
                        .withWidth(16)
                        .withSeed(3),
                message -> {});
        assertThat(report.largestDifference()).isLessThan(1e-3);
        assertThat(report.ratio()).isPositive();
        assertThat(report.text()).contains("12 detectors on 6 images");
    }

    @Test
    void denseImagesAreSomeOfTheImages() {
        assertThatThrownBy(() -> DissectionBenchmark.Options.of(1)
                        .withDetectors(12)
                        .withDenseImages(7)
                        .withImages(6)
                        .withWidth(16)
                        .withSeed(3))
                .hasMessageContaining("dense images = 7 must be within 1 .. the 6 images");
    }
}
