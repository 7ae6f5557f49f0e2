package org.eddp.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.eddp.bench.GrowthBenchmark.Point;
import org.eddp.bench.GrowthBenchmark.Series;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Json;
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
        List<Series> series = GrowthBenchmark.run(
                GrowthBenchmark.Options.of(1)
                        .withImages(1)
                        .withDecades(1)
                        .withSeconds(1e-3)
                        .withSeed(3),
                line -> {});
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
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> GrowthBenchmark.Options.of(1).withImages(0))
                .withMessageContaining("images = 0 must be at least 1");
    }
}
