package org.eddp.experiments.reproduction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.eddp.baselines.BaselineMethod;
import org.eddp.experiments.reproduction.ResultTable.Line;
import org.eddp.metrics.Comparison;
import org.eddp.metrics.Comparison.Column;
import org.eddp.metrics.Comparison.Row;
import org.eddp.study.Ablation;

/**
 * The better of the two variants beside all other methods that learn without labels, have as many directions, and fire
 * about as often: a method does not come first because of the share of the patches that the paper chose for it.
 *
 * @param ours rows of the two variants
 * @param others rows they are compared with
 */
record Standing(Comparison comparison, List<Row> ours, List<Row> others) {
    /** Detectors per patch up to which a method fires as often as learned detectors do. */
    private static final double EQUAL_REDUNDANCY = 1.6;

    /** Redundancy is what rows have in common. */
    private static final List<Column> JUDGED = List.of(
            Column.COVERAGE,
            Column.PRECISION,
            Column.RECALL,
            Column.F1,
            Column.AP,
            Column.S1,
            Column.S2,
            Column.MEAN_IOU,
            Column.INFLUENCE);

    static Standing of(Comparison comparison) {
        Set<String> own = Set.of(Ablation.WHOLE_U, Ablation.WHOLE_C);
        List<Row> ours = comparison.rows().stream()
                .filter(row -> own.contains(row.name()))
                .toList();
        List<Row> others = comparison.rows().stream()
                .filter(row -> !own.contains(row.name()) && !supervised(row))
                .filter(row -> row.concepts() == ours.get(0).concepts())
                .filter(row -> row.metrics().redundancy() <= EQUAL_REDUNDANCY)
                .toList();
        return new Standing(comparison, ours, others);
    }

    private static boolean supervised(Row row) {
        return row.name().equals(BaselineMethod.IBD.label()) || row.name().equals(BaselineMethod.PCAV.label());
    }

    private Row best(List<Row> rows, Column column) {
        Comparator<Row> order = Comparator.comparing(column::shown);
        return rows.stream()
                .filter(row -> column.shown(row) != null)
                .max(column.moreIsBetter() ? order : order.reversed())
                .orElse(null);
    }

    private boolean isBetter(Row one, Row other, Column column) {
        Double first = column.shown(one);
        Double second = column.shown(other);
        return first != null && second != null && (column.moreIsBetter() ? first > second : first < second);
    }

    private List<Column> judged() {
        return JUDGED.stream()
                .filter(column -> best(ours, column) != null && best(others, column) != null)
                .toList();
    }

    /** The table of both. */
    ResultTable table() {
        List<Line> lines = new ArrayList<>();
        for (Column column : judged()) {
            Row own = best(ours, column);
            Row other = best(others, column);
            long before =
                    others.stream().filter(row -> isBetter(row, own, column)).count();
            lines.add(new Line(
                    List.of(
                            column.title(),
                            own.name(),
                            comparison.cell(own, column).text(),
                            other.name(),
                            comparison.cell(other, column).text(),
                            (before + 1) + " of " + (others.size() + 1)),
                    before == 0 ? List.of(2) : List.of(4)));
        }
        return ResultTable.of(
                "standing",
                "The better variant beside the best other method without labels, at equal I and redundancy",
                List.of("Metric", "variant", "ours", "method", "theirs", "place"),
                lines,
                List.of("Compared with "
                        + String.join(", ", others.stream().map(Row::name).toList()) + ": as many directions, at most "
                        + EQUAL_REDUNDANCY + " detectors per patch, no labels."));
    }

    /** The same in sentences. */
    List<String> text() {
        List<String> first = new ArrayList<>();
        List<String> level = new ArrayList<>();
        List<String> behind = new ArrayList<>();
        for (Column column : judged()) {
            Row own = best(ours, column);
            Row other = best(others, column);
            if (isBetter(own, other, column)) {
                first.add(column.title());
            } else if (isBetter(other, own, column)) {
                behind.add(column.title() + " (" + other.name() + " "
                        + comparison.cell(other, column).text() + ", " + own.name() + " "
                        + comparison.cell(own, column).text() + ")");
            } else {
                level.add(column.title());
            }
        }
        List<String> text = new ArrayList<>();
        add(text, "EDDP is first in: ", first);
        add(text, "EDDP is level with the best other method in: ", level);
        add(text, "EDDP is behind in: ", behind);
        return text;
    }

    private static void add(List<String> text, String begin, List<String> names) {
        if (!names.isEmpty()) {
            text.add(begin + String.join(", ", names) + ".");
        }
    }
}
