package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eddp.labels.Concept;
import org.eddp.labels.Dissection;
import org.eddp.labels.Labels;
import org.eddp.labels.PatchLabels;
import org.eddp.metrics.Metrics;

/** Labels and metrics of a few detectors for tests. */
public final class TinyEvaluation {
    private final List<Labels.DetectorLabel> labels = new ArrayList<>();
    private final List<Metrics.DetectorMetrics> metrics = new ArrayList<>();

    /** Adds a detector with a name. */
    public TinyEvaluation with(String category, int number, String name, double iou, double precision, double recall) {
        return add(new Concept(category, number, name), iou, precision, recall);
    }

    /** Adds a detector that fires on nothing. */
    public TinyEvaluation silent() {
        return add(null, 0, 0, 0);
    }

    private TinyEvaluation add(Concept concept, double iou, double precision, double recall) {
        int index = labels.size();
        Map<String, Labels.DetectorLabel.Match> best = concept == null
                ? Map.of()
                : Map.of(concept.category(), new Labels.DetectorLabel.Match(concept, iou, iou));
        labels.add(new Labels.DetectorLabel(index, concept, iou, iou, iou > Labels.INTERPRETABLE, best));
        double f1 = precision + recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
        metrics.add(new Metrics.DetectorMetrics(
                index, null, concept, iou, concept == null ? 0 : 100, precision, recall, f1, precision, null));
        return this;
    }

    public Labels labels() {
        return new Labels(
                "0", "set<1>", Dissection.CountedImages.ANNOTATED_IMAGES, Labels.INTERPRETABLE, 20, 10, labels);
    }

    public Metrics metrics() {
        return new Metrics(
                "0",
                "set<1>",
                10,
                PatchLabels.Rule.MAJORITY,
                Dissection.CountedImages.ANNOTATED_IMAGES,
                Labels.INTERPRETABLE,
                0.5,
                1.5,
                Metrics.MeanAndDeviation.of(metrics, Metrics.DetectorMetrics::precision),
                Metrics.MeanAndDeviation.of(metrics, Metrics.DetectorMetrics::recall),
                Metrics.MeanAndDeviation.of(metrics, Metrics.DetectorMetrics::f1),
                Metrics.MeanAndDeviation.of(metrics, Metrics.DetectorMetrics::averagePrecision),
                null,
                Metrics.Segmentation.of(labels),
                Metrics.CategoryCount.of(labels),
                metrics);
    }
}
