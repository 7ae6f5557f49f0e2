package org.eddp.experiments.chess;

import java.util.ArrayList;
import java.util.List;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;

/** The verdict on one seed of the model-correction experiment in words, and its key numbers beside the paper's. */
final class ChessHeadline {
    private ChessHeadline() {}

    static Html verdict(ChessResults results) {
        ChessResults.Checks checks = results.checks();
        String headline;
        if (checks.all()) {
            headline = "The mark was found, and taking it out corrects the network.";
        } else if (checks.found()) {
            headline = "The mark was found, but not everything is as in the paper.";
        } else {
            headline = "The mark was not found as a concept of its own.";
        }
        return HtmlPage.verdict(
                checks.all(),
                headline,
                HtmlPage.paragraph("Seed " + results.settings().seed() + ": "
                        + sentence(checks.found(), "a detector fits the mark", "no detector fits the mark")
                        + " (IoU " + NumberText.fixed(results.watermark().iou(), 2) + ", counted as found from "
                        + NumberText.plain(ChessResults.Checks.IOU) + "); its signal vector "
                        + sentence(checks.cosine(), "points", "does not quite point")
                        + " where the mark is written; the accuracy on pictures with a misleading mark goes from "
                        + NumberText.percent(results.original().poisonedAccuracy(), 0) + " to "
                        + NumberText.percent(results.corrected().poisonedAccuracy(), 0)
                        + " and that on clean pictures from "
                        + NumberText.percent(results.original().cleanAccuracy(), 0) + " to "
                        + NumberText.percent(results.corrected().cleanAccuracy(), 0) + "; random directions "
                        + sentence(checks.randomFails(), "do not do that.", "do that, too.")));
    }

    private static String sentence(boolean condition, String yes, String no) {
        return condition ? yes : no;
    }

    static Html tiles(ChessResults results) {
        List<Html> tiles = new ArrayList<>();
        double[] influence =
                results.detectors().get(results.watermark().concept()).influence();
        tiles.add(tile(
                "Accuracy on clean pictures",
                NumberText.fixed(results.original().cleanAccuracy(), 2),
                "0.93"));
        tiles.add(tile(
                "Accuracy on poisoned pictures",
                NumberText.fixed(results.original().poisonedAccuracy(), 2),
                "0.34"));
        tiles.add(tile(
                "IoU of detector " + results.watermark().concept() + " with the mark",
                NumberText.fixed(results.watermark().iou(), 2),
                "0.85"));
        tiles.add(tile(
                "The same on pictures it was not learned from",
                NumberText.fixed(results.watermark().testIou(), 2),
                "not given"));
        tiles.add(tile(
                "RCAV score for bishop, knight, rook",
                NumberText.plain(influence[Piece.BISHOP.ordinal()]) + ", "
                        + NumberText.plain(influence[Piece.KNIGHT.ordinal()]) + ", "
                        + NumberText.plain(influence[Piece.ROOK.ordinal()]),
                "\u22121, \u22121, 1"));
        tiles.add(tile(
                "Cosine of signal vector and Pattern-CAV",
                NumberText.fixed(results.watermark().patternCosine(), 3),
                "0.99"));
        tiles.add(tile(
                "Change on poisoned pictures by the correction, in points",
                points(results.poisonedChange(results.corrected())),
                "+31"));
        tiles.add(tile(
                "Change on clean pictures by the correction, in points",
                points(results.cleanChange(results.corrected())),
                "\u22121"));
        return HtmlPage.tiles(tiles);
    }

    private static Html tile(String name, String value, String paper) {
        return HtmlPage.tile(Html.of(name), value, paper);
    }

    /** A change of a share in whole points, with its sign. */
    static String points(double change) {
        String text = NumberText.fixed(100 * change, 0);
        return change > 0 && !text.equals("0") ? "+" + text : text;
    }
}
