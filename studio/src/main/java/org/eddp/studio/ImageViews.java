package org.eddp.studio;

import io.javalin.http.NotFoundResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.explain.ExplainedImage;
import org.eddp.explain.RemovalVerdict;
import org.eddp.features.Grid;
import org.eddp.images.source.ImageList;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.names.Named;
import org.eddp.network.Prediction;
import org.eddp.run.Run;
import org.eddp.run.RunPictures;
import org.eddp.study.OpenImage;
import org.eddp.tensor.Matrix;

/** The data of the page of an image. */
final class ImageViews {
    private static final int CLASSES = 5;

    private ImageViews() {}

    /** A class with its probability and logit. */
    record Chance(Named label, double probability, double logit) {}

    /**
     * An image explained.
     *
     * @param label its class by the chosen labels, otherwise by its folder; null if unknown
     * @param classes all of the network
     * @param verdict on the explanation, in sentences; empty if it is by the paper's decomposition
     * @param scores p of every patch (row by row) for every concept
     * @param ranges values that the concepts take; null if unknown
     *
     * @param command that explains it
     */
    record Page(
            String name,
            String label,
            int rows,
            int columns,
            List<Chance> likeliest,
            List<Named> classes,
            ExplainedImage explained,
            List<String> verdict,
            double[][] scores,
            List<WhatIfViews.Range> ranges,
            String command,
            List<String> remarks) {}

    static Page page(OpenRun open, ImageList.Entry image, String label, String against, CommandLines phrases) {
        List<String> remarks = new ArrayList<>();
        ConceptStatistics values = RunViews.attempt(open::values, remarks);
        return open.ask(run -> {
            OpenImage seen = open.image(image);
            Grid grid = run.network().layer().grid();
            ExplainedImage explained =
                    open.explanations(values).of(label, against).explain(image);
            return new Page(
                    image.name(),
                    label(open, run, image),
                    grid.height(),
                    grid.width(),
                    chances(run, seen.prediction()),
                    IntStream.range(0, seen.prediction().logits().length)
                            .mapToObj(run.classNames()::of)
                            .toList(),
                    explained,
                    words(explained),
                    rows(seen.scores()),
                    values == null ? null : WhatIfViews.ranges(values, run.directions()),
                    phrases.explain(open.folder(), image.path(), label, against),
                    Stream.concat(open.remarks().stream(), remarks.stream()).toList());
        });
    }

    private static String label(OpenRun open, Run run, ImageList.Entry image) {
        RunPictures pictures = open.pictures();
        return open.table()
                .known()
                .flatMap(known -> IntStream.range(0, pictures.count())
                        .filter(n -> pictures.name(n).equals(image.name())
                                && pictures.entry(n).path().equals(image.path()))
                        .mapToObj(known.labels()::of)
                        .filter(Objects::nonNull)
                        .findFirst())
                .map(numbers -> Arrays.stream(numbers)
                        .mapToObj(k -> run.classNames()
                                .of(k)
                                .plain(run.features().outputs().noun()))
                        .collect(Collectors.joining(", ")))
                .orElse(image.className());
    }

    private static List<String> words(ExplainedImage explained) {
        if (!explained.explanation().byRemoval()) {
            return List.of();
        }
        RemovalVerdict verdict = new RemovalVerdict(explained);
        return Stream.concat(Stream.of(verdict.headline()), verdict.reasons().stream())
                .toList();
    }

    private static double[][] rows(Matrix scores) {
        double[][] rows = new double[scores.rows()][scores.columns()];
        for (int p = 0; p < rows.length; p++) {
            System.arraycopy(scores.values(), p * scores.columns(), rows[p], 0, scores.columns());
        }
        return rows;
    }

    static List<Chance> chances(Run run, Prediction prediction) {
        double[] probabilities = prediction.probabilities();
        return Arrays.stream(prediction.likeliest(CLASSES))
                .mapToObj(k -> new Chance(
                        run.classNames().of(k), probabilities[k], prediction.logits()[k]))
                .toList();
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
