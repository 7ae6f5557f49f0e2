package org.eddp.study.measure;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.eddp.features.FeatureSource;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.labels.Concept;
import org.eddp.labels.Dissection;
import org.eddp.labels.Labels.DetectorGroups;
import org.eddp.labels.PatchLabels;
import org.eddp.metrics.ClusteringCounts;
import org.eddp.metrics.PatchScoring;
import org.eddp.metrics.ScoredPatches;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Work;
import org.eddp.run.Run;

/**
 * The inputs of labels and metrics of a run, as sums over shards of its features.
 *
 * @param run of whose detectors
 */
record RunSums(Run run) {
    /**
     * Pixels counted.
     *
     * @param name of the sum
     * @param title of the work
     */
    Sum<Dissection.Counts> pixels(String name, String title, AnnotatedFeatures images, DetectorGroups groups) {
        return new Sum<>(
                name,
                title,
                images.images(),
                0,
                images.units().size(),
                () -> Dissection.Counts.none(groups.count()),
                Dissection.Counts::read,
                monitor -> DissectionOrder.work(run, images, groups, run.workers(), monitor));
    }

    /** Patches of a split counted on which detectors fire. */
    Sum<ClusteringCounts> clustering(AnnotatedFeatures images) {
        return clustering(
                images.images(),
                images.units().size(),
                monitor -> ClusteringOrder.work(run, images, run.workers(), monitor));
    }

    /**
     * Patches of all images of the run's features counted on which detectors fire.
     *
     * @param source the features, wherever they are
     */
    Sum<ClusteringCounts> clustering(FeatureSource source) {
        return clustering(
                source.images(),
                run.features().units().size(),
                monitor -> ClusteringOrder.work(run, source, run.workers(), monitor));
    }

    private Sum<ClusteringCounts> clustering(int images, int units, Function<Monitor, Work<ClusteringCounts>> work) {
        return new Sum<>(
                "clustering",
                "cluster",
                images,
                0,
                units,
                () -> ClusteringCounts.none(run.directions().concepts()),
                ClusteringCounts::read,
                work);
    }

    /**
     * Patches scored by detectors or groups of them, a sum for each block.
     *
     * @param name of the sums, to which their numbers are added
     */
    Scoring scoring(String name, AnnotatedFeatures images, DetectorGroups groups, List<Concept> concepts) {
        PatchScoringOrder.Scoring asked =
                new PatchScoringOrder.Scoring(images, groups, concepts, PatchLabels.Rule.MAJORITY);
        PatchScoring scoring = asked.by(run);
        int shards = images.units().size();
        return new Scoring(
                scoring,
                IntStream.range(0, scoring.blocks())
                        .mapToObj(block -> new Sum<>(
                                name + "-" + block,
                                "evaluate",
                                images.images(),
                                block * shards,
                                shards,
                                () -> scoring.none(block),
                                ScoredPatches::read,
                                monitor -> PatchScoringOrder.work(run, asked, scoring, run.workers(), monitor)))
                        .toList());
    }

    /**
     * Scores of patches.
     *
     * @param by how they are found
     * @param blocks its sums
     */
    record Scoring(PatchScoring by, List<Sum<ScoredPatches>> blocks) {}
}
