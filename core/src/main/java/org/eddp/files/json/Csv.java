package org.eddp.files.json;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eddp.files.FileFailure;
import org.eddp.files.Inputs;

/**
 * Reads and writes tables as comma-separated text in UTF-8.
 *
 * <p>Reading takes what spreadsheets and other programs write: a byte order mark, line ends of any system, fields in
 * double quotes (in which a quote is doubled, and commas and line ends are part of the text), blank lines. Invalid
 * input fails with its line number.
 */
public final class Csv {
    private Csv() {}

    /**
     * One row of a file.
     *
     * @param line number of the line on which it starts, from 1
     * @param fields at least one
     */
    public record Row(int line, List<String> fields) {}

    /**
     * All rows of a file, its header included; blank lines are left out.
     *
     * @throws FileFailure if the file cannot be read, is not UTF-8, or has a quote that does not end
     */
    public static List<Row> read(Path file) {
        return new CsvParser(file, text(file), false).parse();
    }

    /**
     * Like {@link #read}, but lines that start with {@code #} are left out too.
     *
     * @throws FileFailure if the file cannot be read, is not UTF-8, or has a quote that does not end
     */
    public static List<Row> readWithComments(Path file) {
        return new CsvParser(file, text(file), true).parse();
    }

    /** A line of a file, with its line end; fields are quoted where they must be. */
    public static String line(List<?> fields) {
        return fields.stream().map(field -> quoted(String.valueOf(field))).collect(Collectors.joining(",", "", "\n"));
    }

    private static String quoted(String field) {
        boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain && !field.startsWith("#") && field.equals(field.strip())
                ? field
                : '"' + field.replace("\"", "\"\"") + '"';
    }

    private static String text(Path file) {
        ByteBuffer bytes = ByteBuffer.allocate(0);
        try (InputStream in = Channels.newInputStream(Inputs.open(file))) {
            bytes = ByteBuffer.wrap(in.readAllBytes());
            String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
            return text.startsWith("\ufeff") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new FileFailure(
                    "cannot read " + file + ", line " + line(bytes)
                            + ": it is not text in UTF-8; save the file in that encoding",
                    e);
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    /** The line on which a decoder stopped, from 1. */
    private static int line(ByteBuffer bytes) {
        int line = 1;
        for (int k = 0; k < bytes.position(); k++) {
            line += bytes.get(k) == '\n' ? 1 : 0;
        }
        return line;
    }

    /** A comma-separated file whose first row names its columns. Fields of a row are found by column. */
    public static final class Table {
        private final Path file;
        private final List<String> columns;
        private final List<Csv.Row> rows;

        private Table(Path file, List<String> columns, List<Csv.Row> rows) {
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
        public static Table read(Path file, String... required) {
            List<Csv.Row> all = Csv.read(file);
            if (all.isEmpty()) {
                throw new FileFailure("cannot read " + file + ": it is empty; its first line must name the columns "
                        + String.join(", ", required));
            }
            List<String> columns = all.get(0).fields();
            Table table = new Table(file, columns, all.subList(1, all.size()));
            List<String> missing = new ArrayList<>(List.of(required));
            missing.removeAll(columns);
            if (!missing.isEmpty()) { // the line is not quoted: the file may be a link to any other file
                throw table.failure(
                        all.get(0),
                        "column '" + missing.get(0) + "' is missing; the first line must name the columns "
                                + String.join(", ", required));
            }
            Set<String> seen = new HashSet<>();
            for (String column : columns) {
                if (!seen.add(column)) {
                    throw table.failure(all.get(0), "column '" + column + "' is named twice");
                }
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
                // reported below, together with the limits
            }
            throw failure(
                    row, "column " + column + ": '" + text + "' is not a whole number from " + least + " to " + most);
        }

        /** A failure that names the file and the line of a row. */
        public FileFailure failure(Csv.Row row, String what) {
            return new FileFailure("cannot read " + file + ", line " + row.line() + ": " + what);
        }
    }
}
