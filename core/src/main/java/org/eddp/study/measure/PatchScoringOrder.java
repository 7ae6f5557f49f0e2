package org.eddp.study.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.eddp.files.Json;
import org.eddp.files.SafetensorsFile;
import org.eddp.labels.Concept;
import org.eddp.labels.DetectorGroups;
import org.eddp.labels.LabelledImages;
import org.eddp.labels.PatchLabels;
import org.eddp.metrics.PatchScoring;
import org.eddp.metrics.ScoredPatches;
import org.eddp.monitor.Monitor;
import org.eddp.parts.PartialResultOrder;
import org.eddp.parts.Work;
import org.eddp.parts.WorkerContext;
import org.eddp.run.Run;
import org.eddp.tensor.Workers;

/**
 * Scores the patches of a split by groups of detectors, each group against its concept. A unit is a shard of features with a
 * block of groups. All shards with the first block come first, then all shards with the next block. So a process that scored a
 * shard before still has its annotations in memory.
 *
 * @param json a {@link Description}
 */
record PatchScoringOrder(String json) implements PartialResultOrder<ScoredPatches> {
    private static final long serialVersionUID = 1L;

    /**
     * What to score.
     *
     * @param images of a split
     * @param groups of detectors
     * @param rule when a patch shows a concept
     */
    record Description(SplitLocation images, List<Group> groups, PatchLabels.Rule rule) {
        static Description of(
                SplitLocation images, DetectorGroups groups, List<Concept> concepts, PatchLabels.Rule rule) {
            List<Group> labelled = new ArrayList<>();
            for (int g = 0; g < groups.count(); g++) {
                labelled.add(new Group(groups.members().get(g), concepts.get(g)));
            }
            return new Description(images, labelled, rule);
        }

        PatchScoring scoring(Run run, LabelledImages pictures) {
            List<Concept> concepts = new ArrayList<>();
            groups.forEach(group -> concepts.add(group.concept()));
            DetectorGroups members =
                    new DetectorGroups(groups.stream().map(Group::members).toList());
            return new PatchScoring(pictures, run.directions().detectors(), members, concepts, rule);
        }

        Work<ScoredPatches> work(PatchScoring scoring, int shards, Workers workers, Monitor monitor) {
            return new ShardWork<>(
                    scoring.blocks() * shards,
                    new PatchScoringOrder(Json.toText(this)),
                    monitor,
                    (first, end, inOrder) -> run(scoring, shards, first, end, workers, monitor, inOrder));
        }
    }

    /**
     * A group of detectors.
     *
     * @param members their numbers
     * @param concept its label, null if it has none
     */
    @SuppressWarnings("ArrayRecordComponent") // goes into JSON and comes from there, never compared
    record Group(int[] members, @Json.MayBeNull Concept concept) {}

    private static void run(
            PatchScoring scoring,
            int shards,
            int first,
            int end,
            Workers workers,
            Monitor monitor,
            Consumer<? super ScoredPatches> inOrder) {
        for (int unit = first; unit < end; ) {
            int block = unit / shards;
            int next = Math.min(end, (block + 1) * shards);
            scoring.run(block, unit % shards, next - block * shards, workers, monitor, inOrder);
            unit = next;
        }
    }

    @Override
    public Work<ScoredPatches> open(WorkerContext place) {
        Description asked = Json.fromText("a description of work", json, Description.class);
        Run run = asked.images().run().open(place);
        LabelledImages pictures = asked.images().images(run);
        return asked.work(asked.scoring(run, pictures), pictures.units().size(), place.workers(), place.monitor());
    }

    @Override
    public ScoredPatches read(SafetensorsFile content) {
        return ScoredPatches.read(content);
    }
}
