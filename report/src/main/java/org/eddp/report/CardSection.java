package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eddp.labels.DetectorLabel;
import org.eddp.metrics.Metrics;

/** One card per concept: its strongest pictures, its name and its numbers. */
final class CardSection {
    private CardSection() {}

    static List<Html> blocks(RunReport.Content content) {
        List<Object> cards = new ArrayList<>();
        for (ConceptCard card : content.cards()) {
            cards.add(card(card, content));
        }
        return List.of(
                HtmlPage.paragraph(
                        "For every concept the images on which its detector fires most strongly, bright where it"
                                + " fires. If these regions show one thing, the concept has a meaning people can share."),
                Html.styled("div", "multiples", cards.toArray()));
    }

    private static Html card(ConceptCard card, RunReport.Content content) {
        List<Object> pictures = new ArrayList<>();
        for (String address : card.pictures()) {
            pictures.add(Html.trusted("<img class=\"top\" loading=\"lazy\" alt=\"strong example of concept "
                    + card.concept() + "\" src=\"" + address + "\"/>"));
        }
        return Html.tag(
                "figure",
                Html.styled("div", "card top-images", pictures.toArray()),
                Html.tag("figcaption", Html.tag("strong", title(card.concept(), content)), numbers(card, content)));
    }

    private static String title(int concept, RunReport.Content content) {
        DetectorLabel label =
                content.labels() == null ? null : content.labels().detectors().get(concept);
        return label == null || label.concept() == null
                ? "Concept " + concept
                : "Concept " + concept + ": " + label.concept().name() + " ("
                        + label.concept().category() + ")";
    }

    private static String numbers(ConceptCard card, RunReport.Content content) {
        StringBuilder text = new StringBuilder(". ");
        if (content.metrics() != null) {
            Metrics.DetectorMetrics metrics = content.metrics().detectors().get(card.concept());
            text.append(String.format(Locale.ROOT, "IoU %.2f, precision %.2f. ", metrics.iou(), metrics.precision()));
        }
        if (content.clustering() != null) {
            text.append(String.format(
                    Locale.ROOT, "Fires on %,d patches.", content.clustering().sizes()[card.concept()]));
        }
        return text.toString();
    }
}
