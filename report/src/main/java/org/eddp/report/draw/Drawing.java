package org.eddp.report.draw;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.eddp.report.page.Html;

/** A drawing of words, lines, bars and pictures at given coordinates. */
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
        return append(Html.element("text", text(x, y, anchor, size, colour), words));
    }

    /** Words that must fit into a width: cut with an ellipsis where needed, whole in a tool tip. */
    public Drawing fitted(double x, double y, String anchor, int size, String colour, String words, double room) {
        String shown = shorten(words, size, room);
        return shown.equals(words)
                ? words(x, y, anchor, size, colour, words)
                : append(Html.element("text", text(x, y, anchor, size, colour), Html.tag("title", words), shown));
    }

    /** Words that run upwards, their middle at the given place. */
    Drawing upwards(double x, double y, int size, String colour, String words) {
        Map<String, String> attributes = text(x, y, "middle", size, colour);
        attributes.put("transform", "rotate(-90 " + number(x) + " " + number(y) + ")");
        return append(Html.element("text", attributes, words));
    }

    public Drawing rectangle(double x, double y, double w, double h, String fill, String stroke) {
        Map<String, String> attributes = at(x, y);
        attributes.putAll(Map.of("width", number(w), "height", number(h), "fill", fill));
        if (stroke != null) {
            attributes.put("stroke", stroke);
        }
        return append(Html.element("rect", attributes));
    }

    /** A filled rectangle with its name as a tooltip. */
    Drawing bar(double x, double y, double w, double h, String fill, String name) {
        Map<String, String> attributes = at(x, y);
        attributes.putAll(Map.of("width", number(w), "height", number(h), "fill", fill));
        return append(Html.element("rect", attributes, Html.tag("title", name)));
    }

    Drawing circle(double x, double y, double radius, String fill, String stroke) {
        Map<String, String> attributes = new TreeMap<>(Map.of("cx", number(x), "cy", number(y), "r", number(radius)));
        attributes.putAll(Map.of("fill", fill, "stroke", stroke, "stroke-width", "1.5"));
        return append(Html.element("circle", attributes));
    }

    public Drawing line(double x1, double y1, double x2, double y2, String colour) {
        Map<String, String> attributes = ends(x1, y1, x2, y2);
        attributes.put("stroke", colour);
        return append(Html.element("line", attributes));
    }

    /** A dashed line. */
    public Drawing dashes(double x1, double y1, double x2, double y2, String colour) {
        Map<String, String> attributes = ends(x1, y1, x2, y2);
        attributes.putAll(Map.of("stroke", colour, "stroke-width", "1.5", "stroke-dasharray", "5 3"));
        return append(Html.element("line", attributes));
    }

    /** A line through corners, as {x, y} each. */
    public Drawing path(List<double[]> corners, String colour, double thickness) {
        StringBuilder points = new StringBuilder();
        corners.forEach(c ->
                points.append(number(c[0])).append(',').append(number(c[1])).append(' '));
        Map<String, String> attributes =
                new TreeMap<>(Map.of("points", points.toString().strip(), "fill", "none"));
        attributes.putAll(Map.of("stroke", colour, "stroke-width", number(thickness), "stroke-linejoin", "round"));
        return append(Html.element("polyline", attributes));
    }

    /** A picture given as a data URL. */
    public Drawing picture(double x, double y, double w, double h, String address) {
        Map<String, String> attributes = at(x, y);
        attributes.putAll(Map.of("width", number(w), "height", number(h), "href", address));
        return append(Html.element("image", attributes));
    }

    /** The finished drawing: scales with its container, carries a name and a description for screen readers. */
    public String svg(String title, String description) {
        // Not below 2/3 of its size, or the words become too small to read; the container scrolls instead.
        String style = "display:block;margin:0 auto;min-width:" + Math.min(width, Math.max(270, width * 2 / 3))
                + "px;max-width:" + width * 5 / 4 + "px";
        Html name = Html.element("title", Map.of("id", id + "-title"), title);
        Html summary = Html.element("desc", Map.of("id", id + "-desc"), description);
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + width + " " + height
                + "\" width=\"100%\" style=\"" + style + "\" role=\"img\" aria-labelledby=\"" + id + "-title " + id
                + "-desc\" font-family=\"sans-serif\">\n" + name + summary + "\n" + body + "</svg>";
    }

    /** A finished drawing as a PNG file, for slides and papers that do not take SVG: on white, at twice its size. */
    public static byte[] png(String svg) {
        return Raster.png(svg);
    }

    /** Whether this machine has fonts, without which there are no words in a PNG, and none is made. */
    public static boolean canBePng() {
        return Raster.hasFonts();
    }

    /** Upper bound of the width of words. */
    public static double room(String words, int size) {
        return words.length() * size * LETTER;
    }

    static String shorten(String words, int size, double room) {
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
        return new TreeMap<>(Map.of("x", number(x), "y", number(y)));
    }

    private static Map<String, String> ends(double x1, double y1, double x2, double y2) {
        return new TreeMap<>(Map.of("x1", number(x1), "y1", number(y1), "x2", number(x2), "y2", number(y2)));
    }

    private static Map<String, String> text(double x, double y, String anchor, int size, String colour) {
        Map<String, String> attributes = at(x, y);
        attributes.putAll(Map.of("text-anchor", anchor, "font-size", Integer.toString(size), "fill", colour));
        return attributes;
    }

    /** At most two decimals. */
    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        return text.replaceAll("\\.?0+$", "").replaceAll("^-0$", "0");
    }

    private Drawing append(Html element) {
        body.append(element).append('\n');
        return this;
    }
}
