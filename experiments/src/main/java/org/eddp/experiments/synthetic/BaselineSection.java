package org.eddp.experiments.synthetic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.eddp.experiments.synthetic.SyntheticResults.Baseline;
import org.eddp.experiments.synthetic.SyntheticResults.Learned;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Table;

/** Compares EDDP with other methods on the same data, whichever method is best. */
final class BaselineSection {
    private static final List<String> ORDER = List.of("pca", "nmf", "k-means", "kmeans", "fastica", "ica");

    private BaselineSection() {}

    private record Row(String name, double iou, double cosine, String note) {}

    static List<Html> blocks(SyntheticResults results) {
        List<Row> rows = rows(results);
        return List.of(
                HtmlPage.paragraph(finding(rows, "smallest IoU", Row::iou) + " "
                        + finding(rows, "smallest |cosine|", Row::cosine)
                        + " The paper argues, without running them, that PCA, NMF and k-means cannot solve this task:"
                        + " PCA needs directions at right angles, NMF directions without negative parts, and centres"
                        + " of k-means point to the data rather than along the concepts."),
                table(rows));
    }

    private static List<Row> rows(SyntheticResults results) {
        List<Row> rows = new ArrayList<>();
        results.baselines().entrySet().stream()
                .sorted(Map.Entry.comparingByKey(
                        Comparator.comparingInt(BaselineSection::rank).thenComparing(Comparator.naturalOrder())))
                .forEach(entry -> rows.add(row(entry.getKey(), entry.getValue())));
        Learned eddp = results.eddp();
        boolean flipped = Arrays.stream(eddp.cosine()).anyMatch(c -> c < 0);
        rows.add(new Row(
                "EDDP",
                NumberText.smallest(RecoveryVerdict.matchedIou(eddp.iou(), eddp.match())),
                smallestSize(eddp.cosine()),
                flipped
                        ? "at least one signal vector points the opposite way"
                        : "also says which way each direction points"));
        return rows;
    }

    private static Row row(String name, Baseline baseline) {
        double iou = NumberText.smallest(RecoveryVerdict.matchedIou(baseline.iou(), baseline.match()));
        return new Row(name, iou, smallestSize(baseline.cosine()), baseline.note());
    }

    private static int rank(String name) {
        int place = ORDER.indexOf(name.toLowerCase(Locale.ROOT));
        return place < 0 ? ORDER.size() : place;
    }

    private static double smallestSize(double[] cosine) {
        return NumberText.smallest(Arrays.stream(cosine).map(Math::abs).toArray());
    }

    /** Best value of a column as it is printed, so that what looks equal is treated as equal. */
    private static String best(List<Row> rows, ToDoubleFunction<Row> column) {
        return NumberText.fixed(
                rows.stream()
                        .mapToDouble(column)
                        .filter(v -> !Double.isNaN(v))
                        .max()
                        .orElse(Double.NaN),
                3);
    }

    private static String finding(List<Row> rows, String what, ToDoubleFunction<Row> column) {
        String best = best(rows, column);
        List<String> winners = rows.stream()
                .filter(r -> NumberText.fixed(column.applyAsDouble(r), 3).equals(best))
                .map(Row::name)
                .toList();
        double own = column.applyAsDouble(rows.get(rows.size() - 1));
        String text = "The best " + what + " is " + best + ", reached by " + listed(winners);
        return winners.contains("EDDP") ? text + "." : text + "; EDDP has " + NumberText.fixed(own, 3) + ".";
    }

    private static String listed(List<String> names) {
        int last = names.size() - 1;
        return last < 1
                ? String.join("", names)
                : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    private static Html table(List<Row> rows) {
        Table table = new Table(
                "Comparison of methods",
                "The weakest concept of each method: a method solves the task only if both numbers are 1 or nearly so."
                        + " Bold: the best of each column. The sign of a direction is ignored, since most of these methods"
                        + " do not determine it.");
        table.column("Method", "")
                .column("Smallest IoU", "weakest match of detector and concept, 1 is best")
                .column("Smallest |cosine|", "least accurate direction, 1 is best")
                .proseColumn("Note", "");
        String bestIou = best(rows, Row::iou);
        String bestCosine = best(rows, Row::cosine);
        for (Row row : rows) {
            table.row(
                    row.name(),
                    List.of(
                            number(row.iou(), bestIou),
                            number(row.cosine(), bestCosine),
                            Table.Cell.prose(row.note())));
        }
        return table.html();
    }

    private static Table.Cell number(double value, String best) {
        String text = NumberText.fixed(value, 3);
        return Table.Cell.of(text).strong(text.equals(best) && !Double.isNaN(value));
    }
}
