package org.eddp.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** What can be run of docs/scale.md. */
public final class ScaleGuide {
    private static final Path FILE = Path.of("..", "docs", "scale.md");

    private ScaleGuide() {}

    /** The program with the transformers, a class {@code Concepts}. */
    public static String program() {
        return blocks("Spark: transformers", "java").get(0);
    }

    /** Blocks of code in a section, in their order. */
    public static List<String> blocks(String section, String language) {
        String text;
        try {
            text = Files.readString(FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int begin = text.indexOf("\n## " + section + "\n");
        if (begin < 0) {
            throw new IllegalStateException(FILE + " has no section '" + section + "'");
        }
        int end = text.indexOf("\n## ", begin + 1);
        return Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
                .matcher(text.substring(begin, end < 0 ? text.length() : end))
                .results()
                .map(block -> block.group(1))
                .toList();
    }
}
