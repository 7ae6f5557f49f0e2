package org.eddp.report.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.eddp.metrics.Metrics;
import org.eddp.metrics.Metrics.DetectorMetrics;
import org.eddp.report.draw.HistogramStack.Scale;

/** Scores of single detectors that are shown as histograms. */
enum DetectorScore {
    IOU("IoU", "pixels marked rightly, divided by pixels that are marked or should be", DetectorMetrics::iou),
    PRECISION(
            "Precision",
            "of the patches on which a detector fires, the share that shows its closest label",
            DetectorMetrics::precision),
    RECALL(
            "Recall",
            "of the patches that show the closest label of a detector, the share on which it fires",
            DetectorMetrics::recall),
    F1("F1", "precision and recall in one number (harmonic mean)", DetectorMetrics::f1),
    AVERAGE_PRECISION(
            "Average precision",
            "how well the score of a detector ranks patches, without a threshold",
            DetectorMetrics::averagePrecision),
    SIZE(
            "Cluster size",
            "patches on which a detector fires; each step of the axis is a factor",
            d -> Math.log10(d.size())) {
        @Override
        Scale scale(List<double[]> values) {
            return Scale.logarithmic(
                    "patches of a detector", finite(values).max().orElse(1));
        }
    },
    MONOSEMANTICITY(
            "Monosemanticity",
            "mean distance of the embeddings of what a detector fires on; small means that it is one kind of thing",
            d -> d.monosemanticity() == null ? Double.NaN : d.monosemanticity()) {
        @Override
        Scale scale(List<double[]> values) {
            double[] all = finite(values).sorted().toArray();
            return Scale.enclosing("distance of embeddings", all[0], all[all.length - 1]);
        }
    };

    private final String title;
    private final String meaning;
    private final ToDoubleFunction<DetectorMetrics> value;

    DetectorScore(String title, String meaning, ToDoubleFunction<DetectorMetrics> value) {
        this.title = title;
        this.meaning = meaning;
        this.value = value;
    }

    String title() {
        return title;
    }

    String meaning() {
        return meaning;
    }

    private static DoubleStream finite(List<double[]> values) {
        return values.stream().flatMapToDouble(Arrays::stream).filter(Double::isFinite);
    }

    double of(Metrics.DetectorMetrics detector) {
        return value.applyAsDouble(detector);
    }

    /** One per detector; not finite where a detector has none. */
    double[] of(Metrics metrics) {
        return metrics.detectors().stream().mapToDouble(value).toArray();
    }

    /** The axis on which all of them lie. */
    Scale scale(List<double[]> values) {
        return Scale.of(title, 0, 1);
    }

    /** Those that were measured. */
    static List<DetectorScore> measured(List<Metrics> all) {
        return Arrays.stream(values())
                .filter(score -> all.stream()
                        .flatMapToDouble(metrics -> Arrays.stream(score.of(metrics)))
                        .anyMatch(Double::isFinite))
                .toList();
    }
}
