package org.eddp.experiments.reproduction;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eddp.experiments.reproduction.ResultTable.Group;
import org.eddp.experiments.reproduction.ResultTable.Line;
import org.eddp.labels.Labels;
import org.eddp.labels.Labels.DetectorLabel;
import org.eddp.metrics.Comparison;
import org.eddp.metrics.Comparison.Cell;
import org.eddp.metrics.Comparison.Column;
import org.eddp.metrics.Metrics;
import org.eddp.metrics.Metrics.CategoryCount;

/** Tables in which every method is a row. */
final class MethodTables {
    private static final String METHOD = "Method";

    private MethodTables() {}

    /** The numbers of every method, in one group for each number of concepts. */
    static ResultTable methods(String title, List<Comparison> comparisons) {
        List<Column> columns = columns(comparisons);
        List<String> headings = new ArrayList<>(List.of("I", METHOD, "Thresholds"));
        columns.forEach(column -> headings.add(heading(column)));
        List<Group> groups = new ArrayList<>();
        for (Comparison comparison : comparisons) {
            List<Line> lines = new ArrayList<>();
            for (Comparison.Row row : comparison.rows()) {
                lines.add(line(
                        List.of(
                                comparison.concepts(row),
                                row.name(),
                                row.thresholds() == null ? ResultTable.NOTHING : row.thresholds()),
                        comparison,
                        row,
                        columns));
            }
            groups.add(new Group(
                    comparisons.size() == 1
                            ? ""
                            : "I = " + comparison.rows().get(0).concepts(),
                    false,
                    lines));
        }
        return new ResultTable(
                "methods", title, headings, groups, comparisons.get(0).notes());
    }

    static List<Column> columns(List<Comparison> comparisons) {
        TreeSet<Column> columns = new TreeSet<>();
        comparisons.forEach(comparison -> columns.addAll(comparison.columns()));
        return List.copyOf(columns);
    }

    static String heading(Column column) {
        return column.title() + " " + (column.moreIsBetter() ? ResultTable.UP : ResultTable.DOWN);
    }

    /** A row of a comparison behind cells that tell which one it is. */
    static Line line(List<String> begin, Comparison comparison, Comparison.Row row, List<Column> columns) {
        List<String> cells = new ArrayList<>(begin);
        List<Integer> best = new ArrayList<>();
        for (Column column : columns) {
            Cell cell = comparison.cell(row, column);
            if (cell.best()) {
                best.add(cells.size());
            }
            cells.add(cell.text());
        }
        return new Line(cells, best);
    }

    /** Interpretable detectors of every category, and the different names among them, as in the paper. */
    static ResultTable categories(List<Comparison> comparisons) {
        TreeSet<String> names = new TreeSet<>();
        comparisons.forEach(comparison -> comparison
                .rows()
                .forEach(row -> row.metrics().categories().forEach(count -> names.add(count.category()))));
        List<String> headings = new ArrayList<>(List.of("I", METHOD));
        headings.addAll(names);
        headings.add("Total");
        List<Line> lines = new ArrayList<>();
        for (Comparison comparison : comparisons) {
            for (Comparison.Row row : comparison.rows()) {
                Metrics metrics = row.metrics();
                Map<String, String> counts = metrics.categories().stream()
                        .collect(Collectors.toMap(
                                CategoryCount::category, count -> count.detectors() + " / " + count.uniqueLabels()));
                List<String> cells = new ArrayList<>(List.of(Integer.toString(row.concepts()), row.name()));
                names.forEach(name -> cells.add(counts.getOrDefault(name, "0 / 0")));
                cells.add(metrics.segmentation().interpretable() + " / "
                        + metrics.segmentation().uniqueLabels());
                lines.add(Line.of(cells));
            }
        }
        return ResultTable.of(
                "categories",
                "Interpretable detectors named after a concept of each category / different names among them",
                headings,
                lines,
                List.of());
    }

    /**
     * The scores of every category apart, where each detector has its closest label of that category.
     *
     * @param labels of the runs in the rows
     */
    static ResultTable apart(List<String> names, List<Labels> labels) {
        TreeSet<String> categories = new TreeSet<>();
        labels.forEach(one -> one.detectors()
                .forEach(d -> categories.addAll(d.bestPerCategory().keySet())));
        List<String> headings = new ArrayList<>(List.of("I", METHOD));
        for (String category : categories) {
            headings.addAll(List.of(
                    category + " S1 " + ResultTable.UP,
                    category + " S2 " + ResultTable.UP,
                    category + " named " + ResultTable.UP));
        }
        List<Line> lines = new ArrayList<>();
        for (int k = 0; k < labels.size(); k++) {
            Labels one = labels.get(k);
            List<String> cells =
                    new ArrayList<>(List.of(Integer.toString(one.detectors().size()), names.get(k)));
            categories.forEach(category -> cells.addAll(scores(one, category)));
            lines.add(Line.of(cells));
        }
        return ResultTable.of(
                "categories-apart",
                "Every category apart: each detector scored by its closest label of that category",
                headings,
                lines,
                List.of("named: detectors with an IoU above the threshold / different labels among them."));
    }

    private static List<String> scores(Labels labels, String category) {
        double sum = 0;
        int named = 0;
        Map<Integer, Double> best = new TreeMap<>();
        TreeSet<Integer> distinct = new TreeSet<>();
        for (DetectorLabel detector : labels.detectors()) {
            DetectorLabel.Match match = detector.bestPerCategory().get(category);
            if (match != null) {
                sum += match.valIou();
                best.merge(match.concept().number(), match.valIou(), Math::max);
                if (match.valIou() > labels.interpretableAbove()) {
                    named++;
                    distinct.add(match.concept().number());
                }
            }
        }
        double distinctSum =
                best.values().stream().mapToDouble(Double::doubleValue).sum();
        return List.of(number(sum), number(distinctSum), named + " / " + distinct.size());
    }

    static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
