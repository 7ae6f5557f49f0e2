package org.eddp.cli.manual;

import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;

/** The examples below the help of a command. They can be copied: long lines are continued between words. */
public final class Examples {
    private static final String CONTINUED = " \\";
    private static final String INDENT = "      ";

    private Examples() {}

    /** The end of the help of a command. */
    public static String of(Help help) {
        int width = help.commandSpec().usageMessage().width();
        return Arrays.stream(help.commandSpec().usageMessage().footer())
                .map(line -> wrapped(ManualPages.plain(line), width) + System.lineSeparator())
                .collect(Collectors.joining());
    }

    static String wrapped(String line, int width) {
        if (line.length() <= width || line.isBlank()) {
            return line;
        }
        String continued = line.strip().startsWith("./eddp ") ? CONTINUED : "";
        String indent = line.substring(0, line.indexOf(line.strip()));
        StringBuilder text = new StringBuilder();
        StringBuilder current = new StringBuilder(indent);
        for (String word : line.strip().split(" ", -1)) {
            boolean first = current.toString().isBlank();
            if (!first && current.length() + 1 + word.length() + continued.length() > width) {
                text.append(current).append(continued).append(System.lineSeparator());
                current.setLength(0);
                current.append(continued.isEmpty() ? indent : INDENT);
                first = true;
            }
            current.append(first ? "" : " ").append(word);
        }
        return text.append(current).toString();
    }
}
