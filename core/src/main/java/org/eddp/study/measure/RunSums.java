package org.eddp.study.measure;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.features.FeatureSource;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.labels.Concept;
import org.eddp.labels.DetectorGroups;
import org.eddp.labels.Dissection;
import org.eddp.labels.PatchLabels;
import org.eddp.metrics.ClusteringCounts;
import org.eddp.metrics.PatchScoring;
import org.eddp.metrics.ScoredPatches;
import org.eddp.parts.Sum;
import org.eddp.run.Run;

/**
 * What labels and metrics of a run follow from, as sums over shards of its features.
 *
 * @param run of whose detectors
 * @param dataset folder of the annotated dataset
 */
record RunSums(Run run, Path dataset) {
    /**
     * Pixels counted.
     *
     * @param name of the sum
     * @param title of the work
     * @param split whose images {@code images} are
     */
    Sum<Dissection.Counts> pixels(
            String name, String title, String split, AnnotatedFeatures images, DetectorGroups groups) {
        return new Sum<>(
                name,
                title,
                images.images(),
                0,
                images.units().size(),
                () -> Dissection.Counts.none(groups.count()),
                Dissection.Counts::read,
                monitor -> new DissectionOrder.Description(SplitLocation.of(run, dataset, split), groups)
                        .work(run, images, run.workers(), monitor));
    }

    /** Patches of a split counted on which detectors fire. */
    Sum<ClusteringCounts> clustering(String split, AnnotatedFeatures images) {
        return clustering(run, SplitLocation.of(run, dataset, split), images.features(), images.units());
    }

    /**
     * Patches counted on which detectors of a run fire.
     *
     * @param split whose images are in {@code source}, null if it has those of the run's features
     * @param units the images of each shard
     */
    static Sum<ClusteringCounts> clustering(Run run, SplitLocation split, FeatureSource source, List<int[]> units) {
        return new Sum<>(
                "clustering",
                "cluster",
                source.images(),
                0,
                units.size(),
                () -> ClusteringCounts.none(run.directions().concepts()),
                ClusteringCounts::read,
                monitor -> new ClusteringOrder.Description(RunLocation.of(run), split)
                        .work(run, source, units, run.workers(), monitor));
    }

    /**
     * Patches scored by detectors or groups of them, a sum for each block.
     *
     * @param name of the sums, to which their numbers are added
     */
    Scoring scoring(
            String name, String split, AnnotatedFeatures images, DetectorGroups groups, List<Concept> concepts) {
        PatchScoringOrder.Description asked = PatchScoringOrder.Description.of(
                SplitLocation.of(run, dataset, split), groups, concepts, PatchLabels.Rule.MAJORITY);
        PatchScoring scoring = asked.scoring(run, images);
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
                                monitor -> asked.work(scoring, shards, run.workers(), monitor)))
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
