package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import org.eddp.labels.Labels.DetectorLabel;
import org.eddp.names.ConceptName;
import org.eddp.names.ConceptName.NameOrigin;
import org.eddp.network.OutputKind;
import org.eddp.report.page.Html;
import org.eddp.report.page.NumberText;

/** A concept in a gallery: its crops, its name, the classes it moves, and in small print how often it fires. */
final class ConceptTile {
    private ConceptTile() {}

    static Html html(RunReport.Content content, RunReport.Card card, OutputKind outputs) {
        ConceptName name = content.name(card.concept());
        String like = card.effects().like();
        return Html.styled(
                "figure",
                "tile",
                CropStrip.html(card.crops(), "concept " + card.concept()),
                Html.tag(
                        "figcaption",
                        Html.styled("strong", "name", title(name, content.label(card.concept()))),
                        !name.isSure() && !like.isEmpty() ? Html.styled("span", "like", like) : "",
                        card.effects().html(outputs),
                        Html.styled("span", "explain", String.join("; ", facts(content, card, name)))));
    }

    private static String title(ConceptName name, DetectorLabel label) {
        String category = name.by() == NameOrigin.MASKS && label != null
                ? " (" + label.concept().category() + ")"
                : "";
        return "Concept " + name.number()
                + name.called().map(own -> ": " + own + category).orElse("");
    }

    private static List<String> facts(RunReport.Content content, RunReport.Card card, ConceptName name) {
        List<String> facts = new ArrayList<>();
        content.share(card.concept())
                .ifPresent(share -> facts.add("on " + NumberText.percent(share, 1) + " of the patches"));
        if (name.by() == NameOrigin.MASKS) {
            facts.add(name.overlap());
        }
        name.closest().ifPresent(facts::add);
        return facts;
    }
}
