package org.eddp.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.eddp.intervene.ConceptStatistics.Signals;
import org.eddp.intervene.CorrectionResults;
import org.eddp.names.ConceptName;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Palette;
import org.eddp.report.page.Table;

/** A corrected network, before and after. */
final class CorrectionSection {
    /** Larger confusion matrices are not shown, because they are too large to read. */
    private static final int LARGEST = 20;

    private CorrectionSection() {}

    static List<Html> blocks(CorrectionResults results) {
        List<Html> blocks = new ArrayList<>();
        results.rare().forEach(sentence -> blocks.add(HtmlPage.paragraph(Html.tag("strong", sentence))));
        if (!results.agrees()) {
            blocks.add(HtmlPage.paragraph(Html.tag("strong", results.agreement())));
        }
        if (results.images() != null) {
            blocks.add(accuracies(results).html());
        }
        blocks.add(HtmlPage.details("How it was corrected", account(results).toArray()));
        if (results.images() == null) {
            return blocks;
        }
        if (results.ofLabels()) {
            blocks.add(labels(results).html());
            return blocks;
        }
        if (results.classes().size() <= LARGEST) {
            List<Object> controls = new ArrayList<>();
            for (int k = 0; k < results.evaluations().size(); k++) {
                Html matrix = confusion(results, results.evaluations().get(k)).html();
                if (k < 2) {
                    blocks.add(matrix);
                } else {
                    controls.add(matrix);
                }
            }
            if (!controls.isEmpty()) {
                blocks.add(HtmlPage.details("Show the confusion of the controls", controls.toArray()));
            }
        }
        if (results.classes().size() > LARGEST) {
            blocks.add(
                    results.changes().isEmpty()
                            ? HtmlPage.paragraph(
                                    "The corrected network predicts as many images of every class rightly as the"
                                            + " original.")
                            : changes(results).html());
            blocks.add(HtmlPage.paragraph("Confusion matrices of "
                    + results.classes().size() + " classes are too large to show; they are in the JSON file."));
        }
        return blocks;
    }

    /** Whether the network is better without the concepts, and whether the controls differ. */
    static Html sentence(CorrectionResults results) {
        return HtmlPage.sentence(words(results));
    }

    private static String words(CorrectionResults results) {
        String without = "Without "
                + results.concepts().stream().map(ConceptName::inSentence).collect(Collectors.joining(", "));
        if (results.predictions() != null) {
            String found = results.predictions().sentence();
            return without + ", " + found.substring(0, 1).toLowerCase(Locale.ROOT) + found.substring(1);
        }
        if (results.evaluations().size() < 2) {
            return without + ", the network was written as " + results.network()
                    + "; what that does to its predictions was not evaluated.";
        }
        double before = results.evaluations().get(0).accuracy();
        double after = results.evaluations().get(1).accuracy();
        return without + ", the network is right on " + NumberText.percent(after, 1) + " of " + results.images()
                + (after == before ? ", as before" : " instead of " + NumberText.percent(before, 1)) + "; "
                + results.outsideControls()
                        .map(outside -> outside
                                ? "random directions do not change it as much."
                                : "random directions change it as much.")
                        .orElse("whether any direction would do the same was not tested.");
    }

    private static List<Html> account(CorrectionResults results) {
        List<Html> blocks = new ArrayList<>();
        blocks.add(HtmlPage.paragraph(
                "The network ",
                Html.tag("code", results.network()),
                " is the original with "
                        + String.join(
                                ", ",
                                results.concepts().stream()
                                        .map(ConceptName::inFull)
                                        .toList())
                        + " taken out of every image: where a detector "
                        + (results.signals() == Signals.REFITTED
                                ? "that was refitted to the patches with the concept "
                                : "")
                        + "says that the concept is present, the features"
                        + " are moved back along its "
                        + (results.signals() == Signals.LEARNED ? "learned signal vector" : "difference of means")
                        + " to where patches without the concept lie."
                        + (results.images() == null
                                ? " To evaluate it, add --evaluate with a folder of labelled images."
                                : "")));
        if (results.merge() != null) {
            blocks.add(HtmlPage.paragraph(String.join(" ", results.merging())));
        }
        for (String sentence : List.of(results.judgement(), results.agrees() ? results.agreement() : "")) {
            if (!sentence.isEmpty()) {
                blocks.add(HtmlPage.paragraph(sentence));
            }
        }
        return blocks;
    }

    static String names(CorrectionResults results) {
        return String.join(
                ", ", results.concepts().stream().map(ConceptName::title).toList());
    }

    private static Table accuracies(CorrectionResults results) {
        Table table = new Table(
                "Accuracy",
                "Accuracy on " + results.images()
                        + (results.ofLabels()
                                ? ", the mean over the labels of the share of images on which each is told rightly"
                                : "")
                        + ". Controls take out the same amount along other directions: if they do the same, the"
                        + " direction found means nothing.");
        table.column("Network", "")
                .column("Accuracy", "")
                .column("Change", "points")
                .column("Images", "");
        double before = results.evaluations().get(0).accuracy();
        for (CorrectionResults.Evaluation evaluation : results.evaluations()) {
            table.row(
                    evaluation.name(),
                    NumberText.percent(evaluation.accuracy(), 1),
                    NumberText.fixed(100 * (evaluation.accuracy() - before), 1),
                    evaluation.images());
        }
        return table;
    }

    /** Before and after, label by label. */
    private static Table labels(CorrectionResults results) {
        Table table = new Table(
                "Labels",
                "Every label by itself: of the images that have it, those on which it is found; of the others, those on"
                        + " which it is not.");
        table.column("Label", "")
                .column("Images", "with it")
                .column("Before", "found")
                .column("After", "found")
                .column("Images", "without it")
                .column("Before", "not found")
                .column("After", "not found");
        for (int k = 0; k < results.classes().size(); k++) {
            long[] before = results.evaluations().get(0).labels()[k];
            long[] after = results.evaluations().get(1).labels()[k];
            table.row(
                    results.classes().get(k).toString(),
                    before[0],
                    before[1],
                    after[1],
                    before[2],
                    before[3],
                    after[3]);
        }
        return table;
    }

    private static Table changes(CorrectionResults results) {
        List<CorrectionResults.Change> changes = results.changes();
        Table table = new Table(
                "Changes",
                "Classes of whose images the corrected network predicts more or fewer rightly than the original,"
                        + " largest difference first"
                        + (changes.size() > LARGEST ? "; " + LARGEST + " of " + changes.size() + " are shown." : "."));
        table.column("Class", "")
                .column("Images", "")
                .column("Before", "predicted rightly")
                .column("After", "predicted rightly");
        changes.stream()
                .limit(LARGEST)
                .forEach(c -> table.row(c.label().toString(), c.images(), c.before(), c.after()));
        return table;
    }

    private static Table confusion(CorrectionResults results, CorrectionResults.Evaluation evaluation) {
        Table table = new Table(
                "Confusion of " + evaluation.name(),
                Html.tag("strong", "Confusion, " + evaluation.name() + ". "),
                "Rows: the class an image is of. Columns: what the network says, as a share of the row.");
        table.column("Class", "");
        results.classes().forEach(c -> table.column(c.toString(), ""));
        table.column("others", "");
        for (int r = 0; r < results.classes().size(); r++) {
            long[] row = evaluation.confusion()[r];
            long all = Math.max(1, Arrays.stream(row).sum());
            List<Object> cells = new ArrayList<>();
            for (long count : row) {
                double share = (double) count / all;
                cells.add(Table.Cell.shaded(NumberText.percent(share, 0), Palette.sequential(share)));
            }
            table.row(results.classes().get(r).toString(), cells);
        }
        return table;
    }
}
