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
import org.eddp.words.Notebook;

/**
 * All concepts of a run.
 *
 * @param concepts by their numbers
 * @param sentence what the run is, in short
 * @param note what the order of concepts and the classes beside them mean
 * @param atlas how far the search for pictures is
 * @param commands that print what is said here
 * @param problems what cannot be shown, and why
 */
record Gallery(
        List<Card> concepts,
        String sentence,
        String note,
        String outputs,
        Progress atlas,
        List<Repeat> commands,
        List<String> problems) {
    /** A detector that fires on less than this share of the patches is rare. */
    private static final double RARE = 0.001;

    /**
     * A concept in the gallery.
     *
     * @param closest what is known of it and is not its name; null if nothing is
     * @param kind "silent", "rare", "duplicate" or "" for an ordinary one
     * @param duplicateOf the concept of smaller number that is the same
     * @param place among all, the most convincing first; the number while that is not known
     * @param last whether it is a catch-all or a background
     * @param like second name, if the first is not sure; empty if there is none
     * @param effects the classes that it moves; null while that is not known
     * @param examples images whose crops show it, the strongest first; empty while they are not known
     * @param x place on the map, where concepts that are written alike are near each other
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
     * How far the search for pictures is.
     *
     * @param doing what is being done
     */
    record Progress(boolean ready, String doing, double done, String failure) {
        static Progress of(OpenRun.Search search, Atlas found) {
            return new Progress(found != null, search.doing(), search.done(), search.failure());
        }
    }

    /** An image with the largest score of a detector in it. */
    record Shown(int image, int cell, double score, String name) {}

    static Gallery of(OpenRun open, Phrases phrases) {
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
                    Repeat.concepts(open, facts.areNamed(), phrases),
                    problems);
        });
    }

    /** Everything that is known about all concepts. */
    static final class Facts {
        private final Atlas atlas;
        private final ConceptNames names;
        private final Health health;
        private final Metrics metrics;
        private final Labels labels;
        private final Notebook notebook;
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

        /** How far the run can be trusted, in short; null if that was not looked at. */
        String sentence() {
            return health == null ? null : HealthSection.inShort(health.verdict());
        }

        String note() {
            return ranking == null ? "" : ranking.note().strip();
        }

        /** The concepts in the order of pages; by their numbers while that is not known. */
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
            Notebook.Note note = note(i);
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

        Notebook.Note note(int i) {
            return notebook == null ? new Notebook.Note(i, false, List.of(), null) : notebook.of(i);
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

        /** Whether something was measured, or somebody said, that names them. */
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
