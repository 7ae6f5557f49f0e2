package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eddp.labels.Labels.DetectorLabel;
import org.eddp.metrics.Metrics;
import org.eddp.names.ConceptName;
import org.eddp.names.NameOrigin;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;

/** One card per concept: its strongest pictures, its name and its numbers. */
final class CardSection {
    private CardSection() {}

    static List<Html> blocks(RunReport.Content content) {
        if (content.cards().isEmpty()) {
            return List.of();
        }
        List<Object> cards = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        for (RunReport.Card card : content.cards()) {
            if (card.pictures().isEmpty()) {
                silent.add(Integer.toString(card.concept()));
            } else {
                cards.add(card(card, content));
            }
        }
        List<Html> blocks = new ArrayList<>();
        blocks.add(HtmlPage.paragraph(
                "For every concept the images on which its detector fires most strongly, bright where it"
                        + " fires. If these regions show one thing, the concept has a meaning people can share."));
        blocks.add(Html.styled("div", "multiples", cards.toArray()));
        if (!silent.isEmpty()) {
            blocks.add(HtmlPage.paragraph("Without pictures, because their detectors fire on none of the images: "
                    + String.join(", ", silent) + "."));
        }
        return blocks;
    }

    private static Html card(RunReport.Card card, RunReport.Content content) {
        List<Object> pictures = new ArrayList<>();
        for (String address : card.pictures()) {
            pictures.add(Html.trusted("<img class=\"top\" loading=\"lazy\" alt=\"strong example of concept "
                    + card.concept() + "\" src=\"" + address + "\"/>"));
        }
        ConceptName name = content.name(card.concept());
        return Html.tag(
                "figure",
                Html.styled("div", "card top-images", pictures.toArray()),
                Html.tag(
                        "figcaption",
                        Html.tag("strong", title(name, content.label(card.concept()))),
                        numbers(card, content),
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

    private static String numbers(RunReport.Card card, RunReport.Content content) {
        StringBuilder text = new StringBuilder(". ");
        if (content.metrics() != null) {
            Metrics.DetectorMetrics metrics = content.metrics().detectors().get(card.concept());
            if (metrics.name() != null) {
                text.append("IoU ").append(ConceptName.iou(metrics.iou()));
                text.append(String.format(Locale.ROOT, ", precision %.2f. ", metrics.precision()));
            }
        }
        if (content.clustering() != null) {
            text.append(String.format(
                    Locale.ROOT, "Fires on %,d patches.", content.clustering().sizes()[card.concept()]));
        }
        return text.toString();
    }
}
