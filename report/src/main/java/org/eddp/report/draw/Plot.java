package org.eddp.report.draw;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.eddp.report.page.Html;
import org.eddp.report.page.NumberText;

/**
 * One drawing under construction: a plot rectangle inside margins, with grid, ticks and words. The words are SVG text
 * with anchors, placed by the reader's browser in the reader's font. (XChart would draw them as outlines: not
 * searchable, not read aloud, ten times the size.) The marks inside the rectangle come from XChart.
 */
final class Plot {
    private static final String INK = "#222222";
    private static final String FAINT = "#5f6368";
    private static final String GRID = "#e3e6ea";

    private final String id;
    private final int left;
    private final int top;
    private final int width;
    private final int height;
    private final int right;
    private final int bottom;
    private final Axis vertical;
    private final StringBuilder body = new StringBuilder();

    Plot(String id, int left, int top, int right, int bottom, int width, int height, Axis vertical) {
        this.id = id;
        this.left = left;
        this.top = top;
        this.right = right;
        this.bottom = bottom;
        this.width = width;
        this.height = height;
        this.vertical = vertical;
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    /** Horizontal grid lines with their values; the line at zero is drawn darker. */
    Plot verticalAxis(String title) {
        for (double tick : vertical.ticks()) {
            double y = y(tick);
            String colour = tick == 0 ? "#9aa0a6" : GRID;
            line(left, y, left + width, y, colour);
            text(left - 6, y + 4, "end", 11, FAINT, NumberText.plain(tick));
        }
        if (!title.isEmpty()) {
            double middle = top + height / 2.0;
            Map<String, String> turn =
                    Map.of("transform", "rotate(-90 13 " + number(middle) + ")", "fill", FAINT, "font-size", "11");
            append(Html.element("text", with(turn, 13, middle, "middle"), title));
        }
        return this;
    }

    /** Tick values and a title below the plot. */
    Plot horizontalAxis(Axis axis, String title) {
        for (double tick : axis.ticks()) {
            double x = left + (tick - axis.min()) / (axis.max() - axis.min()) * width;
            line(x, top + height, x, top + height + 4, "#9aa0a6");
            text(x, top + height + 16, "middle", 11, FAINT, NumberText.plain(tick));
        }
        text(left + width / 2.0, top + height + 31, "middle", 11, FAINT, title);
        return this;
    }

    /** Words at a place inside the plot: x in pixels from its left edge, y in units of the vertical axis. */
    Plot note(double x, double value, double shift, String anchor, int size, String words) {
        text(left + x, y(value) + shift, anchor, size, INK, words);
        return this;
    }

    /** A dashed stroke and what it stands for, above the plot, where no curve can run through it. */
    Plot dashedKey(String colour, String words) {
        Map<String, String> stroke = new TreeMap<>(Map.of("stroke", colour, "stroke-width", "1.5"));
        stroke.putAll(Map.of("stroke-dasharray", "6 4", "x1", number(left), "x2", number(left + 26)));
        stroke.putAll(Map.of("y1", number(top - 12), "y2", number(top - 12)));
        append(Html.element("line", stroke));
        text(left + 33, top - 8, "start", 11, INK, words);
        return this;
    }

    /** Words below the plot: x in pixels from its left edge, y in pixels from its bottom edge. */
    Plot below(double x, double y, int size, String words) {
        text(left + x, top + height + y, "middle", size, size < 12 ? FAINT : INK, words);
        return this;
    }

    /** Adds the marks, drawn on a canvas exactly as large as the plot rectangle. */
    Plot marks(String group) {
        body.append("<g transform=\"translate(")
                .append(left)
                .append(' ')
                .append(top)
                .append(")\">");
        body.append(group).append("</g>\n");
        return this;
    }

    /** The finished drawing: scales with its container, carries a name and a description for screen readers. */
    String svg(String title, String description) {
        return svg(id, left + width + right, top + height + bottom, title, description, body);
    }

    /** A drawing of any content in the frame that all drawings have. */
    static String svg(String id, int fullWidth, int fullHeight, String title, String description, CharSequence body) {
        // Not below 2/3 of its size, or the words become too small to read; the container scrolls instead.
        String style = "display:block;margin:0 auto;min-width:" + Math.min(fullWidth, Math.max(270, fullWidth * 2 / 3))
                + "px;max-width:" + fullWidth * 5 / 4 + "px";
        Html name = Html.element("title", Map.of("id", id + "-title"), title);
        Html summary = Html.element("desc", Map.of("id", id + "-desc"), description);
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + fullWidth + " " + fullHeight
                + "\" width=\"100%\" style=\"" + style + "\" role=\"img\" aria-labelledby=\"" + id + "-title " + id
                + "-desc\" font-family=\"sans-serif\">\n" + name + summary + "\n" + body + "</svg>";
    }

    private double y(double value) {
        return top + height - (value - vertical.min()) / (vertical.max() - vertical.min()) * height;
    }

    private void line(double x1, double y1, double x2, double y2, String colour) {
        append(Html.element(
                "line",
                Map.of("x1", number(x1), "y1", number(y1), "x2", number(x2), "y2", number(y2), "stroke", colour)));
    }

    private void text(double x, double y, String anchor, int size, String fill, String words) {
        append(Html.element(
                "text", with(Map.of("fill", fill, "font-size", Integer.toString(size)), x, y, anchor), words));
    }

    private static Map<String, String> with(Map<String, String> attributes, double x, double y, String anchor) {
        Map<String, String> all = new TreeMap<>(attributes);
        all.put("x", number(x));
        all.put("y", number(y));
        all.put("text-anchor", anchor);
        return all;
    }

    private void append(Html element) {
        body.append(element).append('\n');
    }

    /** At most two decimals. */
    static String number(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        return text.replaceAll("\\.?0+$", "").replaceAll("^-0$", "0");
    }
}
