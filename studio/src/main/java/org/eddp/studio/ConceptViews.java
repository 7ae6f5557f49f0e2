package org.eddp.studio;

import io.javalin.http.NotFoundResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSet;
import org.eddp.health.Health;
import org.eddp.influence.Influence;
import org.eddp.influence.MovedClasses;
import org.eddp.labels.Labels;
import org.eddp.metrics.Atlas;
import org.eddp.metrics.ConceptMap;
import org.eddp.metrics.Metrics;
import org.eddp.monitor.Monitor;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.Naming;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.words.Notebook;
import org.eddp.words.WordNames;

/** What is said of concepts. */
final class ConceptViews {
    /** A detector that fires on less than this share of the patches is rare. */
    private static final double RARE = 0.001;

    private static final int NEIGHBOURS = 8;
    private static final int CLASSES = 6;

    private ConceptViews() {}

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

    /** The gallery. */
    record Gallery(List<Card> concepts, Progress atlas, List<String> problems) {}

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

    /** A concept near another. */
    record Neighbour(int number, String title, double cosine) {}

    /** A concept seen with another. */
    record Companion(int number, String title, int images, double overlap) {}

    /** A class that a concept moves. */
    record Moved(Named label, double effect, Double pValue) {}

    /** A word or label that may be its name. */
    record Candidate(String origin, String name, double score) {}

    /** A concept. */
    record Page(
            Card card,
            Notebook.Note note,
            int rows,
            int columns,
            long allPatches,
            double threshold,
            Atlas.Spread scores,
            Integer images,
            List<Shown> strongest,
            List<Shown> typical,
            List<Shown> doubtful,
            List<Neighbour> byFilter,
            List<Neighbour> bySignal,
            List<Companion> companions,
            List<Moved> raised,
            List<Moved> lowered,
            List<Candidate> candidates,
            Progress atlas,
            List<String> problems) {}

    /** What a detector would select with another threshold. */
    record Selection(double threshold, long patches, int images, List<Shown> doubtful) {}

    static Gallery gallery(OpenRun open) {
        OpenRun.Search search = open.atlas();
        return open.ask(run -> {
            List<String> problems = new ArrayList<>();
            Atlas atlas = search.atlas();
            return new Gallery(cards(open, run, atlas, problems), Progress.of(search, atlas), problems);
        });
    }

    private static List<Card> cards(OpenRun open, Run run, Atlas atlas, List<String> problems) {
        Facts facts = new Facts(open, run, atlas, problems);
        return IntStream.range(0, run.directions().concepts())
                .mapToObj(facts::card)
                .toList();
    }

    /** Everything that is known about all concepts. */
    private static final class Facts {
        private final Atlas atlas;
        private final List<ConceptName> names;
        private final Health health;
        private final Metrics metrics;
        private final Labels labels;
        private final Notebook notebook;
        private final ConceptMap map;
        private final Map<Integer, Integer> duplicates = new HashMap<>();
        private final Long patches;

        Facts(OpenRun open, Run run, Atlas atlas, List<String> problems) {
            this.atlas = atlas;
            List<ConceptName> known = RunViews.attempt(() -> run.conceptNames().all(), problems);
            names = known != null
                    ? known
                    : IntStream.range(0, run.directions().concepts())
                            .mapToObj(ConceptName::unlabelled)
                            .toList();
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
            ConceptName name = names.get(i);
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

        private Shown picture(int i) {
            if (atlas == null || atlas.concepts().get(i).strongest().isEmpty()) {
                return null;
            }
            Atlas.Sight sight = atlas.concepts().get(i).strongest().get(0);
            return new Shown(sight.image(), sight.cell(), sight.score(), null, null);
        }
    }

    static Page page(OpenRun open, int concept) {
        OpenRun.Search search = open.atlas();
        return open.ask(run -> {
            requireConcept(run, concept);
            List<String> problems = new ArrayList<>();
            Atlas atlas = search.atlas();
            Facts facts = new Facts(open, run, atlas, problems);
            Atlas.Entry entry = atlas == null ? null : atlas.concepts().get(concept);
            FeatureSet set = RunViews.attempt(run::features, problems);
            MovedClasses moved = RunViews.attempt(() -> moved(run, concept), problems);
            return new Page(
                    facts.card(concept),
                    facts.note(concept),
                    set == null ? 0 : set.grid().height(),
                    set == null ? 0 : set.grid().width(),
                    set == null ? 0 : set.patches(),
                    run.directions().thresholds()[concept],
                    entry == null ? null : entry.scores(),
                    entry == null ? null : (Integer) entry.images(),
                    entry == null ? List.of() : shown(run, concept, entry.strongest(), problems),
                    entry == null ? List.of() : shown(run, concept, entry.typical(), problems),
                    entry == null ? List.of() : shown(run, concept, entry.doubtful(), problems),
                    neighbours(run.directions().filters(), concept, facts.names),
                    neighbours(run.directions().signals(), concept, facts.names),
                    entry == null ? List.of() : companions(entry, facts.names),
                    moved == null ? List.of() : named(run, concept, moved.raised()),
                    moved == null ? List.of() : named(run, concept, moved.lowered()),
                    candidates(run, concept, facts, problems),
                    Progress.of(search, atlas),
                    problems);
        });
    }

    private static void requireConcept(Run run, int concept) {
        if (concept < 0 || concept >= run.directions().concepts()) {
            throw new NotFoundResponse("there is no concept " + concept + "; the run has 0 .. "
                    + (run.directions().concepts() - 1));
        }
    }

    private static List<Shown> shown(Run run, int concept, List<Atlas.Sight> sights, List<String> problems) {
        List<Shown> shown = RunViews.attempt(
                () -> sights.stream().map(sight -> shown(run, concept, sight)).toList(), problems);
        return shown == null ? List.of() : shown;
    }

    private static Shown shown(Run run, int concept, Atlas.Sight sight) {
        try (Scope scope = Scope.open()) {
            Detectors own = one(run, concept, run.directions().thresholds()[concept]);
            double[] map = own.scores(run.features().range(sight.image(), 1).rows(0, 1))
                    .toDoubles();
            return new Shown(
                    sight.image(),
                    sight.cell(),
                    sight.score(),
                    run.features().records().get(sight.image()).name(),
                    map);
        }
    }

    private static Detectors one(Run run, int concept, double threshold) {
        return new Detectors(run.directions().filters().columns(concept, 1), new double[] {threshold});
    }

    private static List<Neighbour> neighbours(Matrix columns, int concept, List<ConceptName> names) {
        double[] own = columns.column(concept);
        return IntStream.range(0, columns.columns())
                .filter(i -> i != concept)
                .mapToObj(i -> new Neighbour(i, names.get(i).title(), cosine(own, columns.column(i))))
                .sorted(Comparator.comparingDouble(Neighbour::cosine).reversed())
                .limit(NEIGHBOURS)
                .toList();
    }

    private static double cosine(double[] a, double[] b) {
        double product = 0;
        double first = 0;
        double second = 0;
        for (int d = 0; d < a.length; d++) {
            product += a[d] * b[d];
            first += a[d] * a[d];
            second += b[d] * b[d];
        }
        return first == 0 || second == 0 ? 0 : product / Math.sqrt(first * second);
    }

    private static List<Companion> companions(Atlas.Entry entry, List<ConceptName> names) {
        return entry.companions().stream()
                .map(other -> new Companion(
                        other.number(), names.get(other.number()).title(), other.images(), other.overlap()))
                .toList();
    }

    /** Null if influence was not measured. */
    private static MovedClasses moved(Run run, int concept) {
        Influence influence = run.read(Results.SCORES).orElse(null);
        if (influence == null) {
            return null;
        }
        Set<Integer> classes =
                IntStream.range(0, influence.classes()).boxed().collect(Collectors.toCollection(HashSet::new));
        return MovedClasses.of(influence, run.network().readout().orElse(null), run.directions(), classes, CLASSES)
                .get(concept);
    }

    private static List<Moved> named(Run run, int concept, List<MovedClasses.Moved> moved) {
        Influence influence = run.read(Results.SCORES).orElseThrow();
        return moved.stream()
                .map(m -> new Moved(run.classNames().of(m.label()), m.effect(), influence.pValue(concept, m.label())))
                .toList();
    }

    private static List<Candidate> candidates(Run run, int concept, Facts facts, List<String> problems) {
        List<Candidate> all = new ArrayList<>();
        if (facts.labels != null) {
            facts.labels
                    .detectors()
                    .get(concept)
                    .bestPerCategory()
                    .values()
                    .forEach(match -> all.add(new Candidate(
                            "masks, " + match.concept().category(),
                            match.concept().name(),
                            match.valIou())));
        }
        WordNames words = RunViews.attempt(() -> run.read(Results.WORDS).orElse(null), problems);
        if (words != null) {
            words.concepts()
                    .get(concept)
                    .candidates()
                    .forEach(c -> all.add(new Candidate("words", c.word(), c.score())));
        }
        return all;
    }

    static Selection select(OpenRun open, int concept, double threshold) {
        return open.ask(run -> {
            requireConcept(run, concept);
            try (Scope scope = Scope.open()) {
                Detectors other = one(run, concept, threshold);
                Atlas.Entry found = Atlas.of(run.features(), other, "", run.digest(), run.workers(), Monitor.NONE)
                        .concepts()
                        .get(0);
                return new Selection(
                        threshold,
                        found.patches(),
                        found.images(),
                        shown(run, concept, found.doubtful(), new ArrayList<>()));
            }
        });
    }

    /**
     * What somebody wants to note.
     *
     * @param name by hand, empty for none
     */
    record Wish(String name, boolean bookmarked, List<String> tags, String text) {}

    static void note(OpenRun open, int concept, Wish wish) {
        open.ask(run -> {
            requireConcept(run, concept);
            String given = run.conceptNames().of(concept).given();
            if (!wish.name().strip().equals(given == null ? "" : given)) {
                Naming.byHand(run, concept, wish.name());
            }
            Notebook known = run.read(Results.NOTEBOOK)
                    .orElseGet(() -> Notebook.empty(run.options().command(), run.digest()));
            Notebook.Note note = new Notebook.Note(concept, wish.bookmarked(), wish.tags(), wish.text());
            if (!known.of(concept).equals(note)) {
                run.write(Results.NOTEBOOK, known.with(note), run.options().command());
            }
            return null;
        });
    }
}
