package org.eddp.experiments.chess;

import java.util.List;
import java.util.Locale;
import org.eddp.experiments.Experiment;
import org.eddp.experiments.chess.ChessResults.Evaluation;
import org.eddp.intervene.CorrectionStudy.Confusion;

/** The model-correction experiment as text, with the paper's numbers beside ours. */
final class ChessTables extends Experiment.Tables<ChessResults> {
    @Override
    protected void one(ChessResults r) {
        ChessResults.Settings s = r.settings();
        line(
                "%nModel correction, seed %d: %d training pictures (%d rooks marked), %d for testing, %d epochs,"
                        + " %d direction pairs",
                s.seed(), s.trainImages(), s.markedImages(), s.testImages(), s.epochs(), s.concepts());
        confusions("Network as trained", r.original());
        confusions("Network without the mark's direction", r.corrected());
        line("");
        line("%-58s %9s %9s", "", "paper", "here");
        row("accuracy on clean pictures", "0.93", r.original().cleanAccuracy());
        row("accuracy on poisoned pictures", "0.34", r.original().poisonedAccuracy());
        row(
                "IoU of detector " + r.watermark().concept() + " with the mark",
                "0.85",
                r.watermark().iou());
        row("  the same on test pictures", "", r.watermark().testIou());
        double[] influence = r.detectors().get(r.watermark().concept()).influence();
        for (Piece piece : Piece.values()) {
            row(
                    "RCAV score of its signal vector for " + piece.title(),
                    piece == Piece.ROOK ? "1" : "-1",
                    influence[piece.ordinal()]);
        }
        row("cosine with the mark's Pattern-CAV", "0.99", r.watermark().patternCosine());
        change("poisoned accuracy after correction", "+31", r.poisonedChange(r.corrected()));
        change("clean accuracy after correction", "-1", r.cleanChange(r.corrected()));
        change("poisoned accuracy, best of ten random directions", "+15", r.bestRandomChange());
        change("poisoned accuracy, filter in place of signal vector", "0", r.poisonedChange(r.filterControl()));
        line("");
        line("%s", verdict(r));
    }

    private void confusions(String title, Evaluation e) {
        line("");
        line("%-38s %-22s %-22s %s", title, "clean", "poisoned", "both");
        line("%-38s %-22.3f %-22.3f %.3f", "accuracy", e.cleanAccuracy(), e.poisonedAccuracy(), e.bothAccuracy());
        for (Piece piece : Piece.values()) {
            line(
                    "%-38s %-22s %-22s %s",
                    piece.title(), shares(e.clean(), piece), shares(e.poisoned(), piece), shares(e.both(), piece));
        }
    }

    private static String shares(Confusion confusion, Piece piece) {
        double[] row = confusion.shares()[piece.ordinal()];
        return String.format(Locale.ROOT, "%.2f  %.2f  %.2f", row[0], row[1], row[2]);
    }

    private void row(String name, String paper, double here) {
        line("%-58s %9s %9.2f", name, paper, here);
    }

    private void change(String name, String paper, double here) {
        line("%-58s %9s %+9.0f points", name, paper, 100 * here);
    }

    static String verdict(ChessResults results) {
        ChessResults.Checks checks = results.checks();
        if (!results.misled()) {
            return String.format(
                    Locale.ROOT,
                    "Nothing to correct: the network never learned to read the mark. With it %.0f %% of the test"
                            + " pictures are right, without it %.0f %%.",
                    100 * results.original().poisonedAccuracy(),
                    100 * results.original().cleanAccuracy());
        }
        if (checks.all()) {
            return "As in the paper: the mark was found, its direction is right, and taking it out corrects the"
                    + " network.";
        }
        StringBuilder missed = new StringBuilder();
        note(missed, checks.found(), "the mark was not found (IoU below " + ChessResults.Checks.IOU + ")");
        note(missed, checks.influence(), "the RCAV scores are not +1 for the rook and -1 for the others");
        note(missed, checks.cosine(), "the cosine is below " + ChessResults.Checks.COSINE);
        note(missed, checks.poisonedRises(), "poisoned accuracy rises by less than 25 points");
        note(missed, checks.cleanKept(), "clean accuracy changes by more than 3 points");
        note(missed, checks.randomFails(), "a random direction does it too");
        return "NOT as in the paper: " + missed + ".";
    }

    private static String word(ChessResults r) {
        if (!r.misled()) {
            return "nothing to correct";
        }
        return r.checks().all() ? "as in the paper" : r.checks().found() ? "found" : "NOT FOUND";
    }

    private static void note(StringBuilder missed, boolean met, String text) {
        if (!met) {
            missed.append(missed.isEmpty() ? "" : "; ").append(text);
        }
    }

    @Override
    protected void many(List<ChessResults> results) {
        line(
                "%n%5s %6s %9s %6s %9s %18s %7s %9s %9s %8s %8s %8s",
                "seed",
                "clean",
                "poisoned",
                "IoU",
                "test IoU",
                "RCAV b / n / r",
                "cosine",
                "poisoned",
                "clean",
                "random",
                "filter",
                "seconds");
        for (int n = 0; n < results.size(); n++) {
            ChessResults r = results.get(n);
            double[] influence = r.detectors().get(r.watermark().concept()).influence();
            line(
                    "%5d %6.2f %9.2f %6.2f %9.2f %18s %7.3f %+9.0f %+9.0f %+8.0f %+8.0f %8.0f %s",
                    r.settings().seed(),
                    r.original().cleanAccuracy(),
                    r.original().poisonedAccuracy(),
                    r.watermark().iou(),
                    r.watermark().testIou(),
                    String.format(Locale.ROOT, "%.2f %.2f %.2f", influence[0], influence[1], influence[2]),
                    r.watermark().patternCosine(),
                    100 * r.poisonedChange(r.corrected()),
                    100 * r.cleanChange(r.corrected()),
                    100 * r.bestRandomChange(),
                    100 * r.poisonedChange(r.filterControl()),
                    seconds(n),
                    word(r));
        }
        ChessResults.Summary summary = ChessResults.Summary.of(results);
        line("");
        line(
                "mark found (IoU at least %.1f) in %d of %d seeds, everything as in the paper in %d",
                ChessResults.Checks.IOU, summary.found(), results.size(), summary.passed());
        line(
                "random directions that correct the network as well: %d of %d",
                summary.randomSuccesses(), summary.randomDirections());
        line("(the paper, one run: clean 0.93, poisoned 0.34, IoU 0.85, RCAV -1 -1 1, cosine 0.99, +31, -1, random +15,"
                + " filter 0)");
    }
}
