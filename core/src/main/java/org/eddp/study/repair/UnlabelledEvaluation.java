package org.eddp.study.repair;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.features.FeatureSet;
import org.eddp.features.Head;
import org.eddp.features.ImageStream;
import org.eddp.files.FileFailure;
import org.eddp.images.source.ImageList;
import org.eddp.intervene.Correction;
import org.eddp.intervene.CorrectionResults;
import org.eddp.intervene.PredictionChanges;
import org.eddp.monitor.Monitor;
import org.eddp.names.ClassNames;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;
import org.eddp.run.Run;
import org.eddp.run.RunPictures;
import org.eddp.study.view.ImagePredictions;
import org.eddp.tensor.Tensor;

/**
 * A network before and after correction on the features of its run: which predictions change. The part below the layer is not
 * computed.
 *
 * @param examples images of the most frequent changes
 */
record UnlabelledEvaluation(PredictionChanges changes, List<ChangedImages.Example> examples) {
    private static final long READ_ELEMENTS = 1 << 20;
    private static final int MOVES = 8;
    private static final int EXAMPLES_OF_A_MOVE = 3;

    /**
     * Evaluates.
     *
     * @param corrections by name, as for {@link LabelledEvaluation}
     */
    static UnlabelledEvaluation of(Run run, Map<String, Correction> corrections, Monitor monitor) {
        FeatureSet set = run.features();
        Head head = set.readout()
                .map(readout -> Head.of(readout, set.grid()))
                .orElseGet(() -> run.network().head(set));
        Map<String, Integer> counts = new LinkedHashMap<>();
        corrections.keySet().forEach(name -> counts.put(name, 0));
        List<Change> changed = new ArrayList<>();
        try (Monitor.Stage stage = monitor.stage("evaluate", set.images())) {
            ImageStream.of(set, 2 * set.width(), READ_ELEMENTS)
                    .watchedBy(stage, "the evaluation")
                    .forEachAhead(run.workers(), range -> changes(head, range, corrections), found -> {
                        found.forEach((name, own) -> counts.merge(name, own.size(), Integer::sum));
                        changed.addAll(found.get(RepairStudy.CORRECTED));
                    });
        }
        return of(run, set, counts, changed);
    }

    /** An image whose prediction changes. */
    private record Change(int image, int[] before, int[] after) {}

    private static Map<String, List<Change>> changes(
            Head head, ImageStream.Range range, Map<String, Correction> corrections) {
        Head own = head.on(range.batch(), 0, range.images());
        Tensor rows = range.rows();
        Prediction[] before = own.predictions(rows);
        Map<String, List<Change>> found = new LinkedHashMap<>();
        corrections.forEach((name, correction) -> {
            Prediction[] after = own.predictions(correction.apply(rows));
            List<Change> changed = new ArrayList<>();
            for (int n = 0; n < after.length; n++) {
                if (after[n].differsFrom(before[n])) {
                    changed.add(new Change(range.first() + n, before[n].predicted(), after[n].predicted()));
                }
            }
            found.put(name, changed);
        });
        return found;
    }

    private static UnlabelledEvaluation of(Run run, FeatureSet set, Map<String, Integer> counts, List<Change> changed) {
        Map<PredictionChanges.Move, List<Change>> groups = new LinkedHashMap<>();
        changed.forEach(change -> moves(change, run.classNames(), set.outputs())
                .forEach(move ->
                        groups.computeIfAbsent(move, k -> new ArrayList<>()).add(change)));
        List<PredictionChanges.Move> moves = groups.entrySet().stream()
                .map(group -> new PredictionChanges.Move(
                        group.getKey().before(),
                        group.getKey().after(),
                        group.getValue().size()))
                .sorted(Comparator.comparingInt(PredictionChanges.Move::images).reversed())
                .limit(MOVES)
                .toList();
        List<Change> shown = moves.stream()
                .map(move -> groups.get(new PredictionChanges.Move(move.before(), move.after(), 0)))
                .flatMap(group -> group.stream().limit(EXAMPLES_OF_A_MOVE))
                .distinct()
                .toList();
        int[] random = counts.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(CorrectionResults.RANDOM))
                .mapToInt(Map.Entry::getValue)
                .toArray();
        return new UnlabelledEvaluation(
                new PredictionChanges(
                        set.images(), changed.size(), moves, random, counts.get(CorrectionResults.FILTER)),
                examples(run, shown));
    }

    /** Changes from class to class; for labels, each that turns on or off. */
    private static List<PredictionChanges.Move> moves(Change change, ClassNames names, OutputKind outputs) {
        if (outputs == OutputKind.CLASSES) {
            return List.of(new PredictionChanges.Move(names.of(change.before()[0]), names.of(change.after()[0]), 0));
        }
        List<PredictionChanges.Move> all = new ArrayList<>();
        Arrays.stream(change.before())
                .filter(k -> !ImagePredictions.contains(change.after(), k))
                .forEach(k -> all.add(new PredictionChanges.Move(names.of(k), null, 0)));
        Arrays.stream(change.after())
                .filter(k -> !ImagePredictions.contains(change.before(), k))
                .forEach(k -> all.add(new PredictionChanges.Move(null, names.of(k), 0)));
        return all;
    }

    /** None if the pictures are missing. */
    private static List<ChangedImages.Example> examples(Run run, List<Change> changes) {
        try {
            RunPictures pictures = run.pictures();
            return changes.stream()
                    .map(change -> example(run, pictures.entry(change.image()), change))
                    .toList();
        } catch (FileFailure e) {
            return List.of();
        }
    }

    private static ChangedImages.Example example(Run run, ImageList.Entry image, Change change) {
        ClassNames names = run.classNames();
        return new ChangedImages.Example(
                image,
                List.of(),
                Arrays.stream(change.before()).mapToObj(names::of).toList(),
                Arrays.stream(change.after()).mapToObj(names::of).toList());
    }
}
