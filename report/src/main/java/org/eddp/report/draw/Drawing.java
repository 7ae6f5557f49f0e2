package org.eddp.report.draw;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eddp.report.page.Html;

/** A drawing of words, bars and pictures at places the caller computes; {@link Plot} is for curves. */
public final class Drawing {
    public static final String INK = "#222222";
    public static final String FAINT = "#5f6368";
    public static final String RULE = "#9aa0a6";
    public static final String GRID = "#e3e6ea";

    /** Width of a letter relative to the size of the type: wide enough for the fonts of all systems. */
    private static final double LETTER = 0.62;

    private final String id;
    private final int width;
    private final int height;
    private final StringBuilder body = new StringBuilder();

    public Drawing(String id, int width, int height) {
        this.id = id;
        this.width = width;
        this.height = height;
        rectangle(0, 0, width, height, "#ffffff", null);
    }

    /** Words; {@code anchor} is start, middle or end. */
    public Drawing words(double x, double y, String anchor, int size, String colour, String words) {
        Map<String, String> attributes = at(x, y);
        attributes.putAll(Map.of("text-anchor", anchor, "font-size", Integer.toString(size), "fill", colour));
        return append(Html.element("text", attributes, words));
    }

    /** Words that must fit into a width: cut with an ellipsis where needed, whole in a tool tip. */
    public Drawing fitted(double x, double y, String anchor, int size, String colour, String words, double room) {
        String shown = shorten(words, size, room);
        if (shown.equals(words)) {
            return words(x, y, anchor, size, colour, words);
        }
        Map<String, String> attributes = at(x, y);
        attributes.putAll(Map.of("text-anchor", anchor, "font-size", Integer.toString(size), "fill", colour));
        return append(Html.element("text", attributes, Html.tag("title", words), shown));
    }

    public Drawing rectangle(double x, double y, double w, double h, String fill, String stroke) {
        Map<String, String> attributes = at(x, y);
        attributes.putAll(Map.of("width", Plot.number(w), "height", Plot.number(h), "fill", fill));
        if (stroke != null) {
            attributes.put("stroke", stroke);
        }
        return append(Html.element("rect", attributes));
    }

    public Drawing line(double x1, double y1, double x2, double y2, String colour) {
        return append(Html.element(
                "line",
                Map.of(
                        "x1",
                        Plot.number(x1),
                        "y1",
                        Plot.number(y1),
                        "x2",
                        Plot.number(x2),
                        "y2",
                        Plot.number(y2),
                        "stroke",
                        colour)));
    }

    /** A dashed line straight down. */
    public Drawing dashes(double x, double top, double bottom, String colour) {
        Map<String, String> attributes = new TreeMap<>(Map.of("x1", Plot.number(x), "x2", Plot.number(x)));
        attributes.putAll(Map.of("y1", Plot.number(top), "y2", Plot.number(bottom)));
        attributes.putAll(Map.of("stroke", colour, "stroke-dasharray", "5 3"));
        return append(Html.element("line", attributes));
    }

    /** A line through corners, as {x, y} each. */
    public Drawing path(List<double[]> corners, String colour) {
        StringBuilder points = new StringBuilder();
        corners.forEach(c -> points.append(Plot.number(c[0]))
                .append(',')
                .append(Plot.number(c[1]))
                .append(' '));
        return append(Html.element(
                "polyline",
                Map.of(
                        "points",
                        points.toString().strip(),
                        "fill",
                        "none",
                        "stroke",
                        colour,
                        "stroke-width",
                        "1.5",
                        "stroke-linejoin",
                        "round")));
    }

    /** A picture given as a data address. */
    public Drawing picture(double x, double y, double w, double h, String address) {
        Map<String, String> attributes = at(x, y);
        attributes.putAll(Map.of("width", Plot.number(w), "height", Plot.number(h), "href", address));
        return append(Html.element("image", attributes));
    }

    public String svg(String title, String description) {
        return Plot.svg(id, width, height, title, description, body);
    }

    /** Room that words take at most. */
    public static double room(String words, int size) {
        return words.length() * size * LETTER;
    }

    public static String shorten(String words, int size, double room) {
        int letters = (int) Math.max(2, room / (size * LETTER));
        return words.length() <= letters
                ? words
                : words.substring(0, letters - 1).stripTrailing() + "\u2026";
    }

    /** Words in one line, or in two broken at a space if they do not fit; the second is cut where needed. */
    public static List<String> wrap(String words, int size, double room) {
        if (shorten(words, size, room).equals(words)) {
            return List.of(words);
        }
        int letters = (int) Math.max(2, room / (size * LETTER));
        int space = words.lastIndexOf(' ', letters);
        return space <= 0
                ? List.of(shorten(words, size, room))
                : List.of(words.substring(0, space), shorten(words.substring(space + 1), size, room));
    }

    private static Map<String, String> at(double x, double y) {
        Map<String, String> attributes = new TreeMap<>();
        attributes.put("x", Plot.number(x));
        attributes.put("y", Plot.number(y));
        return attributes;
    }

    private Drawing append(Html element) {
        body.append(element).append('\n');
        return this;
    }
}
