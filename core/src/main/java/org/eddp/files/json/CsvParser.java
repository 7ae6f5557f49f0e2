package org.eddp.files.json;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.files.FileFailure;

/** Parses one text; used once. */
final class CsvParser {
    private final Path file;
    private final String text;
    private final boolean comments;
    private int at;
    private int line = 1;

    CsvParser(Path file, String text, boolean comments) {
        this.file = file;
        this.text = text;
        this.comments = comments;
    }

    List<Csv.Row> parse() {
        List<Csv.Row> rows = new ArrayList<>();
        while (at < text.length()) {
            if (comments && text.charAt(at) == '#') {
                plainField(false);
                endLine();
                continue;
            }
            int start = line;
            List<String> fields = row();
            if (fields.size() > 1 || !fields.get(0).isEmpty()) {
                rows.add(new Csv.Row(start, List.copyOf(fields)));
            }
        }
        return rows;
    }

    private List<String> row() {
        List<String> fields = new ArrayList<>();
        fields.add(field());
        while (at < text.length() && text.charAt(at) == ',') {
            at++;
            fields.add(field());
        }
        endLine();
        return fields;
    }

    private String field() {
        int start = at;
        while (start < text.length() && text.charAt(start) == ' ') {
            start++;
        }
        if (start < text.length() && text.charAt(start) == '"') {
            at = start + 1;
            return quotedField();
        }
        return plainField(true);
    }

    private String plainField(boolean endsAtComma) {
        int start = at;
        while (at < text.length() && !isLineEnd() && !(endsAtComma && text.charAt(at) == ',')) {
            at++;
        }
        return text.substring(start, at).strip();
    }

    private String quotedField() {
        int opened = line;
        StringBuilder field = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"' && at + 1 < text.length() && text.charAt(at + 1) == '"') {
                field.append('"');
                at += 2;
            } else if (c == '"') {
                at++;
                if (!plainField(true).isEmpty()) {
                    throw failure(line, "something follows a closing quote; double the quotes inside a field");
                }
                return field.toString();
            } else {
                line += c == '\n' || (c == '\r' && !(at + 1 < text.length() && text.charAt(at + 1) == '\n')) ? 1 : 0;
                field.append(c);
                at++;
            }
        }
        throw failure(opened, "a quote is opened and never closed");
    }

    private boolean isLineEnd() {
        return text.charAt(at) == '\n' || text.charAt(at) == '\r';
    }

    private void endLine() {
        if (at < text.length()) {
            at += text.startsWith("\r\n", at) ? 2 : 1;
            line++;
        }
    }

    private FileFailure failure(int where, String what) {
        return new FileFailure("cannot read " + file + ", line " + where + ": " + what);
    }
}
