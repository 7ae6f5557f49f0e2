package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import org.eddp.network.OutputKind;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;

/** Concepts as pictures, one card each, the most convincing first; catch-alls and backgrounds last, folded. */
final class CardSection {
    private final RunReport.Content content;

    private CardSection(RunReport.Content content) {
        this.content = content;
    }

    static List<Html> blocks(RunReport.Content content) {
        return new CardSection(content).blocks();
    }

    /** The cards with pictures, in the order of the page. */
    static List<RunReport.Card> ranked(RunReport.Content content) {
        return content.cards().stream().filter(card -> !card.crops().isEmpty()).toList();
    }

    private List<Html> blocks() {
        if (content.cards().isEmpty()) {
            return List.of();
        }
        List<RunReport.Card> ranked = ranked(content);
        List<RunReport.Card> last = ranked.stream().filter(RunReport.Card::last).toList();
        List<RunReport.Card> first = ranked.subList(0, ranked.size() - last.size());
        List<String> silent = new ArrayList<>();
        content.cards().stream()
                .filter(card -> card.crops().isEmpty())
                .map(RunReport.Card::concept)
                .sorted()
                .forEach(concept -> silent.add(Integer.toString(concept)));
        List<Html> blocks = new ArrayList<>();
        blocks.add(cards(first.isEmpty() ? last : first));
        if (!first.isEmpty() && !last.isEmpty()) {
            blocks.add(HtmlPage.details(
                    "Show " + last.size() + " more that cover much and mean little: "
                            + (last.size() == 1 ? "a catch-all or background" : "catch-alls and backgrounds"),
                    cards(last)));
        }
        blocks.add(HtmlPage.paragraph(
                "The most convincing come first: reliability (two halves of the pictures give the same direction)"
                        + " \u00d7 specificity (small share of the patches) \u00d7 effect (on the "
                        + outputs().noun()
                        + " moved most). Examples are the pictures where the detector is surest, without near copies"
                        + " of each other. If the outlined regions show one thing, the concept has a meaning people"
                        + " can share."
                        + content.movesNote()));
        if (!silent.isEmpty()) {
            blocks.add(HtmlPage.paragraph("Without pictures, because their detectors fire on none of the images: "
                    + String.join(", ", silent) + "."));
        }
        return blocks;
    }

    /** The classes that concepts move. */
    private OutputKind outputs() {
        return content.influence() == null
                ? OutputKind.CLASSES
                : content.influence().outputs();
    }

    private Html cards(List<RunReport.Card> cards) {
        return Html.styled(
                "div",
                "gallery",
                cards.stream()
                        .map(card -> ConceptTile.html(content, card, outputs()))
                        .toArray());
    }
}
