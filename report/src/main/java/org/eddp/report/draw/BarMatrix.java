package org.eddp.report.draw;

import java.util.ArrayList;
import java.util.List;
import org.eddp.report.draw.Figures.CellRow;
import org.eddp.report.page.Palette;

/**
 * Counts as bars in rows and columns, all on one scale: every cell shows a count as a pale bar and, dark inside it, the
 * number of distinct items. The two differ in lightness, so they need not be distinguished by colour.
 */
final class BarMatrix {
    private static final int ROW = 26;
    private static final int TOP = 30;
    private static final int TEXT_ROOM = 56;
    private static final int GAP = 10;
    private static final int LONGEST_LABEL = 190;
    private static final int SIZE = 12;
    private static final String PALE = Palette.sequential(0.4);
    private static final String DARK = Palette.sequential(1);

    private BarMatrix() {}

    static String svg(String id, String title, List<String> columns, List<CellRow> rows, int bar) {
        int most = 1;
        double names = 0;
        for (CellRow row : rows) {
            requireWidth(columns, row);
            most = Math.max(
                    most, row.cells().stream().mapToInt(Figures.Cell::all).max().orElse(0));
            names = Math.max(names, Drawing.room(row.name(), SIZE));
        }
        double left = Math.min(LONGEST_LABEL, names) + GAP;
        int step = bar + TEXT_ROOM + GAP;
        int top = columns.equals(List.of("")) ? 6 : TOP;
        Drawing drawing = new Drawing(id, (int) Math.ceil(left + step * columns.size()), top + ROW * rows.size() + 6);
        for (int c = 0; c < columns.size(); c++) {
            drawing.fitted(left + c * step, top - 10, "start", SIZE, Drawing.INK, columns.get(c), step - GAP);
        }
        for (int r = 0; r < rows.size(); r++) {
            int y = top + ROW * r;
            drawing.fitted(
                    left - GAP, y + 17, "end", SIZE, Drawing.INK, rows.get(r).name(), LONGEST_LABEL);
            for (int c = 0; c < columns.size(); c++) {
                cell(drawing, rows.get(r).cells().get(c), left + c * step, y, (double) bar / most);
            }
        }
        return drawing.svg(title, describe(columns, rows));
    }

    private static void cell(Drawing drawing, Figures.Cell cell, double x, int y, double scale) {
        drawing.line(x, y, x, y + ROW, Drawing.RULE);
        double length = cell.all() * scale;
        if (cell.all() > 0) {
            boolean empty = cell.different() == null;
            drawing.rectangle(x, y + 5, length, ROW - 10, empty ? "#ffffff" : PALE, empty ? Drawing.FAINT : DARK);
            if (!empty && cell.different() > 0) {
                drawing.rectangle(x, y + 9, cell.different() * scale, ROW - 18, DARK, null);
            }
        }
        drawing.words(x + length + 5, y + 17, "start", 11, cell.all() > 0 ? Drawing.INK : Drawing.FAINT, cell.text());
    }

    private static void requireWidth(List<String> columns, CellRow row) {
        if (row.cells().size() != columns.size()) {
            throw new IllegalArgumentException("row \"" + row.name() + "\" has "
                    + row.cells().size() + " cells for " + columns.size() + " columns");
        }
    }

    private static String describe(List<String> columns, List<CellRow> rows) {
        List<String> lines = new ArrayList<>();
        for (CellRow row : rows) {
            List<String> parts = new ArrayList<>();
            for (int c = 0; c < columns.size(); c++) {
                parts.add((columns.get(c) + " " + row.cells().get(c).text()).strip());
            }
            lines.add(row.name() + ": " + String.join(", ", parts) + ".");
        }
        return String.join(" ", lines);
    }
}
