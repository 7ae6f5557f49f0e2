package org.eddp.experiments.sticker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.experiments.marks.MarkDetectors;
import org.eddp.experiments.marks.PictureFeatures;
import org.eddp.experiments.sticker.StickerResults.Controls;
import org.eddp.experiments.sticker.StickerResults.Detector;
import org.eddp.experiments.sticker.StickerResults.Evaluation;
import org.eddp.experiments.sticker.StickerResults.Group;
import org.eddp.failure.InvalidInput;
import org.eddp.features.Head;
import org.eddp.influence.Sensitivity;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.intervene.Correction;
import org.eddp.intervene.CorrectionStudy.Confusion;
import org.eddp.intervene.RefittedPair;
import org.eddp.learning.LearningResult.LossCurve;
import org.eddp.math.Vectors;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/** Compares learned directions with the true positions of the card. */
final class CardStudy {
    private static final int RANDOM_CONTROLS = 10;

    private final StickerData data;
    private final Head head;
    private final Directions directions;
    private final Workers workers;
    private final BitSet truth;
    private final TestPatches test;
    private final MarkDetectors onTrain;
    private final int[] group;
    private final Directions merged;
    private final Directions supervised;

    CardStudy(StickerData data, LinearReadout readout, Directions directions, Workers workers) {
        this.data = data;
        this.directions = directions;
        this.workers = workers;
        head = Head.of(readout, data.train().features().grid());
        truth = data.train().truth();
        test = new TestPatches(data, workers);
        onTrain = MarkDetectors.of(data.train().features(), directions.detectors(), workers);
        group = onTrain.choose(truth, data.train().features().patches());
        if (group.length == 0) {
            throw new InvalidInput(
                    "no detector tells patches of the card from others; try another seed or more concepts");
        }
        merged = RefittedPair.of(data.train().features(), onTrain.together(group), workers);
        supervised = RefittedPair.of(data.train().features(), truth, workers);
    }

    /** The detectors of the card. */
    int[] group() {
        return group.clone();
    }

    /** Patches on which a detector of the card fires. */
    BitSet firing(PictureFeatures pictures) {
        return MarkDetectors.of(pictures.features(), directions.detectors(), workers)
                .together(group);
    }

    Directions directions() {
        return directions;
    }

    Head head() {
        return head;
    }

    /**
     * All numbers.
     *
     * @param damping that the directions were learned with
     */
    StickerResults results(StickerResults.Settings settings, long seed, double damping, List<LossCurve> curves) {
        Correction correction = correction(merged, 0);
        Evaluation original = evaluate(null);
        Evaluation corrected = evaluate(correction);
        List<Evaluation> random = new ArrayList<>();
        for (int c = 0; c < RANDOM_CONTROLS; c++) {
            random.add(evaluate(correction.withRandomDirections(RANDOM_CONTROLS * seed + c)));
        }
        Correction unmerged = correction(directions, group);
        Controls controls = new Controls(
                evaluate(correction(supervised, 0)),
                evaluate(correction.withDirection(filters())),
                random,
                evaluate(unmerged),
                evaluate(unmerged.withFilters()),
                evaluate(correction.withFilters()));
        Matrix influence = influence();
        Group together = together(influence);
        List<Detector> detectors = detectors(influence);
        return new StickerResults(
                settings,
                original,
                detectors,
                together,
                corrected,
                controls,
                new FooledPictures(data, this, correction, damping).results(),
                StickerResults.Checks.merged(together, original, corrected, controls),
                StickerResults.Checks.own(together, detectors, original, controls),
                curves);
    }

    /** Sum of the unit vectors of the detectors' filters. */
    private double[] filters() {
        Matrix units = directions.filters().normaliseColumns();
        double[] sum = new double[units.rows()];
        for (int i : group) {
            for (int d = 0; d < sum.length; d++) {
                sum[d] += units.get(d, i);
            }
        }
        return sum;
    }

    private Correction correction(Directions pairs, int... concepts) {
        ConceptStatistics statistics = ConceptStatistics.of(
                data.train().features(), pairs.detectors(), ConceptStatistics.defaultLevels(), workers);
        return Correction.of(
                pairs, concepts, statistics, data.train().features().activation());
    }

    private Evaluation evaluate(Correction correction) {
        return Evaluation.of(confusion(data.clean(), correction), confusion(data.stamped(), correction), data.marked());
    }

    private Confusion confusion(PictureFeatures pictures, Correction correction) {
        return Confusion.of(data.classes().size(), pictures.labels(), predicted(pictures, correction));
    }

    /** Predicted classes of pictures, after a correction unless it is null. */
    int[] predicted(PictureFeatures pictures, Correction correction) {
        try (Scope scope = Scope.open()) {
            double[] best = head.logits(
                            correction == null
                                    ? pictures.features().rows()
                                    : correction.apply(pictures.features().rows()))
                    .argmax(1)
                    .toDoubles();
            return Arrays.stream(best).mapToInt(k -> (int) k).toArray();
        }
    }

    /** The accuracy of the linear layer on its training pictures. */
    double trainAccuracy() {
        return confusion(data.train(), null).accuracy();
    }

    /** Share of the training patches that show the card. */
    double cardShare() {
        return truth.cardinality() / (double) data.train().features().patches();
    }

    /** RCAV scores of all signal vectors and, last, of the merged one, for every class. */
    private Matrix influence() {
        Matrix all = new Matrix(directions.signals().rows(), directions.concepts() + 1);
        for (int d = 0; d < all.rows(); d++) {
            for (int i = 0; i < directions.concepts(); i++) {
                all.set(d, i, directions.signals().get(d, i));
            }
            all.set(d, directions.concepts(), merged.signals().get(d, 0));
        }
        try (Sensitivity sensitivity =
                Sensitivity.of(head, data.clean().features(), Sensitivity.Perturbation.DEFAULT, workers)) {
            return sensitivity.scores(all);
        }
    }

    private List<Detector> detectors(Matrix influence) {
        List<Detector> detectors = new ArrayList<>();
        MarkDetectors fired = test.fired(directions.detectors());
        for (int i : group) {
            BitSet firing = onTrain.together(i);
            BitSet onCard = (BitSet) firing.clone();
            onCard.and(truth);
            detectors.add(new Detector(
                    i,
                    MarkDetectors.iou(firing, truth),
                    MarkDetectors.iou(fired.together(i), test.truth()),
                    firing.cardinality(),
                    onCard.cardinality() / (double) Math.max(1, firing.cardinality()),
                    Vectors.cosine(
                            directions.signals().column(i), supervised.signals().column(0)),
                    influence.get(i, data.marked())));
        }
        return detectors;
    }

    private Group together(Matrix influence) {
        double[] pattern = supervised.signals().column(0);
        return new Group(
                Arrays.stream(group).boxed().toList(),
                MarkDetectors.iou(onTrain.together(group), truth),
                MarkDetectors.iou(test.fired(directions.detectors()).together(group), test.truth()),
                test.pixelIou(directions.detectors(), group),
                test.iou(merged.detectors()),
                test.iou(supervised.detectors()),
                Vectors.cosine(merged.signals().column(0), pattern),
                Vectors.cosine(merged.filters().column(0), pattern),
                influence.rowCopy(directions.concepts()));
    }
}
