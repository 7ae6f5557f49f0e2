package org.eddp.study.repair;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.eddp.features.FeatureSetNetwork;
import org.eddp.features.PatchLayer;
import org.eddp.files.FileFailure;
import org.eddp.images.input.InputBatch;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageList;
import org.eddp.intervene.Correction;
import org.eddp.intervene.CorrectionResults;
import org.eddp.intervene.CorrectionStudy;
import org.eddp.monitor.Monitor;
import org.eddp.names.ClassNames;
import org.eddp.names.Named;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.OutputKind;
import org.eddp.run.Run;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * A network before and after correction on labelled images.
 *
 * @param deviation as in {@link CorrectionResults}
 * @param classes those that occur, or all labels
 * @param firing patches on which the detector of each concept of the correction fires
 * @param patches of all images
 * @param changed images whose prediction changes
 */
record LabelledEvaluation(
        double deviation,
        List<Named> classes,
        List<CorrectionResults.Evaluation> evaluations,
        long[] firing,
        long patches,
        ChangedImages changed) {
    private static final int BATCH = 8;

    /**
     * Evaluates.
     *
     * @param corrections by name, the one that was written under {@link RepairStudy#CORRECTED}
     * @param written the corrected network's file
     */
    static LabelledEvaluation of(
            LabelledFolder images, Run run, Map<String, Correction> corrections, Path written, Monitor monitor) {
        ImageList list = images.list();
        PatchLayer layer = run.network().layer();
        CorrectionStudy study = new CorrectionStudy(layer, corrections);
        Correction.CorrectedCut cut = new Correction.CorrectedCut(layer, corrections.get(RepairStudy.CORRECTED));
        double[] deviation = {0};
        ChangedImages.Collector changed = new ChangedImages.Collector(run.classNames());
        try (Network file = new FeatureSetNetwork(run.provenance()).load(written);
                Monitor.Stage stage = monitor.stage("evaluate", list.size())) {
            run.workers()
                    .forEachAhead(
                            (list.size() + BATCH - 1) / BATCH,
                            b -> Inputs.read(images, b * BATCH, run.network().preprocessing()),
                            inputs -> {
                                stage.check("evaluation");
                                inputs.problems().forEach(problem -> stage.remark("left out: " + problem));
                                if (inputs.truth().length > 0) {
                                    deviation[0] = Math.max(deviation[0], add(study, inputs, file, cut, changed));
                                }
                                stage.onProgress(inputs.end(), list.size());
                            });
        }
        if (study.patches() == 0) {
            throw new FileFailure("labelled images " + images.folder() + ": none of its " + list.size()
                    + " images could be read, so there is nothing to evaluate; the reasons are above");
        }
        if (!Double.isFinite(deviation[0])) {
            throw new NetworkFailure("the corrected network gives logits that are not finite numbers for images of "
                    + images.folder() + "; look at the original on the same images");
        }
        return run.provenance().outputs() == OutputKind.LABELS
                ? ofLabels(deviation[0], study, run.classNames(), changed.found())
                : of(deviation[0], images.labels(), study, run.classNames(), changed.found());
    }

    /**
     * Images that go through the networks together.
     *
     * @param batch what the networks take
     * @param entries of the images that could be read
     * @param truth the class, or the labels, of each of those
     * @param problems with the others
     * @param end one past the place of the last image in the list
     */
    private record Inputs(
            InputBatch batch, List<ImageList.Entry> entries, int[][] truth, List<String> problems, int end) {
        static Inputs read(LabelledFolder images, int first, Preprocessing preprocessing) {
            int end = Math.min(images.list().size(), first + BATCH);
            List<ImageList.Entry> all = images.list().entries().subList(first, end);
            InputBatch batch = InputBatch.read(images.list(), all, preprocessing, false, (content, i) -> {});
            List<ImageList.Entry> entries = new ArrayList<>();
            List<int[]> truth = new ArrayList<>();
            List<String> problems = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                if (batch.isPresent(i)) {
                    entries.add(all.get(i));
                    truth.add(images.labels()[first + i]);
                } else {
                    problems.add(all.get(i).name() + ": " + batch.problems()[i]);
                }
            }
            return new Inputs(batch, entries, truth.toArray(new int[0][]), problems, end);
        }
    }

    private static double add(
            CorrectionStudy study,
            Inputs inputs,
            Network file,
            Correction.CorrectedCut cut,
            ChangedImages.Collector changed) {
        try (Scope scope = Scope.open()) {
            Tensor input = inputs.batch().tensor();
            Map<String, int[][]> predicted = predict(study, input, inputs.truth(), cut.outputs());
            int[][] before = predicted.get(CorrectionStudy.ORIGINAL);
            int[][] after = predicted.get(RepairStudy.CORRECTED);
            for (int n = 0; n < before.length; n++) {
                changed.add(inputs.entries().get(n), inputs.truth()[n], before[n], after[n]);
            }
            return deviation(file.logits(input).toDoubles(), cut.logits(input).toDoubles(), inputs.truth().length);
        }
    }

    /** Sets of labels, or sets of one class each. */
    private static Map<String, int[][]> predict(
            CorrectionStudy study, Tensor input, int[][] truth, OutputKind outputs) {
        if (outputs == OutputKind.LABELS) {
            return study.predictLabels(input, truth);
        }
        int[] classes = Arrays.stream(truth).mapToInt(own -> own[0]).toArray();
        Map<String, int[][]> sets = new LinkedHashMap<>();
        study.predict(input, classes)
                .forEach((name, predicted) -> sets.put(
                        name,
                        Arrays.stream(predicted).mapToObj(k -> new int[] {k}).toArray(int[][]::new)));
        return sets;
    }

    /** Rounding errors are relative, so differences are divided by the logits of their image. */
    static double deviation(double[] one, double[] other, int images) {
        int classes = one.length / images;
        double deviation = 0;
        for (int n = 0; n < images; n++) {
            double size = 1;
            double difference = 0;
            for (int k = n * classes; k < (n + 1) * classes; k++) {
                size = Math.max(size, Math.abs(other[k]));
                difference = Math.max(difference, Math.abs(one[k] - other[k]));
            }
            deviation = Math.max(deviation, difference / size);
        }
        return deviation;
    }

    private static LabelledEvaluation of(
            double deviation, int[][] labels, CorrectionStudy study, ClassNames names, ChangedImages changed) {
        TreeSet<Integer> occurring = new TreeSet<>();
        for (int[] label : labels) {
            occurring.add(label[0]);
        }
        List<Integer> order = List.copyOf(occurring);
        List<CorrectionResults.Evaluation> evaluations = new ArrayList<>();
        study.results()
                .forEach((name, confusion) -> evaluations.add(new CorrectionResults.Evaluation(
                        name, confusion.accuracy(), confusion.images(), reduced(confusion.counts(), order))));
        return new LabelledEvaluation(
                deviation,
                order.stream().map(names::of).toList(),
                evaluations,
                study.firing(),
                study.patches(),
                changed);
    }

    private static LabelledEvaluation ofLabels(
            double deviation, CorrectionStudy study, ClassNames names, ChangedImages changed) {
        List<CorrectionResults.Evaluation> evaluations = new ArrayList<>();
        study.labelResults()
                .forEach((name, counts) -> evaluations.add(new CorrectionResults.Evaluation(
                        name, counts.accuracy(), counts.images(), new long[0][], counts.counts())));
        int labels = evaluations.get(0).labels().length;
        return new LabelledEvaluation(
                deviation,
                IntStream.range(0, labels).mapToObj(names::of).toList(),
                evaluations,
                study.firing(),
                study.patches(),
                changed);
    }

    /** Rows and columns of the classes that occur, and a last column for all others. */
    private static long[][] reduced(long[][] counts, List<Integer> classes) {
        long[][] small = new long[classes.size()][classes.size() + 1];
        for (int r = 0; r < small.length; r++) {
            long[] row = counts[classes.get(r)];
            for (int c = 0; c < row.length; c++) {
                int column = classes.indexOf(c);
                small[r][column < 0 ? classes.size() : column] += row[c];
            }
        }
        return small;
    }
}
