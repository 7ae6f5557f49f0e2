package org.eddp.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A table whose headers explain themselves and which scrolls inside its own container when the screen is narrow. The
 * first cell of a row is its header.
 */
public final class Table {
    private final Html caption;
    private final String label;
    private final List<Html> headers = new ArrayList<>();
    private final List<Html> rows = new ArrayList<>();
    private int sentences;

    /**
     * One cell.
     *
     * @param content what it shows
     * @param strong whether it is set off in bold
     * @param background its colour as {@code #rrggbb}, or empty for none; the text colour follows from it
     * @param prose whether it holds a sentence (set left, wraps) rather than a number
     */
    public record Cell(Html content, boolean strong, String background, boolean prose) {
        /** A number or a word. */
        public static Cell of(Object content) {
            return new Cell(Html.of(content), false, "", false);
        }

        /** A sentence. */
        public static Cell prose(Object content) {
            return new Cell(Html.of(content), false, "", true);
        }

        /** A number on a coloured ground. */
        public static Cell shaded(Object content, String background) {
            return new Cell(Html.of(content), false, background, false);
        }

        /** A number from -1 to 1 on a ground that shows its sign and size; see {@link Table#signedLegend}. */
        public static Cell signed(double value) {
            return shaded(NumberText.fixed(value, 3), Palette.diverging(value));
        }

        /** The same cell, in bold if asked. */
        public Cell strong(boolean yes) {
            return new Cell(content, yes, background, prose);
        }
    }

    /**
     * A table without columns yet.
     *
     * @param label its name for screen readers
     * @param caption what it shows and what to look for; parts as in {@link Html#of}
     */
    public Table(String label, Object... caption) {
        this.label = label;
        this.caption = Html.of(caption);
    }

    /** Adds a column: its name, and below it in small print what the numbers are (may be empty). */
    public Table column(Object header, Object explanation) {
        headers.add(Html.element("th", Map.of("scope", "col"), header, small(explanation)));
        return this;
    }

    /** Adds a column of sentences, set left. */
    public Table proseColumn(Object header, Object explanation) {
        sentences++;
        headers.add(Html.element("th", Map.of("class", "prose", "scope", "col"), header, small(explanation)));
        return this;
    }

    private static Html small(Object explanation) {
        return "".equals(explanation) ? Html.of() : Html.styled("span", "explain", explanation);
    }

    /**
     * Adds a row.
     *
     * @param cells each a {@link Cell}, or what a number's cell shows
     * @throws IllegalArgumentException if the row is not as wide as the table
     */
    public Table row(Object header, Object... cells) {
        return add("", header, List.of(cells));
    }

    /** Adds a row. */
    public Table row(Object header, List<?> cells) {
        return add("", header, cells);
    }

    /** Adds a row that sums up those above it, set apart by a line; otherwise as {@link #row}. */
    public Table summaryRow(Object header, List<?> cells) {
        return add("summary", header, cells);
    }

    private Table add(String cssClass, Object header, List<?> cells) {
        if (cells.size() + 1 != headers.size()) {
            throw new IllegalArgumentException(
                    "row has " + (cells.size() + 1) + " cells, table has " + headers.size() + " columns");
        }
        List<Object> parts = new ArrayList<>();
        parts.add(Html.element("th", Map.of("scope", "row"), header));
        cells.forEach(cell -> parts.add(markup(cell instanceof Cell made ? made : Cell.of(cell))));
        rows.add(Html.element("tr", cssClass.isEmpty() ? Map.of() : Map.of("class", cssClass), parts.toArray()));
        return this;
    }

    /** The finished block. */
    public Html html() {
        Html head = Html.tag("thead", Html.tag("tr", headers.toArray()));
        List<Object> body = new ArrayList<>();
        for (Html row : rows) {
            body.add("\n");
            body.add(row);
        }
        // Where numbers are one column at most, a row can be read without the heads, as narrow screens show it.
        boolean prose = sentences > 0 && headers.size() - 1 - sentences <= 1;
        Html table = Html.element(
                "table",
                prose ? Map.of("class", "sentences") : Map.of(),
                head,
                "\n",
                Html.tag("tbody", body.toArray()));
        Html container = Html.element(
                "div", Map.of("class", "scroll", "tabindex", "0", "role", "region", "aria-label", label), table);
        return Html.styled("figure", "table", Html.tag("figcaption", caption), "\n", container);
    }

    /** What the grounds of {@link Cell#signed} mean. */
    public static Html signedLegend() {
        return scale(
                4,
                "\u22121",
                "+1; the middle is 0",
                colour -> Map.of("class", "shaded", "style", Palette.shade(colour)));
    }

    /**
     * The colours from most negative to most positive, as pictures have them: the same by night.
     *
     * @param each steps on either side of zero
     */
    public static Html scale(int each, String low, String high) {
        return scale(each, low, high, colour -> Map.of("style", "background:" + colour));
    }

    private static Html scale(int each, String low, String high, Function<String, Map<String, String>> attributes) {
        List<Object> steps = new ArrayList<>();
        for (int k = -each; k <= each; k++) {
            steps.add(Html.element("span", attributes.apply(Palette.diverging((double) k / each))));
        }
        Html colours = Html.styled("span", "steps", steps.toArray());
        return Html.styled("p", "scale", Html.tag("span", low), colours, Html.tag("span", high));
    }

    private static Html markup(Cell cell) {
        Html content = cell.strong() ? Html.tag("strong", cell.content()) : cell.content();
        if (!cell.background().isEmpty()) {
            return Html.element("td", Map.of("class", "shaded", "style", Palette.shade(cell.background())), content);
        }
        return cell.prose() ? Html.styled("td", "prose", content) : Html.tag("td", content);
    }
}
