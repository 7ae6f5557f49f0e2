package org.eddp.report.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.eddp.labels.Labels;
import org.eddp.metrics.Metrics.CategoryCount;
import org.eddp.report.draw.Figures;
import org.eddp.report.draw.Figures.CellRow;
import org.eddp.report.page.NumberText;

/** The number of interpretable detectors per category of their labels: the paper's tables of dissection, as bars. */
final class CategoryChart {
    /** The paper's order; categories of other datasets follow by name. */
    private static final List<String> ORDER = List.of("color", "object", "part", "material", "scene", "texture");

    private static final String UNNAMED = "no name";
    private static final int LONG_BAR = 300;
    private static final int SHORT_BAR = 44;

    private CategoryChart() {}

    /** A run and the labels of its detectors. */
    record Labelled(String name, Labels labels) {}

    /** One run: a row per category. */
    static String of(String id, Labels labels) {
        List<String> categories = categories(List.of(new Labelled("", labels)));
        List<Figures.Cell> cells = cells(labels, categories);
        List<CellRow> rows = new ArrayList<>();
        for (int c = 0; c < cells.size(); c++) {
            rows.add(new CellRow(c < categories.size() ? categories.get(c) : UNNAMED, List.of(cells.get(c))));
        }
        return Figures.barMatrix(id, "Detectors and different names by category", List.of(""), rows, LONG_BAR);
    }

    /** Several runs: a row per run, a column per category. */
    static String of(String id, List<Labelled> runs) {
        List<String> categories = categories(runs);
        List<String> columns = new ArrayList<>(categories);
        columns.add(UNNAMED);
        List<CellRow> rows = runs.stream()
                .map(run -> new CellRow(run.name(), cells(run.labels(), categories)))
                .toList();
        return Figures.barMatrix(id, "Detectors and different names by category", columns, rows, SHORT_BAR);
    }

    /** The caption of the bars. */
    static String caption(double interpretableAbove) {
        return "Pale: interpretable detectors, which overlap their closest label with an IoU above "
                + NumberText.plain(interpretableAbove)
                + " on images that did not choose it. Dark: different names among them; where it is much shorter,"
                + " several detectors found the same thing. No name: detectors whose closest label does not fit that"
                + " well. The numbers beside a bar are these two.";
    }

    /** Every category in which a name was looked for, whether or not one was found. */
    private static List<String> categories(List<Labelled> runs) {
        Set<String> found = new TreeSet<>();
        for (Labelled run : runs) {
            for (Labels.DetectorLabel label : run.labels().detectors()) {
                found.addAll(label.bestPerCategory().keySet());
                if (label.concept() != null) {
                    found.add(label.concept().category());
                }
            }
        }
        List<String> categories = new ArrayList<>(ORDER);
        categories.retainAll(found);
        found.removeAll(ORDER);
        categories.addAll(found);
        return categories;
    }

    private static List<Figures.Cell> cells(Labels labels, List<String> categories) {
        List<CategoryCount> counts = CategoryCount.of(labels.detectors());
        List<Figures.Cell> cells = new ArrayList<>();
        for (String category : categories) {
            cells.add(counts.stream()
                    .filter(count -> count.category().equals(category))
                    .findFirst()
                    .map(count -> new Figures.Cell(count.detectors(), count.uniqueLabels()))
                    .orElse(new Figures.Cell(0, 0)));
        }
        int named = counts.stream().mapToInt(CategoryCount::detectors).sum();
        cells.add(new Figures.Cell(labels.detectors().size() - named, null));
        return cells;
    }
}
