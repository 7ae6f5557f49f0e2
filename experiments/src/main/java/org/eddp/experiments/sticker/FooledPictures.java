package org.eddp.experiments.sticker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.eddp.experiments.sticker.StickerResults.Contribution;
import org.eddp.experiments.sticker.StickerResults.Example;
import org.eddp.explain.Explainer;
import org.eddp.explain.Explanation;
import org.eddp.explain.UndecidedPoint;
import org.eddp.features.DenseFeatures;
import org.eddp.intervene.Correction;
import org.eddp.network.Prediction;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * The pictures that a card misleads, explained as somebody would who wonders about one of them: which concept that fires in it
 * adds most to the class it is taken for? The picture is set against itself with what fires in it undecided; the paper's point,
 * at which every absent concept is raised to its threshold as well, is asked beside it.
 */
final class FooledPictures {
    private static final int SHOWN = 8;

    private final StickerData data;
    private final CardStudy study;
    private final Correction correction;
    private final Explainer explainer;
    private final Explainer byPaper;

    FooledPictures(StickerData data, CardStudy study, Correction correction) {
        this.data = data;
        this.study = study;
        this.correction = correction;
        DenseFeatures features = data.stamped().features();
        explainer = explainer(features, UndecidedPoint.present());
        byPaper = explainer(features, UndecidedPoint.PAPER);
    }

    private Explainer explainer(DenseFeatures features, UndecidedPoint undecided) {
        return new Explainer(study.directions(), features.grid(), features.activation(), study.head(), undecided);
    }

    StickerResults.Fooled results() {
        List<Integer> fooled = list(data, study);
        double[] totals = new double[study.directions().concepts()];
        int first = 0;
        int firstByPaper = 0;
        List<Contribution> shown = List.of();
        for (int picture : fooled) {
            List<Contribution> ranked = ranked(picture, explainer);
            first += isCardFirst(ranked) ? 1 : 0;
            firstByPaper += isCardFirst(ranked(picture, byPaper)) ? 1 : 0;
            ranked.forEach(c -> totals[c.concept()] += c.total() / fooled.size());
            shown = shown.isEmpty() ? ranked : shown;
        }
        List<Contribution> order = new ArrayList<>();
        for (int i = 0; i < totals.length; i++) {
            order.add(new Contribution(i, totals[i], isCard(i)));
        }
        order.sort(Comparator.comparingDouble(c -> -c.total()));
        return new StickerResults.Fooled(
                fooled.size(),
                first,
                firstByPaper,
                order.subList(0, Math.min(SHOWN, order.size())),
                fooled.isEmpty() ? null : example(fooled.get(0), shown));
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

    /** Concepts that fire in a picture by what they add to the marked class, largest first. */
    private List<Contribution> ranked(int picture, Explainer by) {
        try (Scope scope = Scope.open()) {
            Explanation explanation = by.explain(data.stamped().features().rows(picture, 1), data.marked(), null);
            return explanation.concepts().stream()
                    .filter(c -> c.present() > 0)
                    .map(c -> new Contribution(c.concept(), c.contribution(), isCard(c.concept())))
                    .sorted(Comparator.comparingDouble(c -> -c.total()))
                    .toList();
        }
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
            Prediction before = Prediction.of(study.head().logits(rows).toDoubles());
            Prediction after =
                    Prediction.of(study.head().logits(correction.apply(rows)).toDoubles());
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
