package org.eddp.studio;

import io.javalin.http.BadRequestResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Json;
import org.eddp.images.source.ImageList;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.intervene.Edit;
import org.eddp.intervene.EditSearch;
import org.eddp.intervene.Editor;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;
import org.eddp.run.Run;
import org.eddp.study.ClassEdit;
import org.eddp.study.OpenImage;

/** Predictions after edits of concepts. */
final class WhatIfViews {
    private static final int MOST_EDITS = 64;

    private WhatIfViews() {}

    /**
     * Values that a concept takes over all patches.
     *
     * @param absent the paper's value of absence
     *
     * @param present the paper's value of presence
     * @param without mean over the patches without it: 0 on the slider
     * @param with mean over the patches with it: 1 on the slider
     * @param writable whether there is a direction along which it can be set to a value
     */
    record Range(
            double least, double absent, double present, double most, double without, double with, boolean writable) {}

    static List<Range> ranges(ConceptStatistics values, Directions directions) {
        Directions pairs = values.writing(directions);
        double extreme = Edit.Target.Quantile.EXTREME;
        return IntStream.range(0, values.concepts())
                .mapToObj(i -> {
                    boolean known = values.with()[i] > 0 && values.without()[i] > 0;
                    double absent = values.quantile(i, extreme);
                    double present = values.quantile(i, 1 - extreme);
                    return new Range(
                            values.quantile(i, 0),
                            absent,
                            present,
                            values.quantile(i, 1),
                            known ? values.meanWithout()[i] : absent,
                            known ? values.meanWith()[i] : present,
                            pairs.hasSignal(i));
                })
                .toList();
    }

    /**
     * A change of a concept.
     *
     * @param value of w.x afterwards; null for a quantile
     * @param quantile share of the patches below the new value; null for a value
     * @param place as {@link Edit.Place#parse} reads it
     */
    record EditRequest(
            int concept,
            @Json.MayBeNull Double value,
            @Json.MayBeNull Double quantile,
            String place) {
        Edit edit() {
            Edit.Target target = value != null
                    ? new Edit.Target.Fixed(value)
                    : new Edit.Target.Quantile(quantile == null ? Double.NaN : quantile);
            return new Edit(
                    concept,
                    target,
                    Edit.Place.parse(place)
                            .orElseThrow(() -> new InvalidInput(
                                    "the place of an edit is not everywhere, a rectangle, patches or a concept")));
        }

        /** An edit with the value it writes. */
        static EditRequest of(Editor.Step step) {
            return new EditRequest(
                    step.edit().concept(),
                    step.target(),
                    null,
                    step.edit().place().text());
        }
    }

    /** Changes of concepts, one after the other. */
    record EditRequests(List<EditRequest> edits) {
        List<Edit> all() {
            if (edits.size() > MOST_EDITS) {
                throw new BadRequestResponse("at most " + MOST_EDITS + " edits at once");
            }
            return edits.stream().map(EditRequest::edit).toList();
        }
    }

    /** The result of an edit. */
    record Step(int concept, double target, double meanBefore, int[] cells) {}

    /**
     * The prediction after edits.
     *
     * @param on labels that turn on; null where outputs are classes, as is {@code off}
     * @param off labels that turn off
     */
    record Outcome(
            ImageViews.Chance before,
            List<ImageViews.Chance> after,
            boolean changed,
            List<Named> on,
            List<Named> off,
            double size,
            List<Step> steps,
            String command) {}

    static Outcome after(OpenRun open, ImageList.Entry image, EditRequests requests, CommandLines phrases) {
        List<Edit> edits = requests.all();
        ConceptStatistics values = open.values();
        return open.ask(run -> {
            Editor.Outcome outcome = open.image(image).after(edits, values);
            return new Outcome(
                    ImageViews.chances(run, outcome.before()).get(0),
                    ImageViews.chances(run, outcome.after()),
                    outcome.changed(),
                    turned(run, outcome.before(), outcome.after()),
                    turned(run, outcome.after(), outcome.before()),
                    outcome.size(),
                    outcome.steps().stream()
                            .map(step ->
                                    new Step(step.edit().concept(), step.target(), step.meanBefore(), step.cells()))
                            .toList(),
                    phrases.edit(open.folder(), image.path(), edits));
        });
    }

    /** Labels that one prediction lacks and the other has; null where outputs are classes. */
    private static List<Named> turned(Run run, Prediction without, Prediction with) {
        return with.outputs() == OutputKind.CLASSES
                ? null
                : Arrays.stream(with.predicted())
                        .filter(k -> !without.has(k))
                        .mapToObj(run.classNames()::of)
                        .toList();
    }

    /**
     * The request of a search.
     *
     * @param to class to reach or label to turn, by number or name; null for any other
     */
    record SearchRequest(@Json.MayBeNull String to) {}

    /**
     * The result of a search.
     *
     * @param edits none if no edit changes the class
     */
    record Found(List<EditRequest> edits, Integer tried, String command) implements Jobs.Outcome {
        @Override
        public Object shown() {
            return this;
        }
    }

    static Jobs.Job search(OpenRun open, Jobs jobs, ImageList.Entry image, SearchRequest goal, CommandLines phrases) {
        return jobs.start(monitor -> open.alone(monitor, run -> {
            Integer wanted = goal.to() == null
                    ? null
                    : run.classNames()
                            .parse("class to reach", goal.to(), run.network().classes());
            Optional<EditSearch.Found> found = OpenImage.of(run, image).search(wanted, open.values(monitor), monitor);
            return new Found(
                    found.map(f -> f.outcome().steps().stream()
                                    .map(EditRequest::of)
                                    .toList())
                            .orElse(List.of()),
                    found.map(EditSearch.Found::tried).orElse(null),
                    phrases.search(open.folder(), image.path(), goal.to()));
        }));
    }

    /**
     * Edits of all images of a class.
     *
     * @param label number of the predicted class
     */
    record ClassEditRequest(int label, List<EditRequest> edits) {}

    /** The result for the images of a class. */
    record Crowd(ClassEdit outcome, String command) implements Jobs.Outcome {
        @Override
        public Object shown() {
            return this;
        }
    }

    static Jobs.Job everyone(OpenRun open, Jobs jobs, ClassEditRequest request, CommandLines phrases) {
        List<Edit> edits = new EditRequests(request.edits()).all();
        return jobs.start(monitor -> open.alone(
                monitor,
                run -> new Crowd(
                        ClassEdit.of(run, request.label(), edits, () -> open.values(monitor), monitor),
                        phrases.classes(open.folder(), request.label(), edits))));
    }
}
