package org.eddp.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.eddp.bench.GrowthBenchmark.Point;
import org.eddp.bench.GrowthBenchmark.Series;
import org.eddp.files.Json;
import org.junit.jupiter.api.Test;

class GrowthBenchmarkTest {
    @Test
    void slopesAreThoseOfPowers() {
        List<Point> proportional =
                List.of(new Point(10, 0.5, null), new Point(100, 5, null), new Point(1000, 50, null));
        assertThat(GrowthBenchmark.slope(proportional)).isCloseTo(1, within(1e-12));
        List<Point> quadratic = List.of(new Point(3, 9, null), new Point(30, 900, null));
        assertThat(GrowthBenchmark.slope(quadratic)).isCloseTo(2, within(1e-12));
    }

    @Test
    void measuresEverySeries() {
        List<Series> series = GrowthBenchmark.run(new GrowthBenchmark.Options(1, 1, 1e-3, 1, 3), line -> {});
        assertThat(series).extracting(Series::grows).containsExactly("patches", "concepts", "images");
        assertThat(series.get(0).points()).extracting(Point::size).containsExactly(49L, 490L);
        assertThat(series.get(1).points()).extracting(Point::size).containsExactly(16L, 160L);
        assertThat(series)
                .allSatisfy(each -> assertThat(each.points()).allMatch(p -> p.processorSeconds() > 0))
                .allSatisfy(each -> assertThat(each.text()).contains("slope", each.grows()));
        assertThat(Json.toText(series)).contains("\"slope\"");
    }

    @Test
    void optionsAreChecked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GrowthBenchmark.Options(0, 3, 1, 1, 1))
                .withMessageContaining("images = 0 must be at least 1");
    }
}
