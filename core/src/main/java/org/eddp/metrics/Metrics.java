package org.eddp.metrics;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.eddp.directions.Detectors;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.files.FileFailure;
import org.eddp.files.Version;
import org.eddp.files.json.Json;
import org.eddp.labels.Concept;
import org.eddp.labels.Dissection;
import org.eddp.labels.LabelledImages;
import org.eddp.labels.Labels;
import org.eddp.labels.Labels.DetectorGroups;
import org.eddp.labels.Labels.DetectorLabel;
import org.eddp.labels.PatchLabels;
import org.eddp.metrics.PatchScoring.BinaryScores;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/**
 * Content of {@code metrics.json}: the paper's interpretability metrics of a set of detectors, on the val split with the
 * labels of the train split. Means and deviations are over all detectors; one without a label counts 0. If the
 * images are not annotated, it holds only the metrics that need no labels, and all others are null.
 *
 * @param eddp version that wrote it
 * @param dataset name of the annotated dataset; null if there is none
 * @param images of the val split; all of the feature set if there are no annotations
 * @param patchRule when a patch shows a concept
 * @param counting convention of the unions of IoU; null without labels
 * @param interpretableAbove IoU a detector must exceed to count as interpretable; null as above
 * @param coverage share of the patches on which at least one detector fires, null where detectors were combined
 * @param redundancy detectors that fire on a patch on average, null where detectors were combined
 * @param precision at patch level
 * @param recall at patch level
 * @param f1 at patch level
 * @param averagePrecision at patch level
 * @param monosemanticity mean distance of embeddings of what a detector fires on, null if not measured
 * @param segmentation at pixel level
 * @param categories interpretable detectors per category
 * @param detectors each with its own scores
 */
public record Metrics(
        String eddp,
        @Json.MayBeNull String dataset,
        int images,
        @Json.MayBeNull PatchLabels.Rule patchRule,
        @Json.MayBeNull Dissection.CountedImages counting,
        @Json.MayBeNull Double interpretableAbove,
        @Json.MayBeNull Double coverage,
        @Json.MayBeNull Double redundancy,
        @Json.MayBeNull MeanAndDeviation precision,
        @Json.MayBeNull MeanAndDeviation recall,
        @Json.MayBeNull MeanAndDeviation f1,
        @Json.MayBeNull MeanAndDeviation averagePrecision,
        @Json.MayBeNull MeanAndDeviation monosemanticity,
        @Json.MayBeNull Segmentation segmentation,
        @Json.MayBeNull List<CategoryCount> categories,
        @Json.MayBeNull List<DetectorMetrics> detectors) {
    public Metrics {
        categories = categories == null ? List.of() : List.copyOf(categories);
        double enough = interpretableAbove == null ? Labels.INTERPRETABLE : interpretableAbove;
        detectors = detectors == null
                ? List.of()
                : detectors.stream().map(d -> d.named(enough)).toList();
    }

    /**
     * Scores of one detector, or of one group.
     *
     * @param detector index
     * @param name that of {@code concept} if the IoU is enough for it to be interpretable, otherwise null; {@link Metrics} sets it
     * @param concept its label, null if it has none
     * @param iou with it on the val split
     * @param size patches on which it fires
     * @param monosemanticity mean distance of the embeddings of its crops, null if not measured
     */
    public record DetectorMetrics(
            int detector,
            @Json.MayBeNull String name,
            @Json.MayBeNull Concept concept,
            double iou,
            long size,
            double precision,
            double recall,
            double f1,
            double averagePrecision,
            @Json.MayBeNull Double monosemanticity) {
        private DetectorMetrics named(double enough) {
            return new DetectorMetrics(
                    detector,
                    concept != null && iou > enough ? concept.name() : null,
                    concept,
                    iou,
                    size,
                    precision,
                    recall,
                    f1,
                    averagePrecision,
                    monosemanticity);
        }
    }

    /**
     * The metrics that need no labels.
     *
     * @param images that detectors were tried on
     * @param clustering how they divide the patches
     */
    public static Metrics withoutLabels(int images, Clustering clustering) {
        List<DetectorMetrics> each = new ArrayList<>();
        for (int i = 0; i < clustering.sizes().length; i++) {
            each.add(new DetectorMetrics(i, null, null, 0, clustering.sizes()[i], 0, 0, 0, 0, null));
        }
        return new Metrics(
                Version.current(),
                null,
                images,
                null,
                null,
                null,
                clustering.coverage(),
                clustering.redundancy(),
                null,
                null,
                null,
                null,
                null,
                null,
                List.of(),
                each);
    }

    /** Whether it was measured against annotations. */
    public boolean labelled() {
        return dataset != null;
    }

    /** Measures every detector on its own on the val split. */
    public static Metrics of(
            LabelledImages val,
            Detectors detectors,
            Labels labels,
            PatchLabels.Rule rule,
            Workers workers,
            Monitor monitor) {
        if (labels.detectors().size() != detectors.concepts()) {
            throw new InvalidInput("labels of " + labels.detectors().size() + " detectors, but there are "
                    + detectors.concepts() + "; label this run again");
        }
        ClusteringCounts counts = ClusteringCounts.none(detectors.concepts());
        ClusteringCounts.run(
                val.features(), val.units(), detectors, 0, val.units().size(), workers, Monitor.NONE, counts::add);
        DetectorGroups single = DetectorGroups.single(detectors.concepts());
        return of(val, detectors, single, labels, counts.clustering(), rule, workers, monitor);
    }

    /**
     * Measures groups of detectors on the val split. Coverage and redundancy are those of the detectors, not of groups, so
     * they are left out.
     *
     * @param labels of the groups
     */
    public static Metrics of(
            LabelledImages val,
            Detectors detectors,
            DetectorGroups groups,
            Labels labels,
            PatchLabels.Rule rule,
            Workers workers,
            Monitor monitor) {
        return of(val, detectors, groups, labels, null, rule, workers, monitor);
    }

    private static Metrics of(
            LabelledImages val,
            Detectors detectors,
            DetectorGroups groups,
            Labels labels,
            Clustering clustering,
            PatchLabels.Rule rule,
            Workers workers,
            Monitor monitor) {
        PatchScoring scoring = new PatchScoring(val, detectors, groups, labels.closest(), rule);
        List<BinaryScores> scores = scoring.binary(
                block -> {
                    ScoredPatches all = scoring.none(block);
                    scoring.run(block, 0, val.units().size(), workers, monitor, all::add);
                    return all;
                },
                workers);
        return of(labels, val.images(), rule, clustering, scores);
    }

    /**
     * Metrics from counts.
     *
     * @param labels of detectors or groups
     * @param images of the val split
     * @param clustering how the detectors divide its patches; null for groups
     * @param scores of the patches, one for each label
     */
    public static Metrics of(
            Labels labels, int images, PatchLabels.Rule rule, Clustering clustering, List<BinaryScores> scores) {
        List<DetectorMetrics> each = new ArrayList<>();
        for (int i = 0; i < scores.size(); i++) {
            each.add(detector(
                    labels.detectors().get(i),
                    scores.get(i),
                    clustering == null ? 0 : clustering.sizes()[i]));
        }
        return new Metrics(
                Version.current(),
                labels.dataset(),
                images,
                rule,
                labels.counting(),
                labels.interpretableAbove(),
                clustering == null ? null : clustering.coverage(),
                clustering == null ? null : clustering.redundancy(),
                MeanAndDeviation.of(each, DetectorMetrics::precision),
                MeanAndDeviation.of(each, DetectorMetrics::recall),
                MeanAndDeviation.of(each, DetectorMetrics::f1),
                MeanAndDeviation.of(each, DetectorMetrics::averagePrecision),
                null,
                Segmentation.of(labels.detectors()),
                CategoryCount.of(labels.detectors()),
                each);
    }

    private static DetectorMetrics detector(DetectorLabel label, BinaryScores scores, long size) {
        return new DetectorMetrics(
                label.detector(),
                label.name(),
                label.concept(),
                label.valIou(),
                size,
                scores.precision(),
                scores.recall(),
                scores.f1(),
                scores.averagePrecision(),
                null);
    }

    /** The same with the monosemanticity of every detector. */
    public Metrics with(Monosemanticity measured) {
        List<DetectorMetrics> each = new ArrayList<>();
        for (DetectorMetrics d : detectors) {
            each.add(new DetectorMetrics(
                    d.detector,
                    d.name,
                    d.concept,
                    d.iou,
                    d.size,
                    d.precision,
                    d.recall,
                    d.f1,
                    d.averagePrecision,
                    measured.distances().get(d.detector)));
        }
        return new Metrics(
                eddp,
                dataset,
                images,
                patchRule,
                counting,
                interpretableAbove,
                coverage,
                redundancy,
                precision,
                recall,
                f1,
                averagePrecision,
                measured.spread(),
                segmentation,
                categories,
                each);
    }

    /** Reads a file of this form. */
    public static Metrics read(Path file) {
        Metrics metrics = Json.read(file, Metrics.class);
        boolean complete = metrics.labelled()
                ? Stream.of(
                                metrics.counting,
                                metrics.interpretableAbove,
                                metrics.precision,
                                metrics.recall,
                                metrics.f1,
                                metrics.averagePrecision,
                                metrics.segmentation)
                        .noneMatch(Objects::isNull)
                : metrics.coverage != null && metrics.precision == null;
        if (!complete) {
            throw new FileFailure("cannot read " + file + ": it does not hold metrics; evaluate the run again");
        }
        return metrics;
    }

    /**
     * Mean and standard deviation (population) over detectors; both 0 over none.
     *
     * @param mean average
     * @param deviation root of the mean squared distance from it
     */
    public record MeanAndDeviation(double mean, double deviation) {
        /** Mean and deviation of numbers; zeros if there are none. */
        public static MeanAndDeviation of(double... values) {
            if (values.length == 0) {
                return new MeanAndDeviation(0, 0);
            }
            double sum = 0;
            for (double value : values) {
                sum += value;
            }
            double mean = sum / values.length;
            double squares = 0;
            for (double value : values) {
                squares += (value - mean) * (value - mean);
            }
            return new MeanAndDeviation(mean, Math.sqrt(squares / values.length));
        }

        /** Mean and deviation of one number of each item. */
        public static <T> MeanAndDeviation of(java.util.Collection<T> things, ToDoubleFunction<T> number) {
            return of(things.stream().mapToDouble(number).toArray());
        }
    }

    /**
     * Scores of detectors as segmentations of the concepts they are labelled with, by IoU on the val split.
     *
     * <p>S1 is the integral over all thresholds of the number of detectors whose IoU reaches the threshold: the sum of the
     * IoUs. S2 is the integral of the number of distinct labels of such detectors: the sum, over distinct labels, of the best
     * IoU. A label that occurs in two categories is one label.
     *
     * @param s1 sum of the IoUs
     * @param s2 sum over distinct labels of the best IoU
     * @param meanIou average IoU over all detectors
     * @param interpretable number of detectors above the threshold of {@link Labels}
     * @param uniqueLabels number of distinct labels among them
     */
    public record Segmentation(double s1, double s2, double meanIou, int interpretable, int uniqueLabels) {
        /** Measures labelled detectors. */
        public static Segmentation of(List<DetectorLabel> detectors) {
            Map<Integer, Double> best = new TreeMap<>();
            Map<Integer, Boolean> interpretable = new TreeMap<>();
            double sum = 0;
            int count = 0;
            for (DetectorLabel label : detectors) {
                if (label.concept() != null) {
                    sum += label.valIou();
                    best.merge(label.concept().number(), label.valIou(), Math::max);
                    if (label.interpretable()) {
                        count++;
                        interpretable.put(label.concept().number(), true);
                    }
                }
            }
            double bestSum =
                    best.values().stream().mapToDouble(Double::doubleValue).sum();
            double mean = detectors.isEmpty() ? 0 : sum / detectors.size();
            return new Segmentation(sum, bestSum, mean, count, interpretable.size());
        }
    }

    /**
     * Interpretable detectors of one category.
     *
     * @param category of their labels
     * @param detectors how many there are
     * @param uniqueLabels distinct labels among them
     */
    public record CategoryCount(String category, int detectors, int uniqueLabels) {
        /** One per category that occurs, by name. */
        public static List<CategoryCount> of(List<DetectorLabel> detectors) {
            Map<String, Integer> counts = new TreeMap<>();
            Map<String, Set<Integer>> labels = new TreeMap<>();
            for (DetectorLabel label : detectors) {
                if (label.interpretable()) {
                    String category = label.concept().category();
                    counts.merge(category, 1, Integer::sum);
                    labels.computeIfAbsent(category, c -> new HashSet<>())
                            .add(label.concept().number());
                }
            }
            List<CategoryCount> table = new ArrayList<>();
            counts.forEach((category, count) -> table.add(
                    new CategoryCount(category, count, labels.get(category).size())));
            return table;
        }
    }

    /**
     * How detectors divide the patches of a set among themselves.
     *
     * @param coverage share of the patches on which at least one detector fires
     * @param redundancy detectors that fire on a patch, on average over all patches
     * @param sizes patches on which each detector fires
     * @param patchesByDetectors patches on which k detectors fire at once, for k from 0 up to the most that do
     */
    public record Clustering(double coverage, double redundancy, long[] sizes, long[] patchesByDetectors) {
        /** Counts over all patches. */
        public static Clustering of(FeatureSource source, Detectors detectors, Workers workers) {
            ClusteringCounts counts = ClusteringCounts.none(detectors.concepts());
            ImageStream.of(source, Math.max(source.width(), detectors.concepts()), ClusteringCounts.TILE_ELEMENTS)
                    .forEach(workers, range -> ClusteringCounts.of(range.rows(), detectors), counts::add);
            return counts.clustering();
        }
    }
}
