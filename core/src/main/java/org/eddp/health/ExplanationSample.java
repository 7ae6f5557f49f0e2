package org.eddp.health;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.eddp.explain.Explainer;
import org.eddp.explain.Explanation;
import org.eddp.explain.Quality;
import org.eddp.explain.UndecidedPoint;
import org.eddp.features.Batch;
import org.eddp.features.FeatureSource;
import org.eddp.health.Health.Explanations;
import org.eddp.health.Health.Subject;
import org.eddp.math.Median;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Scope;

/** Explains images evenly spread over a set from every undecided point, and keeps the sizes of the parts. */
final class ExplanationSample {
    /** Enough for medians. */
    private static final int IMAGES = 32;

    private ExplanationSample() {}

    /** The point of the subject first; none if nothing could be explained. */
    static List<Explanations> explain(Subject subject, Monitor monitor) {
        Set<UndecidedPoint> points = new LinkedHashSet<>();
        points.add(subject.undecided());
        points.add(UndecidedPoint.PAPER);
        points.add(UndecidedPoint.damped(UndecidedPoint.USUAL_DAMPING));
        points.add(UndecidedPoint.present());
        List<Explanations> all = new ArrayList<>();
        int done = 0;
        for (UndecidedPoint point : points) {
            Monitor part = monitor.part((double) done / points.size(), (double) (done + 1) / points.size());
            List<Explanation> explained = explain(subject, point, part);
            if (!explained.isEmpty()) {
                all.add(summary(point, explained));
            }
            done++;
        }
        return all;
    }

    private static List<Explanation> explain(Subject subject, UndecidedPoint point, Monitor monitor) {
        FeatureSource features = subject.features();
        Explainer explainer =
                new Explainer(subject.directions(), features.grid(), subject.activation(), subject.head(), point);
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
        return explained;
    }

    private static Explanations summary(UndecidedPoint point, List<Explanation> explained) {
        return new Explanations(
                point.toString(),
                explained.size(),
                median(explained, e -> Math.abs(e.baselineLogit() / e.logit())),
                median(explained, e -> Quality.of(e).residual()),
                median(explained, e -> Quality.of(e).cancellation()),
                median(explained, e -> Quality.of(e).correction()),
                explained.get(0).firstOrder());
    }

    private static double median(List<Explanation> explained, ToDoubleFunction<Explanation> number) {
        return Median.orZero(explained.stream().mapToDouble(number).toArray());
    }
}
