package org.eddp.metrics;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.eddp.files.AtomicFile;
import org.eddp.files.Json;
import org.eddp.metrics.Metrics.MeanAndDeviation;

/**
 * The paper's comparison table: one row per run, one column per metric, the best of every column marked.
 *
 * @param rows in the order they are shown
 */
public record Comparison(List<Row> rows) {
    /**
     * A run and its numbers.
     *
     * @param name of the method or run
     * @param concepts I
     * @param metrics on the val split
     * @param influence I1, the mean of |S|; null if not measured
     * @param significantDirections SDC; null if significance was not tested
     * @param significantPairs SCDP; null if significance was not tested
     */
    public record Row(
            String name,
            int concepts,
            Metrics metrics,
            Double influence,
            Integer significantDirections,
            Integer significantPairs) {
        /** A row of what influence was not measured for. */
        public Row(String name, int concepts, Metrics metrics) {
            this(name, concepts, metrics, null, null, null);
        }

        /** The same under another name. */
        public Row withName(String other) {
            return new Row(other, concepts, metrics, influence, significantDirections, significantPairs);
        }
    }

    /** A column: what is shown and which way is better. */
    public enum Column {
        COVERAGE("Coverage", true, r -> number(r.metrics().coverage())),
        REDUNDANCY("Redundancy", false, r -> number(r.metrics().redundancy())),
        PRECISION("Precision", true, r -> r.metrics().precision()),
        RECALL("Recall", true, r -> r.metrics().recall()),
        F1("F1", true, r -> r.metrics().f1()),
        AP("AP", true, r -> r.metrics().averagePrecision()),
        MONOSEMANTICITY("M", false, r -> mean(r.metrics().monosemanticity())),
        S1("S1", true, r -> number(r.metrics().segmentation().s1())),
        S2("S2", true, r -> number(r.metrics().segmentation().s2())),
        MEAN_IOU("mIoU", true, r -> number(r.metrics().segmentation().meanIou())),
        INFLUENCE("I1", true, r -> number(r.influence())),
        SIGNIFICANT_DIRECTIONS("SDC", true, r -> count(r.significantDirections())),
        SIGNIFICANT_PAIRS("SCDP", true, r -> count(r.significantPairs()));

        private final String title;
        private final boolean moreIsBetter;
        private final Function<Row, MeanAndDeviation> value;

        Column(String title, boolean moreIsBetter, Function<Row, MeanAndDeviation> value) {
            this.title = title;
            this.moreIsBetter = moreIsBetter;
            this.value = value;
        }

        /** Heading. */
        public String title() {
            return title;
        }

        /** Whether larger numbers are better. */
        public boolean moreIsBetter() {
            return moreIsBetter;
        }

        private static MeanAndDeviation number(Double value) {
            return value == null ? null : new MeanAndDeviation(value, Double.NaN);
        }

        private static MeanAndDeviation count(Integer value) {
            return value == null ? null : number(value.doubleValue());
        }

        /** Digits as they are shown: none behind the point of what is counted. */
        private String digits(double value) {
            boolean counted = this == SIGNIFICANT_DIRECTIONS || this == SIGNIFICANT_PAIRS;
            return String.format(Locale.ROOT, counted ? "%.0f" : "%.3f", value);
        }

        private static MeanAndDeviation mean(MeanAndDeviation spread) {
            return spread == null ? null : number(spread.mean());
        }
    }

    /** Columns that at least one run has a number for. */
    public List<Column> columns() {
        List<Column> shown = new ArrayList<>();
        for (Column column : Column.values()) {
            if (rows.stream().anyMatch(r -> column.value.apply(r) != null)) {
                shown.add(column);
            }
        }
        return shown;
    }

    /**
     * What stands in a cell.
     *
     * @param text the number, with its deviation where there is one; "-" if not measured
     * @param best whether no run is better, as far as the digits shown tell; never a run whose detectors do not fire
     */
    public record Cell(String text, boolean best) {}

    /** A cell of the table. */
    public Cell cell(Row row, Column column) {
        MeanAndDeviation value = column.value.apply(row);
        if (value == null) {
            return new Cell("-", false);
        }
        String shown = column.digits(value.mean());
        boolean best = competes(row)
                && !Double.isNaN(value.mean())
                && rows.stream()
                        .filter(Comparison::competes)
                        .map(column.value)
                        .filter(other -> other != null)
                        .noneMatch(other -> better(
                                column, Double.parseDouble(column.digits(other.mean())), Double.parseDouble(shown)));
        return new Cell(
                Double.isNaN(value.deviation()) ? shown : shown + "\u00b1" + column.digits(value.deviation()), best);
    }

    /** Detectors that are silent are not redundant, nor is what they fire on mixed: that they are useless is not a merit. */
    private static boolean competes(Row row) {
        Double coverage = row.metrics().coverage();
        return coverage == null || Double.parseDouble(Column.COVERAGE.digits(coverage)) > 0;
    }

    private static boolean better(Column column, double one, double other) {
        return column.moreIsBetter ? one > other : one < other;
    }

    /** For the terminal; the best of a column is starred. */
    public String text() {
        List<String[]> lines = new ArrayList<>();
        lines.add(heading());
        for (Row row : rows) {
            lines.add(line(row, cell -> cell.best() ? cell.text() + "*" : cell.text() + " "));
        }
        int[] widths = new int[lines.get(0).length];
        for (String[] line : lines) {
            for (int c = 0; c < widths.length; c++) {
                widths[c] = Math.max(widths[c], line[c].length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (String[] line : lines) {
            for (int c = 0; c < widths.length; c++) {
                text.append(String.format(c == 0 ? "%-" + widths[c] + "s" : "  %" + widths[c] + "s", line[c]));
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** For spreadsheets: comma separated, deviations in columns of their own. */
    public String csv() {
        StringBuilder text = new StringBuilder("method,concepts");
        for (Column column : columns()) {
            text.append(',')
                    .append(column.title)
                    .append(',')
                    .append(column.title)
                    .append(" deviation");
        }
        text.append('\n');
        for (Row row : rows) {
            text.append('"')
                    .append(row.name().replace("\"", "\"\""))
                    .append("\",")
                    .append(row.concepts());
            for (Column column : columns()) {
                MeanAndDeviation value = column.value.apply(row);
                text.append(',').append(value == null ? "" : value.mean());
                text.append(',').append(value == null || Double.isNaN(value.deviation()) ? "" : value.deviation());
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** For a paper; the best of a column is bold. */
    public String latex() {
        StringBuilder text =
                new StringBuilder("\\begin{tabular}{lr" + "c".repeat(columns().size()) + "}\n");
        text.append("Method & $I$");
        for (Column column : columns()) {
            text.append(" & ").append(column.title).append(column.moreIsBetter ? " $\\uparrow$" : " $\\downarrow$");
        }
        text.append(" \\\\ \\hline\n");
        for (Row row : rows) {
            String[] cells = line(row, cell -> {
                String number = cell.text().replace("\u00b1", "$\\pm$");
                return cell.best() ? "\\textbf{" + number + "}" : number;
            });
            cells[0] = Latex.text(cells[0]);
            text.append(String.join(" & ", cells)).append(" \\\\\n");
        }
        return text.append("\\end{tabular}\n").toString();
    }

    private String[] heading() {
        List<String> titles = new ArrayList<>(List.of("method", "I"));
        columns().forEach(column -> titles.add(column.title + " "));
        return titles.toArray(String[]::new);
    }

    private String[] line(Row row, Function<Cell, String> format) {
        List<String> cells = new ArrayList<>(List.of(row.name(), Integer.toString(row.concepts())));
        columns().forEach(column -> cells.add(format.apply(cell(row, column))));
        return cells.toArray(String[]::new);
    }

    /** Writes the table as JSON, CSV and LaTeX, each where a file is given. */
    public void write(Path json, Path csv, Path latex) {
        if (json != null) {
            Json.write(json, this);
        }
        if (csv != null) {
            AtomicFile.writeString(csv, csv());
        }
        if (latex != null) {
            AtomicFile.writeString(latex, latex());
        }
    }
}
