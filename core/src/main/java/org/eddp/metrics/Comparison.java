package org.eddp.metrics;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.eddp.files.AtomicFile;
import org.eddp.files.json.Json;
import org.eddp.metrics.Metrics.MeanAndDeviation;

/**
 * The paper's comparison table: one row per run, one column per metric, the best of every column marked. Runs whose
 * number of directions differs from that of the reference are marked as well.
 *
 * @param rows in the order they are shown
 * @param reference number of the row that the others are compared with; null if there is none
 */
public record Comparison(List<Row> rows, Integer reference) {
    /** Marks a number of directions that differs from that of the reference. */
    private static final String UNEQUAL = "\u2020";

    /** Prefix of the description of thresholds that were chosen by a share of the patches. */
    private static final String TOP = "top ";

    public Comparison {
        rows = List.copyOf(rows);
        if (reference != null && (reference < 0 || reference >= rows.size())) {
            throw new IllegalArgumentException(
                    "reference = " + reference + " must be within 0 .. " + (rows.size() - 1));
        }
    }

    /** A table without a reference. */
    public Comparison(List<Row> rows) {
        this(rows, null);
    }

    /**
     * A run and its numbers.
     *
     * @param name of the method or run
     * @param concepts I
     * @param thresholds where those of its detectors come from, in words; null if that is not known
     * @param metrics on the val split
     * @param influence I1, the mean of |S|; null if not measured
     * @param significantDirections SDC; null if significance was not tested
     * @param significantPairs SCDP; null if significance was not tested
     */
    public record Row(
            String name,
            int concepts,
            String thresholds,
            Metrics metrics,
            Double influence,
            Integer significantDirections,
            Integer significantPairs) {
        /** A row without influence. */
        public Row(String name, int concepts, Metrics metrics) {
            this(name, concepts, null, metrics, null, null, null);
        }
    }

    /** A column: the metric, and whether larger is better. */
    public enum Column {
        COVERAGE("Coverage", true, r -> number(r.metrics().coverage())),
        /**
         * The best run has the fewest detectors per covered patch, among runs that cover most patches: a run that
         * hardly fires must not win.
         */
        REDUNDANCY("Redundancy", false, r -> number(r.metrics().redundancy())) {
            @Override
            double judged(Row row, double shown) {
                Double coverage = row.metrics().coverage();
                return coverage == null ? shown : round(shown / round(coverage));
            }

            @Override
            double leastCoverage() {
                return 0.5;
            }
        },
        PRECISION("Precision", true, r -> r.metrics().precision()),
        RECALL("Recall", true, r -> r.metrics().recall()),
        F1("F1", true, r -> r.metrics().f1()),
        AP("AP", true, r -> r.metrics().averagePrecision()),
        MONOSEMANTICITY("M", false, r -> mean(r.metrics().monosemanticity())),
        S1("S1", true, r -> overlap(r, Metrics.Segmentation::s1)),
        S2("S2", true, r -> overlap(r, Metrics.Segmentation::s2)),
        MEAN_IOU("mIoU", true, r -> overlap(r, Metrics.Segmentation::meanIou)),
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

        /** The number of a row with the digits shown; null if it was not measured. */
        public Double shown(Row row) {
            MeanAndDeviation known = value.apply(row);
            return known == null || Double.isNaN(known.mean()) ? null : (Double) round(known.mean());
        }

        private static MeanAndDeviation number(Double value) {
            return value == null ? null : new MeanAndDeviation(value, Double.NaN);
        }

        private static MeanAndDeviation overlap(Row row, Function<Metrics.Segmentation, Double> score) {
            Metrics.Segmentation known = row.metrics().segmentation();
            return known == null ? null : number(score.apply(known));
        }

        private static MeanAndDeviation count(Integer value) {
            return value == null ? null : number(value.doubleValue());
        }

        /**
         * The number that decides which run is best.
         *
         * @param shown number of the column, with the digits shown
         */
        double judged(Row row, double shown) {
            return shown;
        }

        /** Share of the patches on which detectors have to fire for the run to be best. */
        double leastCoverage() {
            return 0.001; // a silent run has no redundancy and no mixed crops, but that is not a merit
        }

        /** Rounded to the digits shown. */
        double round(double value) {
            return Double.parseDouble(digits(value));
        }

        /** Digits shown: counts have no decimals. */
        private String digits(double value) {
            boolean counted = this == SIGNIFICANT_DIRECTIONS || this == SIGNIFICANT_PAIRS;
            return String.format(Locale.ROOT, counted ? "%.0f" : "%.3f", value);
        }

        private static MeanAndDeviation mean(MeanAndDeviation spread) {
            return spread == null ? null : number(spread.mean());
        }
    }

    /** The description of thresholds by which every detector fires on a share of the patches. */
    public static String top(double share, int concepts) {
        boolean even = Math.abs(share * concepts - 1) < 1e-9;
        BigDecimal percent = BigDecimal.valueOf(100 * share).round(new MathContext(3));
        return TOP + (even ? "1/" + concepts : percent.stripTrailingZeros().toPlainString() + " %");
    }

    /** Whether the origin of the thresholds is known for some run. */
    public boolean knowsThresholds() {
        return rows.stream().anyMatch(r -> r.thresholds() != null);
    }

    /** The number of directions of a run, marked if the reference has another. */
    public String concepts(Row row) {
        return row.concepts() + (unequal(row) ? UNEQUAL : "");
    }

    private boolean unequal(Row row) {
        return reference != null && row.concepts() != rows.get(reference).concepts();
    }

    /** The footnotes of the table. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (rows.stream().anyMatch(this::unequal)) {
            notes.add(UNEQUAL + " another number of directions than "
                    + rows.get(reference).name() + " has ("
                    + rows.get(reference).concepts()
                    + "): what is added up over directions (S1, S2, SDC, SCDP) is not comparable with it.");
        }
        if (rows.stream().anyMatch(row -> cell(row, Column.REDUNDANCY).best())) {
            notes.add("redundancy: best is the run with the fewest detectors per patch on which any fires (redundancy /"
                    + " coverage), of those that fire on at least half of the patches.");
        }
        if (rows.stream().anyMatch(r -> r.thresholds() != null && r.thresholds().startsWith(TOP))) {
            notes.add("thresholds: " + TOP + "X means that every detector fires on the X of the patches that it scores"
                    + " highest (and on those that tie with them); with 1/I that is one detector"
                    + " per patch on average.");
        }
        return notes;
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
     * The content of a cell.
     *
     * @param text the number, with its deviation where there is one; "-" if not measured
     * @param best whether no run is better, as far as the digits shown tell; never a run whose detectors do not fire,
     *     the only one with a number, or a row of a table of one run, which would be held against itself
     */
    public record Cell(String text, boolean best) {}

    /** A cell of the table. */
    public Cell cell(Row row, Column column) {
        MeanAndDeviation value = column.value.apply(row);
        if (value == null) {
            return new Cell("-", false);
        }
        String shown = column.digits(value.mean());
        double[] numbers = rows.stream()
                .filter(other -> competes(other, column))
                .mapToDouble(other -> judged(other, column))
                .toArray();
        boolean best = reference != null
                && competes(row, column)
                && numbers.length > 1
                && Arrays.stream(numbers).noneMatch(other -> better(column, other, judged(row, column)));
        return new Cell(
                Double.isNaN(value.deviation()) ? shown : shown + "\u00b1" + column.digits(value.deviation()), best);
    }

    private static double judged(Row row, Column column) {
        return column.judged(row, column.round(column.value.apply(row).mean()));
    }

    private static boolean competes(Row row, Column column) {
        MeanAndDeviation value = column.value.apply(row);
        Double coverage = row.metrics().coverage();
        return value != null
                && !Double.isNaN(value.mean())
                && (coverage == null || Column.COVERAGE.round(coverage) >= column.leastCoverage());
    }

    private static boolean better(Column column, double one, double other) {
        return column.moreIsBetter ? one > other : one < other;
    }

    /** A table for the terminal; the best value of a column has a star. */
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
        notes().forEach(note -> text.append(note).append('\n'));
        return text.toString();
    }

    /** A table for spreadsheets: comma separated, deviations in separate columns. */
    public String csv() {
        StringBuilder text = new StringBuilder("method,concepts" + (knowsThresholds() ? ",thresholds" : ""));
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
            if (knowsThresholds()) {
                text.append(',').append(row.thresholds() == null ? "" : row.thresholds());
            }
            for (Column column : columns()) {
                MeanAndDeviation value = column.value.apply(row);
                text.append(',').append(value == null ? "" : value.mean());
                text.append(',').append(value == null || Double.isNaN(value.deviation()) ? "" : value.deviation());
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** A table in LaTeX; the best value of a column is bold. */
    String latex() {
        StringBuilder text = new StringBuilder("\\begin{tabular}{lr" + (knowsThresholds() ? "l" : "")
                + "c".repeat(columns().size()) + "}\n");
        text.append("Method & $I$").append(knowsThresholds() ? " & Thresholds" : "");
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
            cells[1] = cells[1].replace(UNEQUAL, "$^\\dagger$");
            if (knowsThresholds()) {
                cells[2] = Latex.text(cells[2]);
            }
            text.append(String.join(" & ", cells)).append(" \\\\\n");
        }
        int width = heading().length;
        notes().forEach(note -> text.append("\\multicolumn{" + width + "}{l}{\\footnotesize ")
                .append(Latex.text(note).replace(UNEQUAL, "$^\\dagger$"))
                .append("} \\\\\n"));
        return text.append("\\end{tabular}\n").toString();
    }

    private String[] heading() {
        List<String> titles = new ArrayList<>(List.of("method", "I"));
        if (knowsThresholds()) {
            titles.add("thresholds");
        }
        columns().forEach(column -> titles.add(column.title + " "));
        return titles.toArray(String[]::new);
    }

    private String[] line(Row row, Function<Cell, String> format) {
        List<String> cells = new ArrayList<>(List.of(row.name(), concepts(row)));
        if (knowsThresholds()) {
            cells.add(row.thresholds() == null ? "" : row.thresholds());
        }
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
