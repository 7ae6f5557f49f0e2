package org.eddp.experiments.synthetic;

import java.util.ArrayList;
import java.util.List;
import org.eddp.experiments.synthetic.SyntheticResults.Settings;
import org.eddp.math.Vectors;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Table;
import org.eddp.tensor.Matrix;

/** The matrices the data were mixed with, and how far they are from right angles. */
final class TruthSection {
    private TruthSection() {}

    static List<Html> blocks(Settings settings) {
        String origin = settings.randomBasis()
                ? "drawn at random with seed " + settings.seed() + "."
                : "the ones printed in the paper; the strengths were drawn with seed " + settings.seed() + ".";
        return List.of(
                HtmlPage.paragraph("The true directions are " + origin),
                HtmlPage.details(
                        "Show the matrices S and D and their cosines",
                        vectors(settings),
                        cosines(settings),
                        Table.signedLegend()));
    }

    private static Html vectors(Settings settings) {
        Table table = new Table(
                "Matrices S and D",
                "One row per feature, one column per direction: what one unit of a concept or distractor adds to each "
                        + "feature.");
        table.column("Feature", "");
        names(settings).forEach(name -> table.column(name, ""));
        for (int d = 0; d < settings.dim(); d++) {
            List<Object> cells = new ArrayList<>();
            for (double value : joined(settings).rowCopy(d)) {
                cells.add(NumberText.fixed(value, 4));
            }
            table.row("x" + d, cells);
        }
        return table.html();
    }

    private static Html cosines(Settings settings) {
        Matrix columns = joined(settings);
        List<String> names = names(settings);
        Table table = new Table(
                "Cosines between the true directions",
                "Cosine of every pair of directions. Look off the diagonal: values away from 0 mean that the"
                        + " directions overlap, which rules out methods that need right angles.");
        table.column("", "");
        names.forEach(name -> table.column(name, ""));
        for (int i = 0; i < names.size(); i++) {
            List<Table.Cell> cells = new ArrayList<>();
            for (int j = 0; j < names.size(); j++) {
                cells.add(Table.Cell.signed(cosine(columns, i, j)));
            }
            table.row(names.get(i), cells);
        }
        return table.html();
    }

    /** The largest |cosine| between two different true directions. */
    static double largestOverlap(Settings settings) {
        Matrix columns = joined(settings);
        double largest = 0;
        for (int i = 0; i < columns.columns(); i++) {
            for (int j = 0; j < i; j++) {
                largest = Math.max(largest, Math.abs(cosine(columns, i, j)));
            }
        }
        return largest;
    }

    private static List<String> names(Settings settings) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < settings.concepts(); i++) {
            names.add("Concept " + i);
        }
        for (int i = 0; i < settings.distractorCount(); i++) {
            names.add("Distractor " + i);
        }
        return names;
    }

    /** S and D side by side. */
    private static Matrix joined(Settings settings) {
        Matrix all = new Matrix(settings.dim(), settings.concepts() + settings.distractorCount());
        for (int d = 0; d < all.rows(); d++) {
            for (int i = 0; i < all.columns(); i++) {
                int distractor = i - settings.concepts();
                all.set(d, i, distractor < 0 ? settings.signals()[d][i] : settings.distractors()[d][distractor]);
            }
        }
        return all;
    }

    private static double cosine(Matrix directions, int i, int j) {
        return Vectors.cosine(directions.column(i), directions.column(j));
    }
}
