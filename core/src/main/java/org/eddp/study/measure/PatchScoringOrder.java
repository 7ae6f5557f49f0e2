package org.eddp.study.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.files.json.Json;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.labels.Concept;
import org.eddp.labels.Labels.DetectorGroups;
import org.eddp.labels.PatchLabels;
import org.eddp.metrics.PatchScoring;
import org.eddp.metrics.ScoredPatches;
import org.eddp.monitor.Monitor;
import org.eddp.parts.PartialResult.PartialResultOrder;
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
     * The inputs.
     *
     * @param images of a split
     * @param groups of detectors
     * @param rule when a patch shows a concept
     */
    private record Description(SplitLocation images, List<Group> groups, PatchLabels.Rule rule) {
        static Description of(Run run, Scoring asked) {
            List<Group> labelled = new ArrayList<>();
            for (int g = 0; g < asked.groups().count(); g++) {
                labelled.add(new Group(
                        asked.groups().members().get(g), asked.concepts().get(g)));
            }
            return new Description(SplitLocation.of(run, asked.images()), labelled, asked.rule());
        }

        Scoring scoring(Run run) {
            List<Concept> concepts = new ArrayList<>();
            groups.forEach(group -> concepts.add(group.concept()));
            DetectorGroups members =
                    new DetectorGroups(groups.stream().map(Group::members).toList());
            return new Scoring(images.images(run), members, concepts, rule);
        }
    }

    /**
     * The opened inputs.
     *
     * @param images of a split
     * @param groups of detectors
     * @param concepts one for each group, null for none
     * @param rule when a patch shows a concept
     */
    record Scoring(AnnotatedFeatures images, DetectorGroups groups, List<Concept> concepts, PatchLabels.Rule rule) {
        PatchScoring by(Run run) {
            return new PatchScoring(images, run.directions().detectors(), groups, concepts, rule);
        }
    }

    /** @param by the same scoring, ready to run */
    static Work<ScoredPatches> work(Run run, Scoring asked, PatchScoring by, Workers workers, Monitor monitor) {
        int shards = asked.images().units().size();
        return new ShardWork<>(
                by.blocks() * shards,
                () -> new PatchScoringOrder(Json.toText(Description.of(run, asked))),
                monitor,
                (first, end, inOrder) -> run(by, shards, first, end, workers, monitor, inOrder));
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
    public String title() {
        return "scores of annotated patches";
    }

    @Override
    public Work<ScoredPatches> open(WorkerContext place) {
        Description asked = Json.fromText("a description of work", json, Description.class);
        Run run = asked.images().run().open(place);
        Scoring scoring = asked.scoring(run);
        return work(run, scoring, scoring.by(run), place.workers(), place.monitor());
    }

    @Override
    public ScoredPatches read(SafetensorsFile content) {
        return ScoredPatches.read(content);
    }
}
