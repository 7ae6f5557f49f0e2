package org.eddp.experiments.chess;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.experiments.training.TrainingImages;
import org.eddp.failure.InvalidInput;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Head;
import org.eddp.features.PatchLayer;
import org.eddp.images.decode.Picture;
import org.eddp.influence.Sensitivity;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.intervene.Correction;
import org.eddp.intervene.CorrectionStudy;
import org.eddp.intervene.CorrectionStudy.Confusion;
import org.eddp.labels.PatternCavs;
import org.eddp.learning.LearningResult.LossCurve;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Compares learned directions with the true positions of the mark.
 *
 * <p>At the level of patches the mark is in the top-left cell of a marked picture: the only one whose receptive field
 * (63 pixels wide, 16 apart) holds all of it.
 */
final class WatermarkStudy {
    private static final int CONTROLS = 10;
    private static final String CORRECTED = "corrected";
    private static final String FILTER = "filter";

    private final ChessData data;
    private final PatchLayer layer;
    private final LinearReadout readout;
    private final DenseFeatures features;
    private final Directions directions;
    private final Workers workers;
    private final DetectorResponses scores;
    private final boolean[] truth;
    private final int concept;

    WatermarkStudy(
            ChessData data,
            PatchLayer layer,
            LinearReadout readout,
            DenseFeatures features,
            Directions directions,
            Workers workers) {
        this.data = data;
        this.layer = layer;
        this.readout = readout;
        this.features = features;
        this.directions = directions;
        this.workers = workers;
        scores = DetectorResponses.of(features.rows(), directions.detectors());
        truth = truth(data.marked());
        concept = IntStream.range(0, directions.concepts())
                .filter(directions::hasSignal)
                .reduce((best, i) -> scores.iou(i, truth) > scores.iou(best, truth) ? i : best)
                .orElseThrow(() -> new InvalidInput(
                        "no detector fires on two patches or more, so there is no signal vector; try another seed"));
    }

    private boolean[] truth(boolean... marked) {
        boolean[] patches = new boolean[marked.length * layer.grid().cells()];
        for (int image = 0; image < marked.length; image++) {
            patches[image * layer.grid().cells()] = marked[image];
        }
        return patches;
    }

    /** All numbers. */
    ChessResults results(ChessResults.Settings settings, long seed, List<LossCurve> curves) {
        List<ChessResults.Detector> detectors = detectors();
        ChessResults.Watermark watermark =
                new ChessResults.Watermark(concept, detectors.get(concept).iou(), testIou(), patternCosine());
        Map<String, ChessResults.Evaluation> evaluations = evaluate(seed);
        List<ChessResults.Evaluation> random = new ArrayList<>();
        for (int c = 0; c < CONTROLS; c++) {
            random.add(evaluations.get("random " + c));
        }
        ChessResults.Evaluation original = evaluations.get(CorrectionStudy.ORIGINAL);
        ChessResults.Evaluation corrected = evaluations.get(CORRECTED);
        return new ChessResults(
                settings,
                original,
                corrected,
                detectors,
                watermark,
                random,
                evaluations.get(FILTER),
                ChessResults.Checks.of(detectors.get(concept), watermark, original, corrected, random),
                curves);
    }

    private List<ChessResults.Detector> detectors() {
        Matrix influence;
        try (Sensitivity sensitivity =
                Sensitivity.of(Head.of(readout, layer.grid()), features, Sensitivity.Perturbation.DEFAULT, workers)) {
            influence = sensitivity.scores(directions.signals());
        }
        List<ChessResults.Detector> detectors = new ArrayList<>();
        for (int i = 0; i < directions.concepts(); i++) {
            detectors.add(new ChessResults.Detector(scores.iou(i, truth), scores.count(i), influence.rowCopy(i)));
        }
        return detectors;
    }

    /** Over pictures the directions were not learned from: clean and poisoned test pictures together. */
    private double testIou() {
        List<TrainingImages.Example> both = new ArrayList<>(data.clean());
        both.addAll(data.poisoned());
        boolean[] marked = new boolean[both.size()];
        java.util.Arrays.fill(marked, data.clean().size(), marked.length, true);
        try (Scope scope = Scope.open()) {
            TrainingImages images = ChessData.images(both);
            Tensor rows = layer.rows(layer.cut().lower(images.batch(0, images.size())));
            return DetectorResponses.of(rows, directions.detectors()).iou(concept, truth(marked));
        }
    }

    private double patternCosine() {
        double[] labels = new double[truth.length];
        for (int p = 0; p < truth.length; p++) {
            labels[p] = truth[p] ? 1 : 0;
        }
        double[] signal = directions.signals().normaliseColumns().column(concept);
        double[] pattern = Matrix.row(PatternCavs.of(features.rows(), labels))
                .transpose()
                .normaliseColumns()
                .column(0);
        double cosine = 0;
        for (int d = 0; d < signal.length; d++) {
            cosine += signal[d] * pattern[d];
        }
        return cosine;
    }

    private Correction correction() {
        ConceptStatistics statistics =
                ConceptStatistics.of(features, directions.detectors(), ConceptStatistics.defaultLevels(), workers);
        return Correction.of(
                directions, new int[] {concept}, statistics, layer.cut().layer().activation());
    }

    private Map<String, ChessResults.Evaluation> evaluate(long seed) {
        Correction correction = correction();
        Map<String, Correction> corrections = new LinkedHashMap<>();
        corrections.put(CORRECTED, correction);
        corrections.put(FILTER, correction.withFilters());
        for (int c = 0; c < CONTROLS; c++) {
            corrections.put("random " + c, correction.withRandomDirections(CONTROLS * seed + c));
        }
        Map<String, Confusion> clean = confusions(corrections, data.clean());
        Map<String, Confusion> poisoned = confusions(corrections, data.poisoned());
        Map<String, ChessResults.Evaluation> evaluations = new LinkedHashMap<>();
        clean.forEach(
                (name, confusion) -> evaluations.put(name, ChessResults.Evaluation.of(confusion, poisoned.get(name))));
        return evaluations;
    }

    private Map<String, Confusion> confusions(
            Map<String, Correction> corrections, List<TrainingImages.Example> examples) {
        CorrectionStudy study = new CorrectionStudy(layer, corrections);
        TrainingImages images = ChessData.images(examples);
        try (Scope scope = Scope.open()) {
            int[] labels =
                    examples.stream().mapToInt(TrainingImages.Example::label).toArray();
            study.add(images.batch(0, images.size()), labels);
        }
        return study.results();
    }

    /** Writes the corrected network. */
    void writeCorrected(Path original, Path file) {
        correction().writeInto(original, null, layer, file);
    }

    /** The responses of every detector on the training pictures. */
    List<Picture> segmentations() {
        List<Picture> sheets = new ArrayList<>();
        for (int i = 0; i < directions.concepts(); i++) {
            sheets.add(SegmentationSheet.of(data.train(), scores, i, layer.grid()));
        }
        return sheets;
    }
}
