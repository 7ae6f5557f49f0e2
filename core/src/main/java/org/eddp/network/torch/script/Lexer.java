package org.eddp.network.torch.script;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eddp.network.NetworkFailure;

/** Splits the text of a program into tokens. Blocks begin and end with tokens of their own; brackets join lines. */
final class Lexer {
    private static final Set<String> LONG_SIGNS =
            Set.of("->", "==", "!=", "<=", ">=", "**", "//", "+=", "-=", "*=", "/=");

    enum Kind {
        NAME,
        NUMBER,
        TEXT,
        SIGN,
        NEWLINE,
        INDENT,
        DEDENT,
        END
    }

    /** @param text as it stands, without quotation marks and escapes for a text */
    record Token(Kind kind, String text, int line) {
        boolean is(String sign) {
            return (kind == Kind.SIGN || kind == Kind.NAME) && text.equals(sign);
        }
    }

    private final String path;
    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private final Map<Integer, String> comments = new HashMap<>();
    private final Deque<Integer> indents = new ArrayDeque<>(List.of(0));
    private int at;
    private int line = 1;
    private int brackets;

    private Lexer(String path, String text) {
        this.path = path;
        this.text = text;
    }

    /**
     * The tokens of a text.
     *
     * @param comments receives the comment of each line that has one
     */
    static List<Token> tokens(String path, String text, Map<Integer, String> comments) {
        Lexer lexer = new Lexer(path, text);
        lexer.run();
        comments.putAll(lexer.comments);
        return lexer.tokens;
    }

    private void run() {
        boolean fresh = true;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n') {
                if (!fresh && brackets == 0) {
                    add(Kind.NEWLINE, "end of line");
                    fresh = true;
                }
                line++;
                at++;
            } else if (c == ' ') {
                at++;
            } else if (c == '#') {
                int end = text.indexOf('\n', at);
                end = end < 0 ? text.length() : end;
                comments.put(line, text.substring(at + 1, end).strip());
                at = end;
            } else {
                if (fresh) {
                    indent(at - 1 - text.lastIndexOf('\n', at));
                    fresh = false;
                }
                token(c);
            }
        }
        if (!fresh) {
            add(Kind.NEWLINE, "end of line");
        }
        indent(0);
        add(Kind.END, "end of the program");
    }

    private void indent(int width) {
        if (width > indents.peek()) {
            indents.push(width);
            add(Kind.INDENT, "indentation");
        }
        while (width < indents.peek()) {
            indents.pop();
            add(Kind.DEDENT, "end of a block");
        }
        if (width != indents.peek()) {
            throw failure("its indentation fits no block around it");
        }
    }

    private void token(char c) {
        int start = at;
        if (c == '"' || c == '\'') {
            text(c);
        } else if (isDigit(c) || (c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1)))) {
            while (at < text.length() && (isWord(text.charAt(at)) || text.charAt(at) == '.' || isExponentSign())) {
                at++;
            }
            add(Kind.NUMBER, text.substring(start, at));
        } else if (isWord(c)) {
            while (at < text.length() && isWord(text.charAt(at))) {
                at++;
            }
            add(Kind.NAME, text.substring(start, at));
        } else {
            sign(c);
        }
    }

    private void sign(char c) {
        if ("()[]{},:.=+-*/%<>@&|!".indexOf(c) < 0) {
            throw failure(String.format("has the character U+%04X, which a saved program does not have", (int) c));
        }
        brackets += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
        if (brackets < 0) {
            throw failure("closes a bracket that was not opened");
        }
        int length = at + 2 <= text.length() && LONG_SIGNS.contains(text.substring(at, at + 2)) ? 2 : 1;
        add(Kind.SIGN, text.substring(at, at + length));
        at += length;
    }

    private void text(char quote) {
        StringBuilder content = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == quote) {
                at++;
                add(Kind.TEXT, content.toString());
                return;
            }
            if (c == '\n') {
                break;
            }
            content.append(c == '\\' ? escaped() : c);
        }
        throw failure("a text does not end");
    }

    /** Reads an escape sequence, and stays at its last character. */
    private char escaped() {
        if (++at >= text.length()) {
            throw failure("a text does not end");
        }
        char c = text.charAt(at);
        int plain = "abfnrtv".indexOf(c);
        if (plain >= 0) {
            return "\u0007\b\f\n\r\t\u000b".charAt(plain);
        }
        int value = 0;
        int digits = 0;
        while (digits < 3 && at + digits < text.length() && "01234567".indexOf(text.charAt(at + digits)) >= 0) {
            value = 8 * value + text.charAt(at + digits++) - '0';
        }
        at += Math.max(0, digits - 1);
        return digits > 0 ? (char) value : c;
    }

    private boolean isExponentSign() {
        char c = text.charAt(at);
        char before = text.charAt(at - 1);
        return (c == '-' || c == '+') && (before == 'e' || before == 'E');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWord(char c) {
        return c == '_' || isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private void add(Kind kind, String content) {
        tokens.add(new Token(kind, content, line));
    }

    private NetworkFailure failure(String what) {
        return new NetworkFailure(path + " line " + line + " " + what);
    }
}
