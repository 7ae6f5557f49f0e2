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

/** Concepts as pictures, one card each, the most convincing first; catch-alls and backgrounds last, in a part that is opened. */
final class CardSection {
    /** What datasets call everything that is not an object. */
    private static final String BACKGROUND = "background";

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
                .sorted(Comparator.comparing(section::isLast)
                        .thenComparing(card -> -card.standing().value())
                        .thenComparing(RunReport.Card::concept))
                .toList();
    }

    /** Whether it is a catch-all or a background. */
    private boolean isLast(RunReport.Card card) {
        return card.standing().catchAll()
                || BACKGROUND.equalsIgnoreCase(content.name(card.concept()).name());
    }

    private List<Html> blocks() {
        if (content.cards().isEmpty()) {
            return List.of();
        }
        List<RunReport.Card> ranked = ranked(content);
        List<RunReport.Card> last = ranked.stream().filter(this::isLast).toList();
        List<RunReport.Card> first = ranked.subList(0, ranked.size() - last.size());
        List<String> silent = new ArrayList<>();
        content.cards().stream()
                .filter(card -> card.pictures().isEmpty())
                .forEach(card -> silent.add(Integer.toString(card.concept())));
        List<Html> blocks = new ArrayList<>();
        blocks.add(cards(first.isEmpty() ? last : first));
        if (!first.isEmpty() && !last.isEmpty()) {
            blocks.add(HtmlPage.details(
                    "Show " + last.size() + " more that cover much and mean little: "
                            + (last.size() == 1 ? "a catch-all or background" : "catch-alls and backgrounds"),
                    cards(last)));
        }
        blocks.add(HtmlPage.paragraph(
                "The most convincing come first: reliability (two halves of the pictures give the same signal vector) \u00d7"
                        + " specificity (small share of the patches) \u00d7 effect (on the "
                        + moved() + " moved most). Examples are the pictures where the detector is surest, without near"
                        + " copies of each other. If the outlined regions show one thing, the concept has a meaning people"
                        + " can share."
                        + content.movesNote()));
        if (!silent.isEmpty()) {
            blocks.add(HtmlPage.paragraph("Without pictures, because their detectors fire on none of the images: "
                    + String.join(", ", silent) + "."));
        }
        return blocks;
    }

    /** What concepts move. */
    private String moved() {
        return (content.influence() == null
                        ? OutputKind.CLASSES
                        : content.influence().outputs())
                .noun();
    }

    private Html cards(List<RunReport.Card> cards) {
        return Html.styled(
                "div", "multiples pictures", cards.stream().map(this::card).toArray());
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
