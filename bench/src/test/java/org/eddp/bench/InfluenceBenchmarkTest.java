package org.eddp.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.eddp.features.Grid;
import org.junit.jupiter.api.Test;

class InfluenceBenchmarkTest {
    @Test
    void bothWaysGiveTheSameSigns() {
        InfluenceBenchmark.Size size = new InfluenceBenchmark.Size(5, 4, 6, 21, 8, new Grid(2, 2));
        InfluenceBenchmark.Report report = InfluenceBenchmark.run(size, 7, 2, 1, line -> {});
        assertThat(report.differentSigns()).isZero();
        assertThat(report.largestDifference()).isZero();
        assertThat(report.measuredDirections()).isEqualTo(7);
        assertThat(report.toString()).contains("extrapolated").contains("25 directions (measured)");
    }
}
