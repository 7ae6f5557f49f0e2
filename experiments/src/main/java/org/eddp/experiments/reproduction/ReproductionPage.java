package org.eddp.experiments.reproduction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
 * @param missing titles of the parts that are not finished yet
 */
record ReproductionPage(Path folder, ReproductionOptions options, List<PartResult> results, List<String> missing) {
    /** Longer cells hold sentences. */
    private static final int LONGEST_WORD = 20;

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
        if (!missing.isEmpty()) {
            page.lead(HtmlPage.verdict(
                    HtmlPage.Stand.MIXED,
                    "Not finished yet: " + String.join(", ", missing) + ". Repeat the command to continue."));
        }
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
        result.tables().forEach(table -> blocks.addAll(tables(table)));
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

    /** A table for each group, because titles of groups are longer than the cells of any column. */
    private static List<Html> tables(ResultTable table) {
        List<Html> shown = new ArrayList<>();
        for (Group group : table.groups()) {
            List<Object> caption = new ArrayList<>();
            if (shown.isEmpty()) {
                caption.add(Html.tag("strong", table.title() + ". "));
                table.notes().forEach(note -> caption.add(note + " "));
            }
            if (!group.title().isEmpty()) {
                caption.add(Html.tag("strong", sentence(group.title())));
            }
            shown.add(table(table, group, caption));
        }
        return shown;
    }

    private static String sentence(String title) {
        return Character.toUpperCase(title.charAt(0)) + title.substring(1) + ".";
    }

    private static Html table(ResultTable table, Group group, List<Object> caption) {
        String label = group.title().isEmpty() ? table.title() : table.title() + ", " + group.title();
        Table shown = new Table(label, caption.toArray());
        int[] order = order(table);
        for (int c : order) {
            String column = table.columns().get(c);
            if (c != order[0] && isProse(group, c)) {
                shown.proseColumn(column, "");
            } else {
                shown.column(column.replace(' ', '\u00a0'), "");
            }
        }
        for (Line line : group.lines()) {
            List<Object> cells = new ArrayList<>();
            for (int c : order) {
                String text = line.cells().get(c);
                cells.add(
                        isProse(group, c)
                                ? Table.Cell.prose(text)
                                : Table.Cell.of(text).strong(line.best().contains(c)));
            }
            cells.remove(0);
            shown.row(line.cells().get(order[0]), cells);
        }
        return shown.html();
    }

    /** The number of concepts comes first in the paper, but rows are found by their method. */
    private static int[] order(ResultTable table) {
        int[] order = IntStream.range(0, table.columns().size()).toArray();
        if (table.columns().subList(0, 2).equals(List.of("I", "Method"))) {
            order[0] = 1;
            order[1] = 0;
        }
        return order;
    }

    private static boolean isProse(Group group, int column) {
        return group.lines().stream().anyMatch(line -> line.cells().get(column).length() > LONGEST_WORD);
    }

    private List<Html> leftOut() {
        List<Object> items = new ArrayList<>();
        results.forEach(result -> result.leftOut().forEach(why -> items.add(Html.tag("li", why))));
        return items.isEmpty() ? List.of() : List.of(Html.tag("ul", items.toArray()));
    }
}
