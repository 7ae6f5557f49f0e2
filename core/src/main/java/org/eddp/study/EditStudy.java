package org.eddp.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.failure.InvalidInput;
import org.eddp.features.Grid;
import org.eddp.files.FileNames;
import org.eddp.files.FolderLock;
import org.eddp.images.source.ImageFiles;
import org.eddp.images.source.ImageList;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.intervene.ConceptStatistics.Signals;
import org.eddp.intervene.Edit;
import org.eddp.intervene.Edit.Place;
import org.eddp.intervene.Edit.Target;
import org.eddp.intervene.EditSearch;
import org.eddp.intervene.EditedImage;
import org.eddp.intervene.EditedImage.Outlook;
import org.eddp.intervene.EditedImage.Share;
import org.eddp.intervene.Editor;
import org.eddp.monitor.Monitor;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.RunNetwork;
import org.eddp.run.StoredStatistics;
import org.eddp.tensor.Scope;

/**
 * The prediction of the network of a run after edits of concepts.
 *
 * @param wording how the caller puts edits into words
 * @param signals along which concepts are written
 */
public record EditStudy(Run run, Wording wording, Signals signals, Monitor monitor) {
    private static final int SHOWN_CLASSES = 3;
    private static final int MOST_CLASSES = 6;

    /** An edit, and whether it removes or adds its concept. */
    public record Change(Edit edit, boolean removes) {
        /** An edit of a search: edits that write low values remove a concept. */
        static Change found(Edit edit) {
            return new Change(edit, removes(edit));
        }

        /** Whether an edit of a search removes its concept. */
        public static boolean removes(Edit edit) {
            return edit.target() instanceof Target.MeanWithout
                    || edit.target() instanceof Target.Quantile q && q.level() < 0.5;
        }
    }

    /**
     * A search for the smallest edit that changes the class, or turns a label on or off.
     *
     * @param to class to reach, or label to turn, by number or name; null for any other
     * @param single no pairs of edits
     */
    public record Search(String to, boolean single) {}

    /** How a front end writes edits as text. */
    public interface Wording {
        /** Edits in the notation of the front end; equal texts mean equal edits. */
        List<String> words(List<Edit> edits);

        /** The command that makes edits a search found. */
        String replay(List<Edit> edits);
    }

    /**
     * An edited image.
     *
     * @param name of its file, without ending
     */
    public record Result(String name, EditedImage edited) {}

    /**
     * Applies edits and writes the result.
     *
     * @param place folder of the result
     */
    public Result edit(ImageList.Entry image, List<Change> changes, Path place) {
        try (FolderLock lock = run.writing(place);
                Scope scope = Scope.open()) {
            return new Session(image, levels(changes), changes).finish(changes, null, place);
        }
    }

    private static double[] levels(List<Change> changes) {
        return changes.stream()
                .map(c -> c.edit().target())
                .filter(Target.Quantile.class::isInstance)
                .mapToDouble(t -> ((Target.Quantile) t).level())
                .toArray();
    }

    /**
     * Looks for the smallest edit that changes the class, or turns a label, and writes the result.
     *
     * @return empty if no edit does
     */
    public Optional<Result> search(ImageList.Entry image, Search search, Path place) {
        try (FolderLock lock = run.writing(place);
                Scope scope = Scope.open()) {
            Integer wanted = search.to() == null
                    ? null
                    : run.classNames()
                            .parse(
                                    run.provenance().outputs() == OutputKind.LABELS
                                            ? "label to turn"
                                            : "class to reach",
                                    search.to(),
                                    run.network().classes());
            Session session = new Session(image, new double[0], null);
            return session.search(wanted, search.single())
                    .map(found -> session.finish(
                            found.edits().stream().map(Change::found).toList(),
                            new EditedImage.Search(found.tried(), wording.replay(found.edits())),
                            place));
        }
    }

    /** One image, as the network sees it. */
    private final class Session {
        private final ImageList.Entry image;
        private final RunNetwork.View view;
        private final Grid grid;
        private final Editor editor;

        Session(ImageList.Entry image, double[] levels, List<Change> changes) {
            this.image = image;
            ConceptStatistics statistics = StoredStatistics.of(run, monitor, levels);
            view = run.network().view(image.path());
            grid = run.network().layer().grid();
            requirePatches(changes);
            editor = new Editor(signals.of(run.directions(), statistics), grid, view.head(), statistics);
        }

        /** After pooling there is one patch, the whole image, so only edits of the whole image are possible. */
        private void requirePatches(List<Change> changes) {
            boolean everywhere =
                    changes != null && changes.stream().allMatch(c -> c.edit().place() instanceof Place.Everywhere);
            if (grid.cells() == 1 && !everywhere) {
                throw new NoPatches("layer " + run.provenance().layer()
                        + " has no patches (its map is 1 x 1), so there is no place to edit; use a run of a layer with"
                        + " patches (eddp network lists them), or edit the whole image");
            }
        }

        Optional<EditSearch.Found> search(Integer wanted, boolean single) {
            EditSearch.Options usual = EditSearch.Options.DEFAULT;
            EditSearch edits =
                    new EditSearch(editor, new EditSearch.Options(wanted, usual.quantile(), !single, usual.batch()));
            try (Monitor.Stage stage = monitor.stage("search", 1000)) {
                return edits.search(view.rows(), stage);
            }
        }

        Result finish(List<Change> changes, EditedImage.Search found, Path place) {
            List<Edit> edits = changes.stream().map(Change::edit).toList();
            EditedImage edited = record(editor.apply(view.rows(), edits), changes, found);
            String name = name(edits, edited, found != null);
            run.write(Results.EDITS, place.resolve(name + ".json"), edited);
            return new Result(name, edited);
        }

        private EditedImage record(Editor.Outcome outcome, List<Change> changes, EditedImage.Search found) {
            int[] shown = shown(Stream.concat(
                            Stream.of(outcome.before()),
                            outcome.steps().stream().map(Editor.Step::prediction))
                    .toList());
            List<EditedImage.Step> steps = new ArrayList<>();
            for (int k = 0; k < outcome.steps().size(); k++) {
                Editor.Step step = outcome.steps().get(k);
                steps.add(new EditedImage.Step(
                        changes.get(k).removes() ? "remove" : "add",
                        run.conceptNames().of(step.edit().concept()),
                        step.edit().target().toString(),
                        step.target(),
                        where(step.edit().place()),
                        step.cells(),
                        step.meanBefore(),
                        outlook(step.prediction(), shown)));
            }
            return new EditedImage(
                    run.options().command(),
                    run.digest(),
                    image.name(),
                    view.picture().address(),
                    grid.height(),
                    grid.width(),
                    outlook(outcome.before(), shown),
                    steps,
                    outcome.size(),
                    found,
                    signals);
        }

        /**
         * The same edit of the same picture has the same name; another place, amount or feature set makes another edit.
         * The result of a search is kept when the same edit is made again.
         */
        private String name(List<Edit> edits, EditedImage edited, boolean searched) {
            String actions = edited.steps().stream()
                    .map(s -> s.action() + "-" + s.concept().number())
                    .collect(Collectors.joining("-"));
            return FileNames.unique(
                    FileNames.stem(image.name()) + "-" + FileNames.of(actions),
                    image.name(),
                    ImageFiles.digest(image.path()),
                    actions,
                    wording.words(edits),
                    StoredStatistics.source(run),
                    signals.name(),
                    searched);
        }
    }

    private String where(Place place) {
        return place instanceof Place.Detected d
                ? "where " + run.conceptNames().of(d.concept()).title() + " is"
                : place.toString();
    }

    /**
     * Classes whose probabilities are shown: the prediction at every step, then the next likeliest classes before and
     * after, up to a limit.
     *
     * @param predictions before the first edit and after each
     */
    static int[] shown(List<Prediction> predictions) {
        Set<Integer> shown = new LinkedHashSet<>();
        predictions.forEach(p -> shown.add(p.label()));
        Prediction before = predictions.get(0);
        Prediction after = predictions.get(predictions.size() - 1);
        if (before.outputs() == OutputKind.LABELS) {
            // every label that turns at some step, then those that are on
            IntStream.range(0, before.logits().length)
                    .filter(k -> predictions.stream().anyMatch(p -> p.has(k) != before.has(k)))
                    .forEach(shown::add);
            IntStream.of(before.predicted()).limit(MOST_CLASSES).forEach(shown::add);
        }
        for (int rank = 1; rank < SHOWN_CLASSES; rank++) {
            for (Prediction p : List.of(after, before)) {
                int[] likeliest = p.likeliest(SHOWN_CLASSES);
                if (rank < likeliest.length && shown.size() < MOST_CLASSES) {
                    shown.add(likeliest[rank]);
                }
            }
        }
        return shown.stream().mapToInt(Integer::intValue).toArray();
    }

    private Outlook outlook(Prediction prediction, int[] shown) {
        double[] probabilities = prediction.probabilities();
        List<Share> shares = new ArrayList<>();
        for (int k : shown) {
            shares.add(new Share(run.classNames().of(k), probabilities[k]));
        }
        return new Outlook(
                run.classNames().of(prediction.label()),
                prediction.probability(),
                prediction.logits()[prediction.label()],
                shares,
                prediction.outputs() == OutputKind.CLASSES
                        ? null
                        : IntStream.of(prediction.predicted())
                                .mapToObj(run.classNames()::of)
                                .toList());
    }

    /** The layer has no positions to edit; edits of the whole image are possible. */
    public static final class NoPatches extends InvalidInput {
        private static final long serialVersionUID = 1L;

        NoPatches(String message) {
            super(message);
        }
    }
}
