package org.eddp.cli.command.use;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.eddp.intervene.EditedImage;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;
import org.eddp.run.Run;

/** Edits of an image as lines of text. */
final class EditTable {
    private EditTable() {}

    static void print(PrintWriter out, EditedImage edited) {
        List<String> words =
                edited.steps().stream().map(EditedImage.Step::words).toList();
        int width = words.stream().mapToInt(String::length).max().orElse(0);
        String line = "%-" + Math.max("unchanged".length(), width) + "s %8s %12s %12s  %s%n";
        out.printf(line, "edit", "patches", "w.x before", "w.x after", "prediction");
        out.printf(line, "unchanged", "", "", "", prediction(edited.before()));
        for (EditedImage.Step step : edited.steps()) {
            boolean nowhere = step.cells().length == 0;
            out.printf(
                    line,
                    step.words(),
                    step.cells().length,
                    nowhere ? "-" : number(step.meanBefore()),
                    nowhere ? "-" : number(step.target()),
                    prediction(step.after()));
            if (nowhere) {
                System.err.println("nothing was changed: no patch is " + step.where());
            }
        }
        out.println("w.x: what the concept's detector reads, on average over the patches changed");
        ClosestLabels.print(out, edited.steps().stream().map(EditedImage.Step::concept));
        out.printf(
                Locale.ROOT,
                "features changed by %.1f %% of their length, along %s%n",
                100 * edited.size(),
                edited.signals().words());
        edited.nearTie().ifPresent(out::println);
    }

    private static String prediction(EditedImage.Outlook outlook) {
        if (outlook.labels() != null) {
            return Named.list(outlook.labels())
                    + String.format(Locale.ROOT, " (strongest: %s %.4f)", outlook.predicted(), outlook.probability());
        }
        return String.format(Locale.ROOT, "%s (%.4f)", outlook.predicted(), outlook.probability());
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    /**
     * Prints that a search found nothing.
     *
     * @param to the class or label that was wanted, null for any
     * @param single whether pairs of edits were left out
     */
    static void nothingFound(PrintWriter out, Run run, String to, boolean single) {
        boolean labels = run.provenance().outputs() == OutputKind.LABELS;
        String wanted = to == null
                ? null
                : run.classNames()
                        .of(run.classNames().parse("--to", to, run.network().classes()))
                        .toString();
        out.println("no " + (single ? "single edit" : "edit or pair of edits")
                + " of those tried "
                + (labels
                        ? "turns " + (wanted == null ? "a label" : "the label " + wanted) + " on or off"
                        : "changes the class" + (wanted == null ? "" : " to " + wanted))
                + "; edits given with --remove and --add can go further (more of them, larger amounts)");
    }
}
