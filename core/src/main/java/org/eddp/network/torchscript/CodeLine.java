package org.eddp.network.torchscript;

import java.util.ArrayList;
import java.util.List;

/**
 * A line of TorchScript as its parser sees it: what stands in brackets is one line, however it is broken.
 *
 * @param number of its first line in the text, from 1
 * @param indentation spaces before it
 * @param tokens words, numbers, single characters of punctuation; a string is one token that begins with a quotation mark
 */
record CodeLine(int number, int indentation, List<String> tokens) {

    /** @throws ProgramText.Refused at a character that a saved program has nowhere outside of its strings */
    static List<CodeLine> of(String path, String text) throws ProgramText.Refused {
        return new Tokens(path, text).lines();
    }

    private static final class Tokens {
        private final String path;
        private final String text;
        private final List<CodeLine> lines = new ArrayList<>();
        private List<String> tokens = new ArrayList<>();
        private int at;
        private int line = 1;
        private int firstLine = 1;
        private int indentation;
        private int brackets;

        Tokens(String path, String text) {
            this.path = path;
            this.text = text;
        }

        List<CodeLine> lines() throws ProgramText.Refused {
            int lineStart = 0;
            while (at < text.length()) {
                char c = text.charAt(at);
                if (c == '\n') {
                    if (brackets == 0) {
                        end();
                    }
                    line++;
                    at++;
                    lineStart = at;
                } else if (c == ' ') {
                    at++;
                } else {
                    if (tokens.isEmpty()) {
                        indentation = at - lineStart;
                        firstLine = line;
                    }
                    take(c);
                }
            }
            end();
            return lines;
        }

        private void end() {
            if (!tokens.isEmpty()) {
                lines.add(new CodeLine(firstLine, indentation, tokens));
                tokens = new ArrayList<>();
            }
        }

        private void take(char c) throws ProgramText.Refused {
            int start = at;
            if (c == '"' || c == '\'') {
                skipString(c);
                tokens.add("\"");
                return;
            }
            if (isWord(c)) {
                while (at < text.length() && isWord(text.charAt(at))) {
                    at++;
                }
                tokens.add(text.substring(start, at));
                return;
            }
            if (c < ' ' || c > '~' || c == '\\' || c == '#' || c == '$' || c == '`' || c == ';') {
                throw new ProgramText.Refused(
                        path,
                        line,
                        String.format("its program has the character U+%04X, which no saved program has", (int) c));
            }
            brackets += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
            if (brackets < 0) {
                throw new ProgramText.Refused(path, line, "a bracket is closed that was not opened");
            }
            tokens.add(String.valueOf(c));
            at++;
        }

        private void skipString(char quote) throws ProgramText.Refused {
            String three = String.valueOf(quote).repeat(3);
            String closing = text.startsWith(three, at) ? three : String.valueOf(quote);
            for (at += closing.length(); at < text.length(); at++) {
                char c = text.charAt(at);
                if (c == '\\') {
                    at++;
                } else if (text.startsWith(closing, at)) {
                    at += closing.length();
                    return;
                } else if (c == '\n') {
                    break; // the engine prints line breaks as escapes
                }
            }
            throw new ProgramText.Refused(path, line, "a string does not end");
        }

        private static boolean isWord(char c) {
            return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        }
    }
}
