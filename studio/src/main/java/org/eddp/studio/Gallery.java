package org.eddp.studio;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eddp.health.Health;
import org.eddp.labels.ConceptNames;
import org.eddp.labels.Labels;
import org.eddp.metrics.Atlas;
import org.eddp.metrics.ConceptMap;
import org.eddp.metrics.Metrics;
import org.eddp.names.ConceptName;
import org.eddp.network.OutputKind;
import org.eddp.report.ConceptRanking;
import org.eddp.report.HealthSection;
import org.eddp.report.MovedClasses;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.words.ConceptNotes;

/**
 * All concepts of a run.
 *
 * @param concepts by their numbers
 * @param sentence a summary of the run
 *
 * @param note on the order of concepts and the classes beside them
 * @param atlas progress of the search for pictures
 * @param commands that print the same
 * @param problems parts that cannot be shown, and why
 */
record Gallery(
        List<Card> concepts,
        String sentence,
        String note,
        String outputs,
        Progress atlas,
        List<ShownCommand> commands,
        List<String> problems) {
    /** A detector that fires on less than this share of the patches is rare. */
    private static final double RARE = 0.001;

    /**
     * A concept in the gallery.
     *
     * @param closest closest label or word that is not its name; null if there is none
     * @param kind "silent", "rare", "duplicate" or "" for an ordinary one
     * @param duplicateOf the concept of smaller number that is the same
     * @param place rank among all, the most convincing first; the number while the rank is unknown
     * @param last whether it is a catch-all or a background
     * @param like second name, if the first is uncertain; empty if there is none
     * @param effects the classes that it moves; null while unknown
     *
     * @param examples images of its crops, the strongest first; empty while unknown
     * @param x position on the map, where concepts with similar signal vectors are near each other
     */
    record Card(
            ConceptName name,
            String title,
            String closest,
            String category,
            String kind,
            Integer duplicateOf,
            Long patches,
            Double share,
            Double reliability,
            Double iou,
            Double precision,
            Double f1,
            boolean bookmarked,
            List<String> tags,
            int place,
            boolean last,
            String like,
            MovedClasses effects,
            List<Integer> examples,
            double x,
            double y) {}

    /**
     * The progress of the search for pictures.
     *
     * @param doing the current step
     */
    record Progress(boolean ready, String doing, double done, String failure) {
        static Progress of(OpenRun.Search search, Atlas found) {
            return new Progress(found != null, search.doing(), search.done(), search.failure());
        }
    }

    /** An image with the largest score of a detector in it. */
    record Shown(int image, int cell, double score, String name) {}

    static Gallery of(OpenRun open, CommandLines phrases) {
        OpenRun.Search search = open.atlas();
        return open.ask(run -> {
            List<String> problems = new ArrayList<>();
            Atlas atlas = search.atlas();
            Facts facts = new Facts(open, run, atlas, problems);
            return new Gallery(
                    IntStream.range(0, run.directions().concepts())
                            .mapToObj(facts::card)
                            .toList(),
                    facts.sentence(),
                    facts.note(),
                    facts.outputs().noun(),
                    Progress.of(search, atlas),
                    ShownCommand.concepts(open, facts.areNamed(), phrases),
                    problems);
        });
    }

    /** The data of all concepts. */
    static final class Facts {
        private final Atlas atlas;
        private final ConceptNames names;
        private final Health health;
        private final Metrics metrics;
        private final Labels labels;
        private final ConceptNotes notebook;
        private final ConceptMap map;
        private final Map<Integer, Integer> duplicates = new HashMap<>();
        private final Long patches;
        private final ConceptRanking ranking;
        private final OutputKind outputs;
        private final Map<Integer, Integer> places = new HashMap<>();

        Facts(OpenRun open, Run run, Atlas atlas, List<String> problems) {
            this.atlas = atlas;
            names = RunViews.names(run, problems);
            health = RunViews.attempt(() -> run.read(Results.HEALTH).orElse(null), problems);
            metrics = RunViews.attempt(() -> run.read(Results.METRICS).orElse(null), problems);
            labels = RunViews.attempt(() -> run.read(Results.LABELS).orElse(null), problems);
            notebook = RunViews.attempt(() -> run.read(Results.NOTEBOOK).orElse(null), problems);
            map = open.map();
            if (health != null) {
                health.duplicates().forEach(pair -> duplicates.putIfAbsent(pair.second(), pair.first()));
            }
            patches = atlas != null
                    ? (Long) ((long) atlas.images() * atlas.cells())
                    : health == null ? null : health.patches();
            outputs = outputs(run);
            ranking = patches == null ? null : RunViews.attempt(() -> ranked(open, run), problems);
            if (ranking != null) {
                for (int k = 0; k < ranking.concepts().size(); k++) {
                    places.put(ranking.concepts().get(k).concept(), k);
                }
            }
        }

        private ConceptRanking ranked(OpenRun open, Run run) {
            long[] sizes = atlas != null
                    ? atlas.concepts().stream().mapToLong(Atlas.Entry::patches).toArray()
                    : health.detectors().stream()
                            .mapToLong(Health.Detector::patches)
                            .toArray();
            return open.ranking(run, names, sizes, patches);
        }

        private static OutputKind outputs(Run run) {
            OutputKind known = RunViews.attempt(() -> run.features().outputs(), new ArrayList<>());
            return known == null ? OutputKind.CLASSES : known;
        }

        OutputKind outputs() {
            return outputs;
        }

        /** The health of the run, in short; null if it was not measured. */
        String sentence() {
            return health == null ? null : HealthSection.inShort(health.verdict());
        }

        String note() {
            return ranking == null ? "" : ranking.note().strip();
        }

        /** The concepts in the order of pages; by their numbers while that is unknown. */
        List<Integer> order() {
            return ranking == null
                    ? IntStream.range(0, names.all().size()).boxed().toList()
                    : ranking.concepts().stream()
                            .map(ConceptRanking.Ranked::concept)
                            .toList();
        }

        /** The standing of a concept at its place; null while no place is known. */
        ConceptRanking.Ranked ranked(int i) {
            return ranking == null ? null : ranking.concepts().get(places.get(i));
        }

        Card card(int i) {
            Long fires = atlas != null
                    ? (Long) atlas.concepts().get(i).patches()
                    : health == null ? null : health.detectors().get(i).patches();
            Metrics.DetectorMetrics scores =
                    metrics != null && metrics.labelled() ? metrics.detectors().get(i) : null;
            ConceptNotes.Note note = note(i);
            ConceptName name = names.of(i);
            ConceptRanking.Ranked ranked = ranked(i);
            return new Card(
                    name,
                    name.title(),
                    name.closest().orElse(null),
                    labels == null || labels.detectors().get(i).concept() == null
                            ? null
                            : labels.detectors().get(i).concept().category(),
                    kind(i, fires),
                    duplicates.get(i),
                    fires,
                    fires == null || patches == null ? null : (Double) ((double) fires / patches),
                    health == null ? null : health.detectors().get(i).reliability(),
                    name.iou(),
                    scores == null ? null : (Double) scores.precision(),
                    scores == null ? null : (Double) scores.f1(),
                    note.bookmarked(),
                    note.tags(),
                    ranked == null ? i : places.get(i),
                    ranked != null && ranked.last(),
                    ranked == null || name.isSure() ? "" : ranked.effects().like(),
                    ranked == null ? null : ranked.effects(),
                    examples(i),
                    map.x()[i],
                    map.y()[i]);
        }

        ConceptNotes.Note note(int i) {
            return notebook == null ? new ConceptNotes.Note(i, false, List.of(), null) : notebook.of(i);
        }

        private String kind(int i, Long fires) {
            if (fires != null && fires == 0) {
                return "silent";
            }
            if (duplicates.containsKey(i)) {
                return "duplicate";
            }
            return fires != null && patches != null && fires < RARE * patches ? "rare" : "";
        }

        ConceptNames names() {
            return names;
        }

        /** Whether concepts have labels, words or names by hand. */
        boolean areNamed() {
            return labels != null || metrics != null || names.all().stream().anyMatch(name -> name.name() != null);
        }

        /** Null if the run is not labelled. */
        Labels labels() {
            return labels;
        }

        List<Integer> examples(int i) {
            return atlas == null
                    ? List.of()
                    : atlas.concepts().get(i).examples().stream()
                            .map(Atlas.Sight::image)
                            .toList();
        }
    }
}
