package org.eddp.experiments.reproduction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eddp.experiments.reproduction.PartResult.Figure;
import org.eddp.experiments.reproduction.PartResult.Link;
import org.eddp.experiments.reproduction.ResultTable.Group;
import org.eddp.experiments.reproduction.ResultTable.Line;
import org.eddp.files.FileFailure;
import org.eddp.files.FileNames;
import org.eddp.report.page.Glossary;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.Table;

/**
 * All results of the protocol as one page.
 *
 * @param folder of the protocol
 */
record ReproductionPage(Path folder, ReproductionOptions options, List<PartResult> results) {
    /** The page; the caller writes it (UTF-8). */
    String html(String command) {
        String network = FileNames.last(options.network());
        HtmlPage page = new HtmlPage("The paper's protocol on " + network).wide();
        page.lead(HtmlPage.sentence(
                "Encoding-decoding direction pairs of ",
                network,
                " on ",
                FileNames.last(options.dataset()),
                ", beside every other method, as the paper measures them."));
        options.paper()
                .ifPresent(paper -> page.lead(HtmlPage.paragraph("The paper's own numbers are those of " + paper.label()
                        + ", on another dataset and with many more concepts: compare the order of the methods,"
                        + " not the numbers.")));
        for (int k = 0; k < results.size(); k++) {
            page.section("part-" + k, results.get(k).title(), blocks(results.get(k)));
        }
        return page.section("left-out", "Left out", leftOut())
                .section("words", "Words used on this page", Glossary.ofRuns())
                .section("origin", "How to reproduce", List.of(HtmlPage.origin(command)))
                .render();
    }

    private List<Html> blocks(PartResult result) {
        List<Html> blocks = new ArrayList<>();
        result.text().forEach(sentence -> blocks.add(HtmlPage.paragraph(sentence)));
        result.tables().forEach(table -> blocks.add(table(table)));
        result.figures().forEach(figure -> blocks.add(figure(figure)));
        List<Html> links = new ArrayList<>();
        for (Link link : result.links()) {
            links.add(Html.tag("li", Html.element("a", Map.of("href", link.page()), link.text())));
        }
        if (!links.isEmpty()) {
            blocks.add(HtmlPage.paragraph("Pages with more:"));
            blocks.add(Html.tag("ul", links.toArray()));
        }
        return blocks;
    }

    private Html figure(Figure figure) {
        Path file = folder.resolve(figure.file());
        try {
            return HtmlPage.figure(Files.readString(file), figure.caption());
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    private static Html table(ResultTable table) {
        List<Object> caption = new ArrayList<>(List.of(Html.tag("strong", table.title() + ". ")));
        table.notes().forEach(note -> caption.add(note + " "));
        Table shown = new Table(table.title(), caption.toArray());
        table.columns().forEach(column -> shown.column(column.replace(' ', '\u00a0'), ""));
        for (Group group : table.groups()) {
            if (!group.title().isEmpty()) {
                List<Object> empty = new ArrayList<>();
                for (int c = 1; c < table.columns().size(); c++) {
                    empty.add("");
                }
                shown.summaryRow(Html.tag("strong", group.title()), empty);
            }
            group.lines().forEach(line -> row(shown, line));
        }
        return shown.html();
    }

    private static void row(Table shown, Line line) {
        List<Object> cells = new ArrayList<>();
        for (int c = 1; c < line.cells().size(); c++) {
            cells.add(Table.Cell.of(line.cells().get(c)).strong(line.best().contains(c)));
        }
        shown.row(line.cells().get(0), cells);
    }

    private List<Html> leftOut() {
        List<Object> items = new ArrayList<>();
        results.forEach(result -> result.leftOut().forEach(why -> items.add(Html.tag("li", why))));
        return items.isEmpty() ? List.of() : List.of(Html.tag("ul", items.toArray()));
    }
}
