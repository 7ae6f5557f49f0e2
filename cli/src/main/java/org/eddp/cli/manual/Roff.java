package org.eddp.cli.manual;

/** Text in the markup of manual pages. */
final class Roff {
    private final StringBuilder text = new StringBuilder();

    /** The first line of a page of section 1. */
    Roff title(String name, String version) {
        text.append(".TH \"").append(escaped(name)).append("\" \"1\" \"\" \"");
        text.append(escaped(version)).append("\" \"eddp\"\n");
        return request(".nh").request(".ad l"); // no added hyphens or spaces
    }

    Roff section(String heading) {
        return request(".SH \"" + escaped(heading) + "\"");
    }

    /** A paragraph, as wide as the terminal. */
    Roff paragraph(String words) {
        return request(".PP").words(words);
    }

    /** A term and, indented below, its description. */
    Roff item(String term, String meaning) {
        request(".TP").request("\\fB" + escaped(term) + "\\fR");
        return words(meaning);
    }

    /** Lines that man does not wrap. */
    Roff lines(String block) {
        return request(".PP").request(".nf").words(block).request(".fi");
    }

    private Roff request(String line) {
        text.append(line).append('\n');
        return this;
    }

    private Roff words(String words) {
        words.lines()
                .forEach(line -> request((line.startsWith(".") || line.startsWith("'") ? "\\&" : "") + escaped(line)));
        return this;
    }

    /** Escapes backslashes, which begin requests, and minus signs, which would become hyphens. */
    private static String escaped(String words) {
        return words.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
