package org.eddp.report.page;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * A piece of page markup. Text becomes markup only through {@link #escape}, so a value read from a file cannot add
 * elements to the page. The markup is well-formed XML and also valid HTML; attributes are sorted, so the same content
 * always gives the same characters.
 */
public final class Html {
    private static final Set<String> VOID_ELEMENTS = Set.of("br", "hr", "img", "meta");

    private final String markup;

    private Html(String markup) {
        this.markup = markup;
    }

    /** Parts one after the other: an {@code Html} stays as it is, anything else is escaped text. */
    public static Html of(Object... parts) {
        StringBuilder out = new StringBuilder();
        for (Object part : parts) {
            Objects.requireNonNull(part, "part of a page is null; pass an empty string for nothing");
            out.append(part instanceof Html html ? html.markup : escape(part.toString()));
        }
        return new Html(out.toString());
    }

    /** An element without attributes; children as in {@link #of}. */
    public static Html tag(String name, Object... children) {
        return element(name, Map.of(), children);
    }

    /** An element with one class attribute; children as in {@link #of}. */
    public static Html styled(String name, String cssClass, Object... children) {
        return element(name, Map.of("class", cssClass), children);
    }

    /** An element with attributes (values are escaped, names are not); children as in {@link #of}. */
    public static Html element(String name, Map<String, String> attributes, Object... children) {
        StringBuilder out = new StringBuilder("<").append(name);
        new TreeMap<>(attributes).forEach((key, value) -> out.append(" " + key + "=\"" + escape(value) + "\""));
        if (VOID_ELEMENTS.contains(name)) {
            return new Html(out + "/>");
        }
        return new Html(out + ">" + of(children).markup + "</" + name + ">");
    }

    /** Markup made by this program itself (drawings, the style sheet): inserted as it is. */
    public static Html trusted(String markup) {
        return new Html(markup);
    }

    /** Text as it may stand in an element or in a quoted attribute; characters XML forbids become U+FFFD. */
    public static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            switch (point) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(isXml(point) ? point : 0xFFFD);
            }
        });
        return out.toString();
    }

    private static boolean isXml(int point) {
        boolean control = point < 0x20 && point != '\t' && point != '\n' && point != '\r';
        boolean surrogate = point >= 0xD800 && point <= 0xDFFF;
        return !control && !surrogate && point != 0xFFFE && point != 0xFFFF;
    }

    /** The markup itself. */
    @Override
    public String toString() {
        return markup;
    }
}
