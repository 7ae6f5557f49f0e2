package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import org.eddp.experiments.chess.ChessResults;
import org.eddp.experiments.chess.Piece;

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
        return Headline.card(
                checks.all(),
                headline,
                HtmlPage.paragraph("Seed " + results.settings().seed() + ": "
                        + sentence(checks.found(), "a detector fits the mark", "no detector fits the mark")
                        + " (IoU " + Numbers.fixed(results.watermark().iou(), 2) + ", counted as found from "
                        + Numbers.plain(ChessResults.Checks.IOU) + "); its signal vector "
                        + sentence(checks.cosine(), "points", "does not quite point")
                        + " where the mark is written; the accuracy on pictures with a misleading mark goes from "
                        + Numbers.percent(results.original().poisonedAccuracy(), 0) + " to "
                        + Numbers.percent(results.corrected().poisonedAccuracy(), 0)
                        + " and that on clean pictures from "
                        + Numbers.percent(results.original().cleanAccuracy(), 0) + " to "
                        + Numbers.percent(results.corrected().cleanAccuracy(), 0) + "; random directions "
                        + sentence(checks.randomFails(), "do not do that.", "do that, too.")));
    }

    private static String sentence(boolean condition, String yes, String no) {
        return condition ? yes : no;
    }

    static Html tiles(ChessResults results) {
        List<Object> tiles = new ArrayList<>();
        double[] influence =
                results.detectors().get(results.watermark().concept()).influence();
        tiles.add(tile(
                "Accuracy on clean pictures", Numbers.fixed(results.original().cleanAccuracy(), 2), "0.93"));
        tiles.add(tile(
                "Accuracy on poisoned pictures",
                Numbers.fixed(results.original().poisonedAccuracy(), 2),
                "0.34"));
        tiles.add(tile(
                "IoU of detector " + results.watermark().concept() + " with the mark",
                Numbers.fixed(results.watermark().iou(), 2),
                "0.85"));
        tiles.add(tile(
                "The same on pictures it was not learned from",
                Numbers.fixed(results.watermark().testIou(), 2),
                "not given"));
        tiles.add(tile(
                "RCAV score for bishop, knight, rook",
                Numbers.plain(influence[Piece.BISHOP.ordinal()]) + ", "
                        + Numbers.plain(influence[Piece.KNIGHT.ordinal()]) + ", "
                        + Numbers.plain(influence[Piece.ROOK.ordinal()]),
                "\u22121, \u22121, 1"));
        tiles.add(tile(
                "Cosine of signal vector and Pattern-CAV",
                Numbers.fixed(results.watermark().patternCosine(), 3),
                "0.99"));
        tiles.add(tile(
                "Change on poisoned pictures by the correction, in points",
                points(results.poisonedChange(results.corrected())),
                "+31"));
        tiles.add(tile(
                "Change on clean pictures by the correction, in points",
                points(results.cleanChange(results.corrected())),
                "\u22121"));
        return Html.styled("ul", "tiles", tiles.toArray());
    }

    private static Html tile(String name, String value, String paper) {
        return Headline.tile(Html.of(name), value, paper);
    }

    /** A change of a share in whole points, with its sign. */
    static String points(double change) {
        String text = Numbers.fixed(100 * change, 0);
        return change > 0 && !text.equals("0") ? "+" + text : text;
    }
}
