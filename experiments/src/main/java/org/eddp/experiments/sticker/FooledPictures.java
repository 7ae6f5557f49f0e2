package org.eddp.experiments.sticker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.eddp.experiments.marks.LabelledPictures;
import org.eddp.experiments.sticker.StickerResults.Contribution;
import org.eddp.experiments.sticker.StickerResults.Example;
import org.eddp.explain.Explainer;
import org.eddp.explain.Explanation;
import org.eddp.explain.Quality;
import org.eddp.explain.UndecidedPoint;
import org.eddp.features.DenseFeatures;
import org.eddp.intervene.Correction;
import org.eddp.network.Prediction;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * The pictures that a card misleads, explained without knowledge of the card: which firing concept contributes most to
 * the wrong class? The answer depends on the reference point. It is computed for the default one, for the paper's, and
 * for the one where only firing concepts are undecided, each with the quality of its explanations.
 */
final class FooledPictures {
    private static final int SHOWN = 8;

    private final StickerData data;
    private final CardStudy study;
    private final Correction correction;
    private final List<UndecidedPoint> points;

    /**
     * Explains pictures.
     *
     * @param damping that the directions were learned with, of the point that explanations take by default
     */
    FooledPictures(StickerData data, CardStudy study, Correction correction, double damping) {
        this.data = data;
        this.study = study;
        this.correction = correction;
        points = List.of(UndecidedPoint.damped(damping), UndecidedPoint.PAPER, UndecidedPoint.present());
    }

    StickerResults.Fooled results() {
        List<Integer> fooled = list(data, study);
        if (fooled.isEmpty()) {
            return new StickerResults.Fooled(0, List.of(), List.of(), null);
        }
        List<List<Explanation>> explained =
                points.stream().map(point -> explain(fooled, point)).toList();
        List<Explanation> usual = explained.get(0);
        double[] totals = new double[study.directions().concepts()];
        for (Explanation explanation : usual) {
            ranked(explanation).forEach(c -> totals[c.concept()] += c.total() / usual.size());
        }
        List<Contribution> order = new ArrayList<>();
        for (int i = 0; i < totals.length; i++) {
            order.add(new Contribution(i, totals[i], isCard(i)));
        }
        order.sort(Comparator.comparingDouble(c -> -c.total()));
        List<StickerResults.Point> named = new ArrayList<>();
        for (int k = 0; k < points.size(); k++) {
            named.add(point(points.get(k), explained.get(k)));
        }
        return new StickerResults.Fooled(
                fooled.size(),
                named,
                order.subList(0, Math.min(SHOWN, order.size())),
                example(fooled.get(0), ranked(usual.get(0))));
    }

    private List<Explanation> explain(List<Integer> fooled, UndecidedPoint point) {
        DenseFeatures features = data.stamped().features();
        Explainer explainer =
                new Explainer(study.directions(), features.grid(), features.activation(), study.head(), point);
        List<Explanation> explanations = new ArrayList<>();
        for (int picture : fooled) {
            try (Scope scope = Scope.open()) {
                explanations.add(explainer.explain(features.rows(picture, 1), data.marked(), null));
            }
        }
        return explanations;
    }

    private StickerResults.Point point(UndecidedPoint point, List<Explanation> explained) {
        return new StickerResults.Point(
                point.toString(),
                (int) explained.stream().filter(e -> isCardFirst(ranked(e))).count(),
                Quality.Summary.of(explained.stream().map(Quality::of).toList()));
    }

    /** Pictures with a card that are recognised without it and taken for the marked class with it, in order. */
    static List<Integer> list(StickerData data, CardStudy study) {
        int[] before = study.predicted(data.clean(), null);
        int[] after = study.predicted(data.stamped(), null);
        int[] labels = data.stamped().labels();
        List<Integer> fooled = new ArrayList<>();
        for (int n = 0; n < labels.length; n++) {
            if (labels[n] != data.marked() && before[n % before.length] == labels[n] && after[n] == data.marked()) {
                fooled.add(n);
            }
        }
        return fooled;
    }

    /** Concepts that fire in a picture by their contribution to the marked class, largest first. */
    private List<Contribution> ranked(Explanation explanation) {
        return explanation.concepts().stream()
                .filter(c -> c.present() > 0)
                .map(c -> new Contribution(c.concept(), c.contribution(), isCard(c.concept())))
                .sorted(Comparator.comparingDouble(c -> -c.total()))
                .toList();
    }

    private static boolean isCardFirst(List<Contribution> ranked) {
        return !ranked.isEmpty() && ranked.get(0).card();
    }

    private boolean isCard(int concept) {
        return Arrays.stream(study.group()).anyMatch(i -> i == concept);
    }

    private Example example(int picture, List<Contribution> concepts) {
        try (Scope scope = Scope.open()) {
            Tensor rows = data.stamped().features().rows(picture, 1);
            Prediction before = study.head().predictions(rows)[0];
            Prediction after = study.head().predictions(correction.apply(rows))[0];
            LabelledPictures.Example shown = data.stamped().examples().get(picture);
            return new Example(
                    shown.picture().name(),
                    data.classes().get(shown.label()),
                    before.probabilities()[data.marked()],
                    after.probabilities()[data.marked()],
                    data.classes().get(after.label()),
                    concepts.subList(0, Math.min(SHOWN, concepts.size())));
        }
    }
}
