package org.eddp.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eddp.metrics.TopImages.Hit;
import org.eddp.metrics.TopImages.Span;
import org.junit.jupiter.api.Test;

class ExampleImagesTest {
    private static Hit hit(int image, int cell) {
        return new Hit(image, cell, 1, new Span(cell / 7, cell / 7), new Span(cell % 7, cell % 7));
    }

    @Test
    void anImageThatTwoConceptsShowIsLeftToThemIfThereAreOthers() {
        List<Hit> common = List.of(hit(1, 5), hit(2, 5), hit(3, 5));
        List<Hit> few = List.of(hit(1, 5), hit(1, 9));
        List<List<Hit>> shown = ExampleImages.spread(List.of(common, common, common, few), 2);
        assertThat(shown.get(0)).containsExactly(hit(1, 5), hit(2, 5));
        assertThat(shown.get(1)).containsExactly(hit(1, 5), hit(2, 5));
        assertThat(shown.get(2)).as("3 is new; of the others the strongest").containsExactly(hit(1, 5), hit(3, 5));
        assertThat(ExampleImages.spread(List.of(common, common, few), 1).get(2))
                .as("the same image, but another patch")
                .containsExactly(hit(1, 9));
    }

    @Test
    void fewCropsAreFilledUpWithNearCopies() {
        List<Hit> all = List.of(hit(1, 5), hit(2, 5), hit(3, 5));
        assertThat(ExampleImages.filled(List.of(hit(2, 5)), all, 2)).containsExactly(hit(2, 5), hit(1, 5));
        assertThat(ExampleImages.filled(all, all, 2)).isEqualTo(all);
    }
}
