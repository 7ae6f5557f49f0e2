package org.eddp.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads and writes tables as comma-separated text in UTF-8.
 *
 * <p>Reading takes what spreadsheets and other programs write: a byte order mark, line ends of any system, fields in
 * double quotes (in which a quote is doubled, and commas and line ends are part of the text), blank lines. What cannot be
 * understood fails with its line.
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
}
