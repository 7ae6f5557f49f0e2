package org.eddp.files;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A comma-separated file whose first row names its columns. All fields of a row can be asked for by column. */
public final class CsvTable {
    private final Path file;
    private final List<String> columns;
    private final List<Csv.Row> rows;

    private CsvTable(Path file, List<String> columns, List<Csv.Row> rows) {
        this.file = file;
        this.columns = columns;
        this.rows = rows;
    }

    /**
     * Reads a file.
     *
     * @param required columns that must be there, in any order and among others
     * @throws FileFailure if it cannot be read, lacks a column, names one twice, or has a row of another length
     */
    public static CsvTable read(Path file, String... required) {
        List<Csv.Row> all = Csv.read(file);
        if (all.isEmpty()) {
            throw new FileFailure("cannot read " + file + ": it is empty; its first line must name the columns "
                    + String.join(", ", required));
        }
        List<String> columns = all.get(0).fields();
        CsvTable table = new CsvTable(file, columns, all.subList(1, all.size()));
        Set<String> seen = new HashSet<>();
        for (String column : columns) {
            if (!seen.add(column)) {
                throw table.failure(all.get(0), "column '" + column + "' is named twice");
            }
        }
        List<String> missing = new ArrayList<>(List.of(required));
        missing.removeAll(seen);
        if (!missing.isEmpty()) {
            throw table.failure(all.get(0), "column '" + missing.get(0) + "' is missing; there are " + columns);
        }
        for (Csv.Row row : table.rows) {
            if (row.fields().size() != columns.size()) {
                throw table.failure(
                        row, "the row has " + row.fields().size() + " fields, the header " + columns.size());
            }
        }
        return table;
    }

    /** Names of the columns, in order. */
    public List<String> columns() {
        return columns;
    }

    /** The rows below the header. */
    public List<Csv.Row> rows() {
        return rows;
    }

    /** A field; the column must be one of {@link #columns()}. */
    public String text(Csv.Row row, String column) {
        int index = columns.indexOf(column);
        if (index < 0) {
            throw new IllegalArgumentException("no column '" + column + "' in " + file + "; there are " + columns);
        }
        return row.fields().get(index);
    }

    /**
     * A field that holds a whole number.
     *
     * @throws FileFailure if it holds something else, or a number outside the limits
     */
    public int number(Csv.Row row, String column, int least, int most) {
        String text = text(row, column);
        try {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below, together with the limits
        }
        throw failure(row, "column " + column + ": '" + text + "' is not a whole number from " + least + " to " + most);
    }

    /** A failure that names the file and the line of a row. */
    public FileFailure failure(Csv.Row row, String what) {
        return new FileFailure("cannot read " + file + ", line " + row.line() + ": " + what);
    }
}
