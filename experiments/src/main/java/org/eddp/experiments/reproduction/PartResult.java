package org.eddp.experiments.reproduction;

import java.util.List;

/**
 * What a part of the protocol found. Content of a file in {@code parts/}, which also marks the part as finished.
 *
 * @param title of its section
 * @param text the outcome in sentences
 * @param tables its tables
 * @param figures its figures
 * @param links pages with more
 * @param leftOut what the data do not support, and why
 */
public record PartResult(
        String title,
        List<String> text,
        List<ResultTable> tables,
        List<Figure> figures,
        List<Link> links,
        List<String> leftOut) {
    public PartResult {
        text = List.copyOf(text);
        tables = List.copyOf(tables);
        figures = List.copyOf(figures);
        links = List.copyOf(links);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * A figure.
     *
     * @param file its drawing (SVG), relative to the folder of the reproduction
     */
    public record Figure(String file, String caption) {}

    /**
     * A page.
     *
     * @param page its file, relative to the folder of the reproduction
     */
    public record Link(String page, String text) {}

    /** A part that could not be done. */
    static PartResult leftOut(String title, String why) {
        return new PartResult(title, List.of(), List.of(), List.of(), List.of(), List.of(why));
    }
}
