package org.eddp.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eddp.files.json.Circumstances;

/**
 * One self-contained page: a title, a lead and sections, with the style sheet inside. Nothing is fetched when it is
 * opened and no script runs. {@link #render} returns the same characters for the same content.
 */
public final class HtmlPage {
    private static final String STYLE_SHEET = "page.css";
    /** The background of drawings. */
    private static final String WHITE = "#ffffff";

    private static final Pattern DRAWN = Pattern.compile("(fill|stroke)=\"(#[0-9a-f]{6})\"");
    private static final Pattern ID = Pattern.compile("\\sid=[\"']([^\"']+)[\"']");

    private final String title;
    private String width = "";
    private final List<Html> lead = new ArrayList<>();
    private final List<Section> sections = new ArrayList<>();

    private record Section(String id, String heading, List<Html> blocks) {}

    /** An empty page; the title is both the browser's and the page's first heading. */
    public HtmlPage(String title) {
        this.title = title;
    }

    /** Lets the page be as wide as the screen: for tables of many columns. Sentences stay as short as on other pages. */
    public HtmlPage wide() {
        width = "wide";
        return this;
    }

    /** Makes the page wide enough for rows of pictures. */
    public HtmlPage pictures() {
        width = "pictures";
        return this;
    }

    /** Adds blocks between the title and the list of sections. */
    public HtmlPage lead(Html... blocks) {
        lead.addAll(List.of(blocks));
        return this;
    }

    /**
     * Adds a section.
     *
     * @param id its address inside the page, unique
     * @param heading its heading, escaped
     * @param blocks its content, in order
     */
    public HtmlPage section(String id, String heading, List<Html> blocks) {
        if (!blocks.isEmpty()) {
            sections.add(new Section(id, heading, List.copyOf(blocks)));
        }
        return this;
    }

    /** A paragraph; parts as in {@link Html#of}. */
    public static Html paragraph(Object... parts) {
        return Html.tag("p", parts);
    }

    /** The main statement of a page or a part of it, in one sentence, before any numbers. */
    public static Html sentence(Object... parts) {
        return Html.styled("p", "sentence", parts);
    }

    /** A heading inside a section. */
    public static Html heading(Object... parts) {
        return Html.tag("h3", parts);
    }

    /**
     * A figure on its own white card, which scrolls sideways by itself on a narrow screen.
     *
     * @param svg a drawing
     * @param caption what to look for; parts as in {@link Html#of}
     */
    public static Html figure(String svg, Object... caption) {
        return figure(List.of(svg), caption);
    }

    /** Several drawings, one below the other, that share one caption. */
    public static Html figure(List<String> svgs, Object... caption) {
        Html card = Html.styled("div", "card scroll", Html.trusted(String.join("\n", svgs)));
        return Html.styled("figure", "drawing", card, "\n", Html.tag("figcaption", caption));
    }

    /** Content that fits itself to the width of the screen, on a card; the caption as in {@link #figure(String, Object...)}. */
    public static Html figure(Html content, Object... caption) {
        return Html.styled(
                "figure", "drawing", Html.styled("div", "card", content), "\n", Html.tag("figcaption", caption));
    }

    /** Content that the reader opens; browsers print it opened where they can. */
    public static Html details(Object summary, Object... content) {
        return Html.tag("details", Html.tag("summary", summary), "\n", Html.styled("div", "inside", Html.of(content)));
    }

    /** A verdict in colour: a headline and its reasons. */
    public static Html verdict(boolean good, String headline, Html... paragraphs) {
        return verdict(good ? Stand.GOOD : Stand.BAD, headline, paragraphs);
    }

    /** The same with an intermediate status. */
    public static Html verdict(Stand stand, String headline, Html... paragraphs) {
        return Html.styled(
                "div",
                "verdict " + stand.name().toLowerCase(Locale.ROOT),
                Html.styled("p", "headline", headline),
                Html.of((Object[]) paragraphs));
    }

    /** The status of a verdict; each has a colour. */
    public enum Stand {
        /** Good. */
        GOOD,
        /** Fair. */
        MIXED,
        /** Poor. */
        BAD
    }

    /** Tiles side by side, made by {@link #tile}. */
    public static Html tiles(Html... tiles) {
        return Html.styled("ul", "tiles", (Object[]) tiles);
    }

    /** A number, and the paper's beside it. */
    public static Html tile(Object name, String value, String paper) {
        return Html.tag(
                "li",
                Html.styled("span", "name", name),
                Html.styled("span", "value", value),
                Html.styled("span", "paper", "paper: " + paper));
    }

    /** Text to be copied as it is, such as a command line. */
    public static Html code(String text) {
        return Html.element(
                "pre",
                Map.of("class", "scroll", "tabindex", "0", "role", "group", "aria-label", "Text to copy"),
                Html.tag("code", text));
    }

    /** The origin of a part of a page: the command line that made it. */
    public static Html origin(String command) {
        return Html.of(
                paragraph("From (" + Circumstances.NAME + " has the line as it was typed, with all folders):"),
                code(command));
    }

    /**
     * The whole page.
     *
     * @throws IllegalStateException if two elements share an id: links and clip paths would hit the wrong one
     */
    public String render() {
        String body = body();
        StringBuilder out = new StringBuilder();
        out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
                .append("<meta name=\"color-scheme\" content=\"light dark\"/>\n")
                .append(Html.tag("title", title))
                .append("\n<style>\n")
                .append(styleSheet())
                .append(nightOfDrawings(body))
                .append("</style>\n</head>\n")
                .append(width.isEmpty() ? "<body>" : "<body class=\"" + width + "\">")
                .append(body)
                .append("</body>\n</html>\n");
        requireUniqueIds(out);
        return out.toString();
    }

    private String body() {
        StringBuilder out = new StringBuilder("\n<header>\n").append(Html.tag("h1", title));
        lead.forEach(block -> out.append('\n').append(block));
        out.append("\n</header>\n");
        appendContents(out);
        out.append("<main>\n");
        for (Section section : sections) {
            out.append("<section id=\"").append(Html.escape(section.id())).append("\">\n");
            out.append(Html.tag("h2", section.heading()));
            section.blocks().forEach(block -> out.append('\n').append(block));
            out.append("\n</section>\n");
        }
        return out.append("</main>\n").toString();
    }

    /**
     * Rules for every colour that the drawings of the page have. Drawings have their colours in attributes, so that
     * they look the same in separate files; a dark page replaces them here.
     */
    private static String nightOfDrawings(String body) {
        Set<String> rules = new TreeSet<>();
        Matcher colours = DRAWN.matcher(body);
        while (colours.find()) {
            String property = colours.group(1);
            String day = colours.group(2);
            String night = day.equals(WHITE) ? "var(--card)" : Palette.night(day);
            rules.add(".card svg [" + property + "=\"" + day + "\"] { " + property + ": " + night + "; }\n");
        }
        return rules.isEmpty()
                ? ""
                : "@media screen and (prefers-color-scheme: dark) {\n" + String.join("", rules) + "}\n";
    }

    private void appendContents(StringBuilder out) {
        if (sections.size() < 2) {
            return;
        }
        out.append("<nav aria-label=\"Sections\"><ul>\n");
        for (Section section : sections) {
            Html link = Html.element("a", Map.of("href", "#" + section.id()), section.heading());
            out.append(Html.tag("li", link)).append('\n');
        }
        out.append("</ul></nav>\n");
    }

    private static void requireUniqueIds(CharSequence page) {
        Set<String> seen = new HashSet<>();
        Matcher ids = ID.matcher(page);
        while (ids.find()) {
            if (!seen.add(ids.group(1))) {
                throw new IllegalStateException(
                        "id \"" + ids.group(1) + "\" occurs twice in the page; give each section and figure its own");
            }
        }
    }

    private static String styleSheet() {
        try (InputStream in = HtmlPage.class.getResourceAsStream(STYLE_SHEET)) {
            if (in == null) {
                throw new IllegalStateException(STYLE_SHEET + " is missing beside " + HtmlPage.class.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
