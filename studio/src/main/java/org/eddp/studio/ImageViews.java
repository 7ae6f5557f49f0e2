package org.eddp.studio;

import io.javalin.http.NotFoundResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.eddp.explain.ExplainedImage;
import org.eddp.features.Grid;
import org.eddp.files.Json;
import org.eddp.images.ImageList;
import org.eddp.intervene.Edit;
import org.eddp.intervene.Editor;
import org.eddp.monitor.Monitor;
import org.eddp.names.Named;
import org.eddp.network.Prediction;
import org.eddp.run.Run;
import org.eddp.run.RunPictures;
import org.eddp.study.ExplanationStudy;
import org.eddp.study.OpenImage;
import org.eddp.tensor.Matrix;

/** What is said of images, and what would be said of them. */
final class ImageViews {
    private static final int CLASSES = 5;
    private static final int LISTED = 60;

    private ImageViews() {}

    /** An image in a list. */
    record Listed(int image, String name, String label) {}

    /** Some of the images whose names have a text in them. */
    record Listing(int found, int from, List<Listed> images) {}

    static Listing list(OpenRun open, String text, int from) {
        return open.ask(run -> {
            String wanted = text.toLowerCase(Locale.ROOT);
            RunPictures pictures = open.pictures();
            int[] matching = IntStream.range(0, pictures.count())
                    .filter(n -> pictures.name(n).toLowerCase(Locale.ROOT).contains(wanted))
                    .toArray();
            List<Listed> page = Arrays.stream(matching)
                    .skip(from)
                    .limit(LISTED)
                    .mapToObj(n ->
                            new Listed(n, pictures.name(n), pictures.entry(n).className()))
                    .toList();
            return new Listing(matching.length, from, page);
        });
    }

    /** A class with its probability and logit. */
    record Chance(Named label, double probability, double logit) {}

    /**
     * An image explained.
     *
     * @param scores p of every patch (row by row) for every concept
     * @param command that explains it
     */
    record Page(
            String name,
            String label,
            int rows,
            int columns,
            List<Chance> likeliest,
            ExplainedImage explained,
            double[][] scores,
            double[] thresholds,
            String command,
            List<String> remarks) {}

    static Page page(OpenRun open, ImageList.Entry image, String label, String against, Phrases phrases) {
        return open.ask(run -> {
            OpenImage seen = open.image(image);
            Grid grid = run.network().layer().grid();
            ExplanationStudy study = new ExplanationStudy(
                    run,
                    new ExplanationStudy.Options(label, against, CLASSES, ExplanationStudy.Undecided.LEARNED),
                    Monitor.NONE);
            return new Page(
                    image.name(),
                    image.className(),
                    grid.height(),
                    grid.width(),
                    chances(run, seen.prediction()),
                    study.explain(image),
                    rows(seen.scores()),
                    run.directions().thresholds(),
                    phrases.explain(open.folder(), image.path(), label, against),
                    open.remarks());
        });
    }

    private static double[][] rows(Matrix scores) {
        double[][] rows = new double[scores.rows()][scores.columns()];
        for (int p = 0; p < rows.length; p++) {
            System.arraycopy(scores.values(), p * scores.columns(), rows[p], 0, scores.columns());
        }
        return rows;
    }

    private static List<Chance> chances(Run run, Prediction prediction) {
        double[] probabilities = prediction.probabilities();
        return Arrays.stream(prediction.likeliest(CLASSES))
                .mapToObj(k -> new Chance(
                        run.classNames().of(k), probabilities[k], prediction.logits()[k]))
                .toList();
    }

    /**
     * A change of a concept.
     *
     * @param value of w.x afterwards; null for a quantile
     * @param quantile share of the patches below the new value; null for a value
     * @param place "detected" (where the concept is), "everywhere", or a rectangle "top,left,bottom,right"
     */
    record Wish(
            int concept,
            @Json.MayBeNull Double value,
            @Json.MayBeNull Double quantile,
            String place) {
        Edit edit() {
            Edit.Target target = value != null
                    ? new Edit.Target.Fixed(value)
                    : new Edit.Target.Quantile(quantile == null ? Double.NaN : quantile);
            return new Edit(concept, target, where());
        }

        private Edit.Place where() {
            if (place.equals("detected")) {
                return new Edit.Place.Detected(concept);
            }
            if (place.equals("everywhere")) {
                return new Edit.Place.Everywhere();
            }
            if (!place.matches("\\d{1,5}(,\\d{1,5}){3}")) {
                throw new IllegalArgumentException(
                        "the place of an edit is not one of detected, everywhere or four numbers");
            }
            int[] sides =
                    Arrays.stream(place.split(",")).mapToInt(Integer::parseInt).toArray();
            return new Edit.Place.Rectangle(sides[0], sides[1], sides[2], sides[3]);
        }
    }

    /** Changes of concepts, one after the other. */
    record Wishes(List<Wish> edits) {}

    /** What an edit changed. */
    record Step(int concept, double target, double meanBefore, int[] cells) {}

    /** What the network would say. */
    record Outcome(Chance before, List<Chance> after, boolean changed, double size, List<Step> steps, String command) {}

    static Outcome after(OpenRun open, ImageList.Entry image, Wishes wishes, Phrases phrases) {
        return open.ask(run -> {
            List<Edit> edits = wishes.edits().stream().map(Wish::edit).toList();
            Editor.Outcome outcome = open.image(image).after(edits, Monitor.NONE);
            double[] probabilities = outcome.before().probabilities();
            int label = outcome.before().label();
            return new Outcome(
                    new Chance(
                            run.classNames().of(label),
                            probabilities[label],
                            outcome.before().logits()[label]),
                    chances(run, outcome.after()),
                    outcome.changed(),
                    outcome.size(),
                    outcome.steps().stream()
                            .map(step ->
                                    new Step(step.edit().concept(), step.target(), step.meanBefore(), step.cells()))
                            .toList(),
                    phrases.edit(open.folder(), image.path(), edits));
        });
    }

    /** An image of the feature set of a run, by its number. */
    static ImageList.Entry entry(OpenRun open, int number) {
        return open.ask(run -> {
            int count = open.pictures().count();
            if (number < 0 || number >= count) {
                throw new NotFoundResponse("there is no image " + number + "; the run has 0 .. " + (count - 1));
            }
            return open.pictures().entry(number);
        });
    }
}
