package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import org.eddp.report.draw.Figures;
import org.eddp.report.page.NumberText;

/** The first concepts of a page side by side, each with a few of its pictures: a figure for separate files. */
final class ConceptSheet {
    private static final int CONCEPTS = 6;
    private static final int PICTURES = 2;

    private ConceptSheet() {}

    static String svg(RunReport.Content content) {
        List<RunReport.Card> cards =
                CardSection.ranked(content).stream().limit(CONCEPTS).toList();
        List<Figures.PanelRow> rows = new ArrayList<>();
        for (int row = 0; row < PICTURES; row++) {
            List<Figures.Panel> panels = new ArrayList<>();
            for (RunReport.Card card : cards) {
                panels.add(new Figures.Panel(
                        row < card.crops().size() ? card.crops().get(row).close() : null,
                        row == PICTURES - 1 ? words(content, card) : List.of()));
            }
            rows.add(new Figures.PanelRow("", panels));
        }
        return Figures.pictures("concepts", "Concepts of " + content.subject(), rows, 0, "");
    }

    private static List<String> words(RunReport.Content content, RunReport.Card card) {
        String share = content.share(card.concept()).isPresent()
                ? "on " + NumberText.percent(content.share(card.concept()).getAsDouble(), 1) + " of the patches"
                : "";
        return List.of(content.name(card.concept()).title(), share);
    }
}
