package org.eddp.experiments.reproduction;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of results: our rows, and below them those of the paper.
 *
 * @param name in file names
 * @param title what it shows
 * @param columns headings; an arrow at the end shows which way is better
 * @param groups of rows
 * @param notes below the table
 */
public record ResultTable(String name, String title, List<String> columns, List<Group> groups, List<String> notes) {
    /** Content of a cell without a number. */
    public static final String NOTHING = "-";

    static final String UP = "\u2191";
    static final String DOWN = "\u2193";

    public ResultTable {
        columns = List.copyOf(columns);
        groups = List.copyOf(groups);
        notes = List.copyOf(notes);
        for (Group group : groups) {
            for (Line line : group.lines()) {
                if (line.cells().size() != columns.size()) {
                    throw new IllegalArgumentException("table " + name + " has " + columns.size()
                            + " columns, but a row has " + line.cells().size() + " cells: " + line.cells());
                }
            }
        }
    }

    /**
     * Rows that are compared with each other.
     *
     * @param title what they have in common
     * @param paper whether the numbers are quoted from the paper
     */
    public record Group(String title, boolean paper, List<Line> lines) {
        public Group {
            lines = List.copyOf(lines);
        }
    }

    /**
     * A row.
     *
     * @param best numbers of the cells that are the best of their column
     */
    public record Line(List<String> cells, List<Integer> best) {
        public Line {
            cells = List.copyOf(cells);
            best = List.copyOf(best);
        }

        /** A row without marks. */
        public static Line of(List<String> cells) {
            return new Line(cells, List.of());
        }
    }

    /** A table of our own results alone. */
    static ResultTable of(String name, String title, List<String> columns, List<Line> lines, List<String> notes) {
        return new ResultTable(name, title, columns, List.of(new Group("", false, lines)), notes);
    }

    /** The same with one more group, if it has rows. */
    ResultTable and(Group group) {
        if (group.lines().isEmpty()) {
            return this;
        }
        List<Group> more = new ArrayList<>(groups);
        more.add(group);
        return new ResultTable(name, title, columns, more, notes);
    }

    /** The heading of a column without its arrow. */
    static String plain(String column) {
        return column.replaceAll("\\s*[" + UP + DOWN + "]$", "");
    }

    /** For the terminal; the best of a column is starred. */
    public String text() {
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns.stream().map(ResultTable::plain).toList());
        groups.forEach(group -> group.lines().forEach(line -> lines.add(starred(line))));
        int[] widths = new int[columns.size()];
        lines.forEach(line -> {
            for (int c = 0; c < widths.length; c++) {
                widths[c] = Math.max(widths[c], line.get(c).length());
            }
        });
        StringBuilder text = new StringBuilder(title).append('\n');
        append(text, lines.get(0), widths);
        int next = 1;
        for (Group group : groups) {
            text.append(group.title().isEmpty() ? "" : "  " + group.title() + "\n");
            for (int k = 0; k < group.lines().size(); k++) {
                append(text, lines.get(next++), widths);
            }
        }
        notes.forEach(note -> text.append(note).append('\n'));
        return text.toString();
    }

    private static List<String> starred(Line line) {
        List<String> cells = new ArrayList<>();
        for (int c = 0; c < line.cells().size(); c++) {
            cells.add(line.cells().get(c) + (line.best().contains(c) ? "*" : " "));
        }
        return cells;
    }

    private static void append(StringBuilder text, List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int c = 0; c < widths.length; c++) {
            String space = " ".repeat(widths[c] - cells.get(c).length());
            line.append(c == 0 ? cells.get(c) + space : "  " + space + cells.get(c));
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }
}
