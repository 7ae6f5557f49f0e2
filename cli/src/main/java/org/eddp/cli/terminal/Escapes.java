package org.eddp.cli.terminal;

import java.io.FilterWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * Control characters as what they are called, for text on a terminal: names of files come from anywhere, and a terminal obeys
 * them (colours, its title, lines that overwrite what stands above). What turns the direction of text counts too.
 */
public final class Escapes {
    private Escapes() {}

    /** Text of several lines: everything but ends of lines and tabulators is shown as an escape. */
    public static String text(String text) {
        return escaped(text, false);
    }

    /** A message of one line; line ends in names are escaped too. */
    public static String line(String text) {
        return escaped(text, true);
    }

    /** Makes standard output and standard error show everything as {@link #text}. */
    public static void install() {
        System.setOut(new Escaping(System.out));
        System.setErr(new Escaping(System.err));
    }

    /** Prints to another writer without buffering, and escapes everything as {@link #text} does. */
    public static PrintWriter writer(PrintWriter target) {
        Writer escaping = new FilterWriter(target) {
            @Override
            public void write(int c) {
                target.print(text(String.valueOf((char) c)));
            }

            @Override
            public void write(char[] text, int start, int length) {
                target.print(text(new String(text, start, length)));
                target.flush();
            }

            @Override
            public void write(String text, int start, int length) {
                target.print(text(text.substring(start, start + length)));
                target.flush();
            }
        };
        return new PrintWriter(escaping, true);
    }

    /** The stream behind one that shows escapes, for a progress bar that has to move the cursor. */
    static PrintStream behind(PrintStream stream) {
        return stream instanceof Escaping escaping ? escaping.target : stream;
    }

    private static String escaped(String text, boolean oneLine) {
        if (text == null || text.chars().noneMatch(c -> isControl(c, oneLine))) {
            return text;
        }
        StringBuilder shown = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (!isControl(c, oneLine)) {
                shown.append(c);
            } else if (c == '\n' || c == '\r' || c == '\t') {
                shown.append(c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
            } else {
                shown.append(String.format(c < 0x100 ? "\\x%02x" : "\\u%04x", (int) c));
            }
        }
        return shown.toString();
    }

    private static boolean isControl(int c, boolean oneLine) {
        if (c == '\n' || c == '\t') {
            return oneLine;
        }
        boolean turns = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x2028 || c == 0x2029;
        return Character.isISOControl(c) || turns;
    }

    /** Escapes all printed text, because every way of printing text ends in these two methods. */
    private static final class Escaping extends PrintStream {
        private final PrintStream target;

        Escaping(PrintStream target) {
            super(target, true, StandardCharsets.UTF_8);
            this.target = target;
        }

        @Override
        public void print(String text) {
            target.print(text(String.valueOf(text)));
        }

        @Override
        public void print(char c) {
            print(String.valueOf(c));
        }

        @Override
        public void println() {
            target.println();
        }

        @Override
        public void println(String text) {
            target.println(text(String.valueOf(text)));
        }

        @Override
        public void println(Object value) {
            println(String.valueOf(value));
        }

        @Override
        public PrintStream append(CharSequence text) {
            print(String.valueOf(text));
            return this;
        }

        @Override
        public void flush() {
            target.flush();
        }
    }
}
