package org.eddp.experiments.chess;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;

/** The verdict on one seed of the model-correction experiment in words, and its key numbers beside the paper's. */
final class ChessHeadline {
    private ChessHeadline() {}

    static Html verdict(ChessResults results) {
        ChessResults.Checks checks = results.checks();
        if (!results.misled()) {
            return HtmlPage.verdict(
                    false,
                    "There is nothing to correct: the network never learned to read the mark.",
                    HtmlPage.paragraph(
                            "Seed " + results.settings().seed()
                                    + ": the accuracy on pictures with a misleading mark is "
                                    + NumberText.percent(results.original().poisonedAccuracy(), 0)
                                    + ", that on clean pictures "
                                    + NumberText.percent(results.original().cleanAccuracy(), 0)
                                    + ". What the rest of this page says of the mark is about a direction that the network does not use."));
        }
        String found = checks.all()
                ? "The mark was found, and taking it out corrects the network."
                : "The mark was found, but not everything is as in the paper.";
        String headline = checks.found() ? found : "The mark was not found as a concept of its own.";
        return HtmlPage.verdict(
                checks.all(),
                headline,
                HtmlPage.paragraph("Seed " + results.settings().seed() + ": "
                        + (checks.found() ? "a detector fits the mark" : "no detector fits the mark")
                        + " (IoU " + NumberText.fixed(results.watermark().iou(), 2) + ", counted as found from "
                        + NumberText.plain(ChessResults.Checks.IOU) + "); its signal vector "
                        + (checks.cosine() ? "points" : "does not quite point")
                        + " where the mark is written; the accuracy on pictures with a misleading mark goes from "
                        + NumberText.percent(results.original().poisonedAccuracy(), 0) + " to "
                        + NumberText.percent(results.corrected().poisonedAccuracy(), 0)
                        + " and that on clean pictures from "
                        + NumberText.percent(results.original().cleanAccuracy(), 0) + " to "
                        + NumberText.percent(results.corrected().cleanAccuracy(), 0) + "; random directions "
                        + (checks.randomFails() ? "do not do that." : "do that, too.")));
    }

    static Html tiles(ChessResults results) {
        ChessResults.Evaluation original = results.original();
        ChessResults.Watermark watermark = results.watermark();
        String poisoned = points(results.poisonedChange(results.corrected()));
        String clean = points(results.cleanChange(results.corrected()));
        return HtmlPage.tiles(
                HtmlPage.tile("Accuracy on clean pictures", two(original.cleanAccuracy()), "0.93"),
                HtmlPage.tile("Accuracy on poisoned pictures", two(original.poisonedAccuracy()), "0.34"),
                HtmlPage.tile(
                        "IoU of detector " + watermark.concept() + " with the mark", two(watermark.iou()), "0.85"),
                HtmlPage.tile("The same on pictures it was not learned from", two(watermark.testIou()), "not given"),
                HtmlPage.tile("RCAV score for bishop, knight, rook", influence(results), "\u22121, \u22121, 1"),
                HtmlPage.tile(
                        "Cosine of signal vector and Pattern-CAV",
                        NumberText.fixed(watermark.patternCosine(), 3),
                        "0.99"),
                HtmlPage.tile("Change on poisoned pictures by the correction, in points", poisoned, "+31"),
                HtmlPage.tile("Change on clean pictures by the correction, in points", clean, "\u22121"));
    }

    /** RCAV scores of the mark for every piece. */
    static String influence(ChessResults results) {
        double[] scores = results.detectors().get(results.watermark().concept()).influence();
        return Arrays.stream(scores).mapToObj(NumberText::plain).collect(Collectors.joining(", "));
    }

    private static String two(double value) {
        return NumberText.fixed(value, 2);
    }

    /** A change of a share in whole points, with its sign. */
    static String points(double change) {
        String text = NumberText.fixed(100 * change, 0);
        return change > 0 && !text.equals("0") ? "+" + text : text;
    }
}
