package org.eddp.images.source;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Extended headers of POSIX tar: lines of the form {@code "LENGTH KEY=VALUE\n"}. */
final class PaxRecords {
    /** Prefix of keys of sparse files; they are kept under this key. */
    static final String SPARSE = "GNU.sparse.";

    /** Digits of the length of a line; a longer line does not fit into the part that is read. */
    private static final int MOST_DIGITS = 9;

    private PaxRecords() {}

    /** Reads all lines. */
    static Map<String, String> of(byte[] content) throws TarHeader.Bad {
        Map<String, String> found = new HashMap<>();
        int at = 0;
        while (at < content.length) {
            int space = at;
            int length = 0;
            while (space < content.length && content[space] >= '0' && content[space] <= '9') {
                length = length * 10 + content[space++] - '0';
                if (space - at > MOST_DIGITS) {
                    throw bad(at);
                }
            }
            int end = at + length;
            if (space == at
                    || space >= content.length
                    || content[space] != ' '
                    || end > content.length
                    || end <= space + 1
                    || content[end - 1] != '\n') {
                throw bad(at);
            }
            String line = new String(content, space + 1, end - space - 2, StandardCharsets.UTF_8);
            int equals = line.indexOf('=');
            if (equals < 1) {
                throw bad(at);
            }
            keep(line.substring(0, equals), line.substring(equals + 1), found);
            at = end;
        }
        return found;
    }

    /** Other keys may be many, and hold for all following files. */
    private static void keep(String key, String value, Map<String, String> found) {
        if (key.startsWith(SPARSE)) {
            found.put(SPARSE, value);
        } else if (key.equals("path") || key.equals("size")) {
            found.put(key, value);
        }
    }

    /** A size in decimal digits. */
    static long size(String text) throws TarHeader.Bad {
        try {
            long size = Long.parseLong(text);
            if (size >= 0) {
                return size;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new TarHeader.Bad("a size in it is '" + text + "', no number of bytes");
    }

    private static TarHeader.Bad bad(int at) {
        return new TarHeader.Bad("its line at " + at + " is not of the form LENGTH KEY=VALUE");
    }
}
