package org.eddp.health;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.eddp.explain.ConceptRemoval.TypicalAbsence;
import org.eddp.explain.Explainer;
import org.eddp.explain.Explanation;
import org.eddp.explain.Quality;
import org.eddp.explain.UndecidedPoint;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.health.Health.Explanations;
import org.eddp.health.Health.Subject;
import org.eddp.math.Median;
import org.eddp.monitor.Monitor;
import org.eddp.network.Prediction;
import org.eddp.tensor.Scope;

/**
 * Explains images evenly spread over a set, by removal and by the paper's decomposition from every undecided point, and keeps the
 * sizes of the parts.
 */
final class ExplanationSample {
    /** Enough for medians. */
    private static final int IMAGES = 32;

    private final Subject subject;
    private final double largestEntropy;

    private ExplanationSample(Subject subject) {
        this.subject = subject;
        largestEntropy = largestEntropy(subject);
    }

    /** Explanations by removal, then those from the point of the subject; an empty list if nothing could be explained. */
    static List<Explanations> explain(Subject subject, TypicalAbsence absence, Monitor monitor) {
        Map<UndecidedPoint, Explainer> explainers = new LinkedHashMap<>();
        explainers.put(
                UndecidedPoint.ABSENCE,
                new Explainer(
                        subject.directions(),
                        subject.features().grid(),
                        subject.activation(),
                        subject.head(),
                        absence));
        for (UndecidedPoint point : List.of(
                subject.undecided(),
                UndecidedPoint.PAPER,
                UndecidedPoint.damped(UndecidedPoint.USUAL_DAMPING),
                UndecidedPoint.present())) {
            explainers.computeIfAbsent(
                    point,
                    p -> new Explainer(
                            subject.directions(), subject.features().grid(), subject.activation(), subject.head(), p));
        }
        ExplanationSample sample = new ExplanationSample(subject);
        List<Explanations> all = new ArrayList<>();
        int done = 0;
        for (Map.Entry<UndecidedPoint, Explainer> entry : explainers.entrySet()) {
            Monitor part = monitor.part((double) done / explainers.size(), (double) (done + 1) / explainers.size());
            List<Explanation> explained = sample.explain(entry.getValue(), part);
            if (!explained.isEmpty()) {
                all.add(sample.summary(entry.getKey(), explained));
            }
            done++;
        }
        return all;
    }

    /**
     * The largest entropy of a prediction in bits: log2 of the number of classes, or one bit where labels are
     * independent.
     */
    private static double largestEntropy(Subject subject) {
        try (Scope scope = Scope.open()) {
            Batch batch = subject.features().range(0, 1);
            Prediction prediction = subject.head().on(batch, 0, 1).predictions(batch.rows(0, 1))[0];
            return prediction.outputs().largestEntropy(prediction.logits().length);
        }
    }

    private List<Explanation> explain(Explainer explainer, Monitor monitor) {
        FeatureSource features = subject.features();
        int images = Math.min(IMAGES, features.images());
        List<Explanation> explained = new ArrayList<>();
        for (int k = 0; k < images; k++) {
            monitor.check("explaining a sample");
            try (Scope scope = Scope.open()) {
                Batch batch = features.range((int) ((long) k * features.images() / images), 1);
                Explanation explanation =
                        explainer.with(subject.head().on(batch, 0, 1)).explain(batch.rows(0, 1), null, null);
                boolean moved = explanation.byRemoval() || explanation.explanationLogit() != 0;
                if (moved && explanation.logit() != 0) {
                    explained.add(explanation);
                }
            }
            monitor.onProgress(k + 1, images);
        }
        return explained;
    }

    private Explanations summary(UndecidedPoint point, List<Explanation> explained) {
        return new Explanations(
                point.toString(),
                explained.size(),
                median(explained, e -> Math.abs(e.baselineLogit() / e.logit())),
                median(explained, e -> finite(Quality.of(e).residual())),
                median(explained, e -> finite(Quality.of(e).cancellation())),
                median(explained, e -> Quality.of(e).correction()),
                explained.get(0).firstOrder(),
                largestEntropy == 0 ? null : median(explained, e -> e.baselineEntropy() / largestEntropy),
                explained.get(0).byRemoval()
                        ? median(explained, e -> finite(e.without().share()))
                        : null);
    }

    /** Files hold no infinite numbers. */
    private static double finite(double share) {
        return Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, share));
    }

    private static double median(List<Explanation> explained, ToDoubleFunction<Explanation> number) {
        return Median.orZero(explained.stream().mapToDouble(number).toArray());
    }
}
