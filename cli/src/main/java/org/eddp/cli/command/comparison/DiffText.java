package org.eddp.cli.command.comparison;

import java.util.List;
import java.util.Locale;
import org.eddp.names.Named;
import org.eddp.study.diff.RunDiff;

/** A comparison of two networks in words. */
final class DiffText {
    private static final int SHOWN = 10;

    private DiffText() {}

    static String of(RunDiff diff) {
        StringBuilder text = new StringBuilder();
        line(text, "%s", diff.sentence());
        line(
                text,
                "Concepts were compared on %,d shared pictures, %d x %d cells each; a match has a correlation above"
                        + " %.2f.",
                diff.compared(),
                diff.grid().height(),
                diff.grid().width(),
                diff.line());
        list(text, "Lost", diff.lost());
        list(text, "Gained", diff.gained());
        list(
                text,
                "Not compared in " + diff.before().name() + " (they fire on too few pictures, or everywhere)",
                diff.rareBefore());
        list(
                text,
                "Not compared in " + diff.after().name() + " (they fire on too few pictures, or everywhere)",
                diff.rareAfter());
        matches(text, "found again", diff.matched());
        matches(text, "merged: the match already has a better one", diff.merged());
        matches(text, "split: the match already has a better one", diff.split());
        if (diff.incomparable() != null) {
            line(text, "%nPredictions and influence were not compared: %s.", diff.incomparable());
        } else {
            moved(text, diff);
            predictions(text, diff.predictions());
        }
        return text.toString();
    }

    private static void list(StringBuilder text, String what, List<Named> concepts) {
        if (!concepts.isEmpty()) {
            line(text, "%s: %s", what, Named.list(concepts));
        }
    }

    private static void matches(StringBuilder text, String heading, List<RunDiff.Match> matches) {
        if (!matches.isEmpty()) {
            line(text, "%n%-28s %-28s %6s %6s   (%s)", "before", "after", "corr", "IoU", heading);
        }
        matches.stream()
                .limit(SHOWN)
                .forEach(match -> line(
                        text,
                        "%-28s %-28s %6.2f %6.2f",
                        match.before(),
                        match.after(),
                        match.correlation(),
                        match.iou()));
        rest(text, matches.size());
    }

    private static void moved(StringBuilder text, RunDiff diff) {
        if (diff.moved().isEmpty()) {
            line(
                    text,
                    "%nNo contribution to a %s changed notably.",
                    diff.outputs().noun());
            return;
        }
        line(
                text,
                "%n%-40s %-24s %8s %8s   (mean contribution in logits, mean margin %.2f)",
                "concept",
                diff.outputs().noun(),
                "before",
                "after",
                diff.margin());
        diff.moved().stream()
                .limit(SHOWN)
                .forEach(moved -> line(
                        text,
                        "%-40s %-24s %8.2f %8.2f",
                        moved.concept(),
                        moved.label(),
                        moved.before(),
                        moved.after()));
        rest(text, diff.moved().size());
    }

    private static void predictions(StringBuilder text, RunDiff.Predictions predictions) {
        line(text, "%nChanged predictions: %,d of %,d", predictions.changed(), predictions.pictures());
        predictions.turns().stream().limit(SHOWN).forEach(turn -> line(text, "  %4d  %s", turn.pictures(), turn));
        rest(text, predictions.turns().size());
        if (!predictions.behind().isEmpty()) {
            line(text, "Concepts behind them, by how much more they speak for the new prediction (logits):");
        }
        predictions
                .behind()
                .forEach(behind -> line(
                        text,
                        "  %6.2f  %s, strongest on %d of %d",
                        behind.towards(),
                        behind.concept(),
                        behind.first(),
                        predictions.examined()));
    }

    private static void rest(StringBuilder text, int count) {
        if (count > SHOWN) {
            line(text, "  ... and %,d more", count - SHOWN);
        }
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }
}
