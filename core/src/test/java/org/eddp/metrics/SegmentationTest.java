package org.eddp.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.eddp.labels.Concept;
import org.eddp.labels.Labels;
import org.junit.jupiter.api.Test;

class SegmentationTest {
    private static Labels.DetectorLabel label(int detector, String category, int number, double iou) {
        return new Labels.DetectorLabel(
                detector, new Concept(category, number, "n" + number), iou, iou, iou > 0.04, Map.of());
    }

    /**
     * Both integrands are step functions of the threshold that change only at IoUs, so with IoUs that are multiples of
     * 1/1000 the midpoint rule with steps of 1/1000 is the integral.
     */
    @Test
    void scoresEqualTheirIntegrals() {
        SplittableRandom random = new SplittableRandom(3);
        List<Labels.DetectorLabel> labels = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            labels.add(label(i, "object", random.nextInt(12), random.nextInt(1001) / 1000.0));
        }
        labels.add(new Labels.DetectorLabel(50, null, 0, 0, false, Map.of()));
        double s1 = 0;
        double s2 = 0;
        for (int step = 0; step < 1000; step++) {
            double threshold = (step + 0.5) / 1000;
            List<Labels.DetectorLabel> reached =
                    labels.stream().filter(l -> l.valIou() >= threshold).toList();
            s1 += reached.size() / 1000.0;
            s2 += reached.stream().map(Labels.DetectorLabel::concept).distinct().count() / 1000.0;
        }
        Metrics.Segmentation scores = Metrics.Segmentation.of(labels);
        assertThat(scores.s1()).isEqualTo(s1, within(1e-9));
        assertThat(scores.s2()).isEqualTo(s2, within(1e-9));
        assertThat(scores.meanIou()).isEqualTo(s1 / 51, within(1e-9));
    }

    @Test
    void countsLabelsOfInterpretableDetectors() {
        List<Labels.DetectorLabel> labels = List.of(
                label(0, "object", 1, 0.5),
                label(1, "object", 1, 0.2),
                label(2, "object", 2, 0.04),
                label(3, "part", 3, 0.05),
                label(4, "material", 1, 0.6));
        Metrics.Segmentation scores = Metrics.Segmentation.of(labels);
        assertThat(scores.s2()).isEqualTo(0.6 + 0.04 + 0.05, within(1e-12));
        assertThat(scores.interpretable()).isEqualTo(4);
        assertThat(scores.uniqueLabels()).isEqualTo(2);
        assertThat(Metrics.CategoryCount.of(labels))
                .containsExactly(
                        new Metrics.CategoryCount("material", 1, 1),
                        new Metrics.CategoryCount("object", 2, 1),
                        new Metrics.CategoryCount("part", 1, 1));
    }

    @Test
    void spreadIsOfThePopulation() {
        assertThat(Metrics.MeanAndDeviation.of(1, 3)).isEqualTo(new Metrics.MeanAndDeviation(2, 1));
        assertThat(Metrics.MeanAndDeviation.of()).isEqualTo(new Metrics.MeanAndDeviation(0, 0));
    }
}
