package org.eddp.health;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.eddp.directions.Directions;
import org.eddp.explain.Explainer;
import org.eddp.explain.Explanation;
import org.eddp.features.Batch;
import org.eddp.features.FeatureSource;
import org.eddp.health.Health.Explanations;
import org.eddp.health.Health.Subject;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Scope;

/** Explains images evenly spread over a set, and keeps the sizes of the parts. */
final class ExplanationSample {
    /** Enough for medians. */
    private static final int IMAGES = 32;

    private ExplanationSample() {}

    /** Null if nothing could be explained. */
    static Explanations explain(Directions directions, Subject subject, Monitor monitor) {
        FeatureSource features = subject.features();
        Explainer explainer = new Explainer(directions, features.grid(), subject.activation(), subject.head());
        int images = Math.min(IMAGES, features.images());
        List<Explanation> explained = new ArrayList<>();
        for (int k = 0; k < images; k++) {
            monitor.check("explaining a sample");
            try (Scope scope = Scope.open()) {
                Batch batch = features.range((int) ((long) k * features.images() / images), 1);
                Explanation explanation =
                        explainer.with(subject.head().on(batch, 0, 1)).explain(batch.rows(0, 1), null, null);
                if (explanation.explanationLogit() != 0 && explanation.logit() != 0) {
                    explained.add(explanation);
                }
            }
            monitor.onProgress(k + 1, images);
        }
        return explained.isEmpty()
                ? null
                : new Explanations(
                        explained.size(),
                        median(explained, Explanation::baselineLogit, Explanation::logit),
                        median(explained, Explanation::residual, Explanation::explanationLogit),
                        median(explained, ExplanationSample::totals, Explanation::explanationLogit),
                        median(explained, Explanation::correction, Explanation::explanationLogit),
                        explained.get(0).firstOrder());
    }

    private static double totals(Explanation explanation) {
        return explanation.concepts().stream()
                .mapToDouble(c -> Math.abs(c.contribution() + c.correction()))
                .sum();
    }

    private static double median(
            List<Explanation> explained, ToDoubleFunction<Explanation> part, ToDoubleFunction<Explanation> whole) {
        return Medians.of(explained.stream()
                .mapToDouble(e -> Math.abs(part.applyAsDouble(e) / whole.applyAsDouble(e)))
                .toArray());
    }
}
