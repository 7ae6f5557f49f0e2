package org.eddp.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eddp.labels.Labels.DetectorLabel;
import org.eddp.metrics.Metrics;
import org.eddp.names.ConceptName;
import org.eddp.names.NameOrigin;
import org.eddp.network.OutputKind;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;

/**
 * Concepts as pictures, one card each: those with a name apart from the others, and among them first what covers most of the
 * pictures and moves classes most.
 */
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
        CardSection section = new CardSection(content);
        return content.cards().stream()
                .filter(card -> !card.pictures().isEmpty())
                .sorted(Comparator.comparing((RunReport.Card card) ->
                                content.name(card.concept()).name() == null)
                        .thenComparing(section.order()))
                .toList();
    }

    /** What concepts move. */
    private String moved() {
        return content.influence() == null
                ? OutputKind.CLASSES.noun()
                : content.influence().outputs().noun();
    }

    private Comparator<RunReport.Card> order() {
        return Comparator.comparingDouble(this::weight).reversed().thenComparingInt(RunReport.Card::concept);
    }

    private List<Html> blocks() {
        if (content.cards().isEmpty()) {
            return List.of();
        }
        List<RunReport.Card> named = new ArrayList<>();
        List<RunReport.Card> unnamed = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        ranked(content).forEach(card -> (content.name(card.concept()).name() == null ? unnamed : named).add(card));
        content.cards().stream()
                .filter(card -> card.pictures().isEmpty())
                .forEach(card -> silent.add(Integer.toString(card.concept())));
        List<Html> blocks = new ArrayList<>();
        boolean apart = !named.isEmpty() && !unnamed.isEmpty();
        blocks.addAll(group(apart ? "With a name: " : null, named));
        blocks.addAll(group(apart ? "Without a name: " : null, unnamed));
        blocks.add(HtmlPage.paragraph(
                "Sorted by the share of the patches a concept is in, and by how strongly it moves the " + moved()
                        + " it moves"
                        + " most. Examples are the pictures where its detector is surest, without near copies of each"
                        + " other. If the outlined regions show one thing, the concept has a meaning people can share."
                        + content.movesNote()));
        if (!silent.isEmpty()) {
            blocks.add(HtmlPage.paragraph("Without pictures, because their detectors fire on none of the images: "
                    + String.join(", ", silent) + "."));
        }
        return blocks;
    }

    private List<Html> group(String heading, List<RunReport.Card> cards) {
        if (cards.isEmpty()) {
            return List.of();
        }
        List<Html> blocks = new ArrayList<>();
        if (heading != null) {
            blocks.add(HtmlPage.heading(heading + cards.size() + " of " + content.concepts()));
        }
        blocks.add(Html.styled(
                "div", "multiples pictures", cards.stream().map(this::card).toArray()));
        return blocks;
    }

    /** Share of the patches, and up to as much again for what is moved. */
    private double weight(RunReport.Card card) {
        return content.share(card.concept()).orElse(0) * (1 + card.strength());
    }

    private Html card(RunReport.Card card) {
        List<Object> pictures = new ArrayList<>();
        for (String address : card.pictures()) {
            pictures.add(Html.element(
                    "img",
                    Map.of(
                            "class",
                            "top",
                            "decoding",
                            "async",
                            "alt",
                            "strong example of concept " + card.concept(),
                            "src",
                            address)));
        }
        ConceptName name = content.name(card.concept());
        return Html.tag(
                "figure",
                Html.styled("div", "card top-images", pictures.toArray()),
                Html.tag(
                        "figcaption",
                        Html.tag("strong", title(name, content.label(card.concept()))),
                        numbers(card),
                        ClosestLabel.below(name)));
    }

    private static String title(ConceptName name, DetectorLabel label) {
        if (name.name() == null) {
            return "Concept " + name.number();
        }
        String origin = name.by() == NameOrigin.MASKS && label != null
                ? " (" + label.concept().category() + ")"
                : name.by().mark();
        return "Concept " + name.number() + ": " + name.name() + origin;
    }

    private String numbers(RunReport.Card card) {
        StringBuilder text = new StringBuilder();
        content.share(card.concept())
                .ifPresent(share ->
                        text.append(" on ").append(NumberText.percent(share, 1)).append(" of the patches"));
        text.append(". ");
        if (content.metrics() != null) {
            Metrics.DetectorMetrics metrics = content.metrics().detectors().get(card.concept());
            if (metrics.name() != null) {
                text.append("IoU ").append(ConceptName.iou(metrics.iou()));
                text.append(String.format(Locale.ROOT, ", precision %.2f. ", metrics.precision()));
            }
        }
        return text.append(card.moves()).toString();
    }
}
