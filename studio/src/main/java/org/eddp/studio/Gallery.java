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
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.words.Notebook;

/**
 * All concepts of a run.
 *
 * @param atlas how far the search for pictures is
 * @param commands that print what is said here
 * @param problems what cannot be shown, and why
 */
record Gallery(List<Card> concepts, Progress atlas, List<Repeat> commands, List<String> problems) {
    /** A detector that fires on less than this share of the patches is rare. */
    private static final double RARE = 0.001;

    /**
     * A concept in the gallery.
     *
     * @param closest what is known of it and is not its name; null if nothing is
     * @param kind "silent", "rare", "duplicate" or "" for an ordinary one
     * @param duplicateOf the concept of smaller number that is the same
     * @param picture of its strongest image; null while that is not known
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
            Shown picture,
            double x,
            double y) {}

    /** How far the search for pictures is. */
    record Progress(boolean ready, double done, String failure) {
        static Progress of(OpenRun.Search search, Atlas found) {
            return new Progress(found != null, search.done(), search.failure());
        }
    }

    /**
     * An image with what a detector says of it.
     *
     * @param map p of every patch, row by row; null where only the picture is shown
     */
    record Shown(int image, int cell, double score, String name, double[] map) {}

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
        }

        Card card(int i) {
            Long fires = atlas != null
                    ? (Long) atlas.concepts().get(i).patches()
                    : health == null ? null : health.detectors().get(i).patches();
            Metrics.DetectorMetrics scores =
                    metrics != null && metrics.labelled() ? metrics.detectors().get(i) : null;
            Notebook.Note note = note(i);
            ConceptName name = names.of(i);
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
                    picture(i),
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

        private Shown picture(int i) {
            if (atlas == null || atlas.concepts().get(i).strongest().isEmpty()) {
                return null;
            }
            Atlas.Sight sight = atlas.concepts().get(i).strongest().get(0);
            return new Shown(sight.image(), sight.cell(), sight.score(), null, null);
        }
    }
}
