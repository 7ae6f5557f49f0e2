package org.eddp.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FeaturesBenchmarkTest {
    @Test
    void bothEnginesGiveTheSameFeatures() {
        FeaturesBenchmark.Report report = FeaturesBenchmark.run(
                FeaturesBenchmark.Options.of(2)
                        .withWidth(0.125)
                        .withPictures(5)
                        .withBatch(2)
                        .withRepetitions(1),
                line -> {});
        assertThat(report.images()).isEqualTo(5);
        assertThat(report.layer()).contains("block13");
        assertThat(report.agree()).as(report.text()).isTrue();
        assertThat(report.difference()).isPositive(); // two engines, not one twice
        assertThat(report.ours().networkSeconds()).isPositive();
        assertThat(report.onnxRuntime().networkSeconds()).isPositive();
    }
}
