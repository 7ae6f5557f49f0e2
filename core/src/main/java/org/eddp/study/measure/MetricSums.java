package org.eddp.study.measure;

import java.util.ArrayList;
import java.util.List;
import org.eddp.labels.Concept;
import org.eddp.labels.Labels;
import org.eddp.labels.Labels.DetectorGroups;
import org.eddp.labels.PatchLabels;
import org.eddp.metrics.ClusteringCounts;
import org.eddp.metrics.Metrics;
import org.eddp.metrics.Metrics.Clustering;
import org.eddp.metrics.PatchScoring.BinaryScores;
import org.eddp.run.Run;
import org.eddp.study.measure.Sum.SumEvaluator;
import org.eddp.tensor.Workers;

/**
 * Metrics of labelled detectors, or of groups of them, from counts and scores of patches of the val split.
 *
 * @param labels pixels of groups, whose labels have to be scored first; null for detectors, whose labels are scored
 * @param clustering patches on which detectors fire; null for groups
 * @param scoring scores of patches
 * @param images of the val split
 */
record MetricSums(LabelSums labels, Sum<ClusteringCounts> clustering, RunSums.Scoring scoring, int images) {
    /** Sums for single detectors. */
    static MetricSums of(Run run, Splits splits, Labels labels) {
        RunSums sums = new RunSums(run);
        DetectorGroups single = DetectorGroups.single(run.directions().concepts());
        return new MetricSums(
                null,
                sums.clustering(splits.val()),
                sums.scoring("scores", splits.val(), single, labels.closest()),
                splits.val().images());
    }

    /** Sums for groups of detectors. */
    static MetricSums combined(
            Run run, Labelling.Options options, Splits splits, DetectorGroups groups, List<Concept> concepts) {
        String prefix = "linear-or-";
        return new MetricSums(
                new LabelSums(run, options, splits, prefix, groups),
                null,
                new RunSums(run).scoring(prefix + "scores", splits.val(), groups, concepts),
                splits.val().images());
    }

    List<Sum<?>> all() {
        List<Sum<?>> all = new ArrayList<>();
        if (labels != null) {
            all.addAll(labels.all());
        }
        if (clustering != null) {
            all.add(clustering);
        }
        all.addAll(scoring.blocks());
        return all;
    }

    /**
     * The metrics.
     *
     * @param of the labels of detectors or groups
     */
    Metrics metrics(Labels of, SumEvaluator evaluator, Workers workers) {
        Clustering divided =
                clustering == null ? null : evaluator.of(clustering).clustering();
        List<BinaryScores> scores =
                scoring.by().binary(block -> evaluator.of(scoring.blocks().get(block)), workers);
        return Metrics.of(of, images, PatchLabels.Rule.MAJORITY, divided, scores);
    }
}
