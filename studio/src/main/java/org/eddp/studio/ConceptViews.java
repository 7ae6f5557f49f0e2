package org.eddp.studio;

import io.javalin.http.NotFoundResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.eddp.features.FeatureSet;
import org.eddp.files.FolderLock;
import org.eddp.images.input.Preprocessing;
import org.eddp.influence.Influence;
import org.eddp.metrics.Atlas;
import org.eddp.monitor.Monitor;
import org.eddp.names.ConceptName;
import org.eddp.report.ConceptRanking;
import org.eddp.report.Crop;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.Naming;
import org.eddp.study.view.ConceptPortrait;
import org.eddp.study.view.ConceptPortrait.ConceptEffects;
import org.eddp.words.ConceptNotes;
import org.eddp.words.WordNames;

/** The data of the page of a concept, and the notes of the user. */
final class ConceptViews {
    private static final int CLASSES = 6;

    private ConceptViews() {}

    /** A word or label that may be its name. */
    record Candidate(String origin, String name, double score) {}

    /** A concept. */
    record Page(
            Gallery.Card card,
            String sentence,
            ConceptNotes.Note note,
            long allPatches,
            double threshold,
            Atlas.Spread scores,
            Integer images,
            List<Gallery.Shown> strongest,
            List<Gallery.Shown> typical,
            List<Gallery.Shown> doubtful,
            double alike,
            List<ConceptPortrait.Neighbour> byFilter,
            List<ConceptPortrait.Neighbour> bySignal,
            List<ConceptPortrait.Companion> companions,
            ConceptEffects effects,
            List<Candidate> candidates,
            Gallery.Progress atlas,
            List<ShownCommand> commands,
            List<String> problems) {}

    /** The selection of a detector with another threshold. */
    record Selection(double threshold, long patches, int images, List<Gallery.Shown> doubtful, String command) {}

    static Page page(OpenRun open, int concept, CommandLines phrases) {
        OpenRun.Search search = open.atlas();
        return open.ask(run -> {
            requireConcept(run, concept);
            List<String> problems = new ArrayList<>();
            Atlas atlas = search.atlas();
            Gallery.Facts facts = new Gallery.Facts(open, run, atlas, problems);
            Atlas.Entry entry = atlas == null ? null : atlas.concepts().get(concept);
            FeatureSet set = RunViews.attempt(run::features, problems);
            Influence influence =
                    RunViews.attempt(() -> run.read(Results.SCORES).orElse(null), problems);
            ConceptEffects effects = influence == null
                    ? null
                    : ConceptEffects.of(influence, concept, k -> true, CLASSES, run.classNames());
            return new Page(
                    facts.card(concept),
                    sentence(facts, concept, entry, atlas),
                    facts.note(concept),
                    set == null ? 0 : set.patches(),
                    run.directions().thresholds()[concept],
                    entry == null ? null : entry.scores(),
                    entry == null ? null : (Integer) entry.images(),
                    entry == null ? List.of() : shown(open, entry.strongest(), problems),
                    entry == null ? List.of() : shown(open, entry.typical(), problems),
                    entry == null ? List.of() : shown(open, entry.doubtful(), problems),
                    ConceptPortrait.alike(
                            run.directions().detectors().width(),
                            run.directions().concepts()),
                    ConceptPortrait.neighbours(run.directions().filters(), concept, facts.names()),
                    ConceptPortrait.neighbours(run.directions().signals(), concept, facts.names()),
                    entry == null ? List.of() : ConceptPortrait.companions(entry, facts.names()),
                    effects,
                    candidates(run, concept, facts, problems),
                    Gallery.Progress.of(search, atlas),
                    commands(open, concept, facts, influence, effects, phrases),
                    problems);
        });
    }

    private static List<ShownCommand> commands(
            OpenRun open,
            int concept,
            Gallery.Facts facts,
            Influence influence,
            ConceptEffects effects,
            CommandLines phrases) {
        List<ShownCommand> all = new ArrayList<>(ShownCommand.concepts(open, facts.areNamed(), phrases));
        if (influence != null) {
            List<Integer> classes = Stream.concat(effects.raised().stream(), effects.lowered().stream())
                    .map(moved -> moved.label().number())
                    .sorted()
                    .toList();
            all.add(new ShownCommand(
                    "classes it moves", ShownCommand.influence(open.folder(), classes, influence, phrases)));
        }
        all.add(new ShownCommand("where it is, scores, neighbours", phrases.concept(open.folder(), concept, null)));
        return all;
    }

    private static void requireConcept(Run run, int concept) {
        if (concept < 0 || concept >= run.directions().concepts()) {
            throw new NotFoundResponse("there is no concept " + concept + "; the run has 0 .. "
                    + (run.directions().concepts() - 1));
        }
    }

    /** The first sentence: how often the concept occurs, and its effects. */
    private static String sentence(Gallery.Facts facts, int concept, Atlas.Entry entry, Atlas atlas) {
        if (entry == null) {
            return "";
        }
        ConceptName called = facts.names().of(concept);
        String name = called.inSentence() + (called.name() == null || called.isSure() ? "" : ",");
        String where = entry.patches() == 0
                ? " is in none of the " + atlas.images() + " pictures"
                : String.format(
                        Locale.ROOT,
                        " is on %.1f %% of the patches, in %,d of %,d pictures",
                        100.0 * entry.patches() / ((double) atlas.images() * atlas.cells()),
                        entry.images(),
                        atlas.images());
        ConceptRanking.Ranked ranked = facts.ranked(concept);
        String moves = ranked == null ? "" : ranked.effects().words(facts.outputs());
        return Character.toUpperCase(name.charAt(0))
                + name.substring(1)
                + where
                + (moves.isEmpty() ? "." : moves.startsWith("which") ? "; " + moves + "." : "; it " + moves + ".");
    }

    /** The content of a crop. */
    private record CropOf(String directions, int concept, boolean large) {}

    /** The location of the picture of a crop, and the scores of its patches. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Place(Path file, Preprocessing preprocessing, String directions, double[][] scores) {}

    /**
     * A crop of an image of the feature set, as pages show it.
     *
     * @param large the whole image instead, large
     */
    static Drawings.Drawing crop(OpenRun open, int concept, int image, boolean large, Drawings drawings) {
        Path file = ImageViews.entry(open, image).path();
        Place place = open.ask(run -> {
            requireConcept(run, concept);
            return new Place(
                    file,
                    open.pictures().preprocessing(),
                    run.digest(),
                    Crop.scores(run.features(), run.directions().detectors(), concept, image));
        });
        return drawings.of(file, new CropOf(place.directions(), concept, large), picture -> {
            Preprocessing.CropBox box = place.preprocessing().box(picture.width(), picture.height());
            String address =
                    large ? Crop.large(picture, box, place.scores()) : Crop.close(picture, box, place.scores());
            return Base64.getDecoder().decode(address.substring(address.indexOf(',') + 1));
        });
    }

    private static List<Gallery.Shown> shown(OpenRun open, List<Atlas.Sight> sights, List<String> problems) {
        List<Gallery.Shown> shown = RunViews.attempt(
                () -> sights.stream()
                        .map(sight -> new Gallery.Shown(
                                sight.image(),
                                sight.cell(),
                                sight.score(),
                                open.pictures().name(sight.image())))
                        .toList(),
                problems);
        return shown == null ? List.of() : shown;
    }

    private static List<Candidate> candidates(Run run, int concept, Gallery.Facts facts, List<String> problems) {
        List<Candidate> all = new ArrayList<>();
        if (facts.labels() != null) {
            facts.labels()
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

    static Selection select(OpenRun open, int concept, double threshold, CommandLines phrases) {
        return open.ask(run -> {
            requireConcept(run, concept);
            Atlas.Entry found = ConceptPortrait.at(run, concept, threshold, Monitor.NONE);
            return new Selection(
                    threshold,
                    found.patches(),
                    found.images(),
                    shown(open, found.doubtful(), new ArrayList<>()),
                    phrases.concept(open.folder(), concept, threshold));
        });
    }

    /**
     * A note of the user.
     *
     * @param name by hand, empty for none
     */
    record NoteRequest(String name, boolean bookmarked, List<String> tags, String text) {}

    static void note(OpenRun open, int concept, NoteRequest request) {
        open.ask(run -> WhenFree.write(() -> {
            requireConcept(run, concept);
            // checks come before anything is written
            ConceptNotes.Note note =
                    new ConceptNotes.Note(concept, request.bookmarked(), request.tags(), request.text());
            try (FolderLock lock = run.writing()) { // another studio may write notes too
                ConceptNotes known = run.read(Results.NOTEBOOK)
                        .orElseGet(() -> ConceptNotes.empty(run.options().command(), run.digest()));
                String given = run.conceptNames().of(concept).given();
                if (!request.name().strip().equals(given == null ? "" : given)) {
                    Naming.byHand(run, concept, request.name());
                }
                if (!known.of(concept).equals(note)) {
                    run.write(Results.NOTEBOOK, known.with(note), run.options().command());
                }
            }
            return null;
        }));
    }
}
