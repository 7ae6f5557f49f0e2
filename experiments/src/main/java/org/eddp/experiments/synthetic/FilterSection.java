package org.eddp.experiments.synthetic;

import java.util.ArrayList;
import java.util.List;
import org.eddp.experiments.synthetic.SyntheticResults.Learned;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Table;

/** Cosines of the learned filters with the true directions of the data. */
final class FilterSection {
    private FilterSection() {}

    static List<Html> blocks(SyntheticResults results) {
        Learned eddp = results.eddp();
        double leak = largestOffDiagonal(eddp.filterSignalCosine());
        return List.of(
                HtmlPage.paragraph(
                        "A filter is good if it reacts to its own concept and to nothing else: its cosine with every"
                                + " other concept and with every distractor should be 0. Its cosine with its own concept"
                                + " need not be 1, since turning away from the others costs some of it. Here the largest"
                                + " |cosine| with another concept"
                                + " is " + NumberText.fixed(leak, 3) + " and with a distractor "
                                + NumberText.fixed(eddp.distractorCosine(), 3) + ": " + words(eddp.distractorCosine())
                                + " No loss asks for that directly. The paper reports filters orthogonal to all"
                                + " distractors."),
                table(results),
                Table.signedLegend());
    }

    private static String words(double cosine) {
        if (cosine < 0.05) {
            return "the filters ignore the distractors.";
        }
        if (cosine < 0.2) {
            return "the filters nearly ignore the distractors.";
        }
        return cosine >= 0.2 ? "the filters pick up distractors." : "which cannot be judged.";
    }

    private static double largestOffDiagonal(double[][] cosine) {
        double largest = 0;
        for (int i = 0; i < cosine.length; i++) {
            for (int j = 0; j < cosine[i].length; j++) {
                largest = i == j ? largest : Math.max(largest, Math.abs(cosine[i][j]));
            }
        }
        return largest;
    }

    private static Html table(SyntheticResults results) {
        double[][] signals = results.eddp().filterSignalCosine();
        double[][] distractors = results.eddp().filterDistractorCosine();
        Table table = new Table(
                "Cosine of filters with signals and distractors",
                "Cosine of each learned filter with each true direction. Look for colour only where a filter meets its"
                        + " own concept (bold) and pale cells everywhere else.");
        table.column("Filter", "named by its concept");
        for (int j = 0; j < results.settings().concepts(); j++) {
            table.column("Concept " + j, "cosine with its signal");
        }
        for (int j = 0; j < results.settings().distractorCount(); j++) {
            table.column("Distractor " + j, "cosine, 0 is best");
        }
        for (int i = 0; i < signals.length; i++) {
            List<Table.Cell> cells = new ArrayList<>();
            for (int j = 0; j < signals[i].length; j++) {
                cells.add(Table.Cell.signed(signals[i][j]).strong(i == j));
            }
            for (double value : distractors[i]) {
                cells.add(Table.Cell.signed(value));
            }
            table.row("Filter " + i, cells);
        }
        return table.html();
    }
}
