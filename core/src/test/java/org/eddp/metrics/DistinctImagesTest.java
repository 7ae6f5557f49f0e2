package org.eddp.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eddp.features.DenseFeatures;
import org.eddp.features.FeatureSource;
import org.eddp.features.Grid;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;

class DistinctImagesTest {
    private static TopImages.Hit hit(int image, double score) {
        TopImages.Span all = new TopImages.Span(0, 0);
        return new TopImages.Hit(image, 0, score, all, all);
    }

    /** Of three frames of one video only the strongest stays, and what is weaker comes up. */
    @Test
    void nearCopiesAreLeftOut() {
        float[] rows = {1, 0, 0, /**/ 0.99f, 0.02f, 0, /**/ 1.01f, 0, 0.02f, /**/ 0, 1, 0, /**/ 0, 0.2f, 1};
        try (Scope scope = Scope.open()) {
            FeatureSource source = new DenseFeatures(Tensor.of(rows, 5, 3), new Grid(1, 1));
            TopImages found =
                    new TopImages(List.of(List.of(hit(1, 5), hit(0, 4), hit(2, 3), hit(4, 2), hit(3, 1)), List.of()));
            TopImages kept = DistinctImages.of(found, source, 2);
            assertThat(kept.hits().get(0)).extracting(TopImages.Hit::image).containsExactly(1, 4);
            assertThat(kept.hits().get(1)).isEmpty();
        }
    }
}
