package org.eddp.report.metrics;

import java.util.ArrayList;
import java.util.List;
import org.eddp.metrics.Comparison;
import org.eddp.metrics.Comparison.Row;
import org.eddp.metrics.Metrics;
import org.eddp.report.draw.Figures;
import org.eddp.report.draw.Figures.Dot;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;

/** Redundancy against S2: whether a set of detectors finds many concepts only by firing redundantly. */
final class TradeOffSection {
    private TradeOffSection() {}

    /** The plot; nothing where fewer than two runs have both numbers. */
    static List<Html> blocks(Comparison comparison) {
        List<Dot> dots = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        boolean hollow = false;
        for (Row row : comparison.rows()) {
            Metrics metrics = row.metrics();
            if (metrics.redundancy() == null || metrics.segmentation() == null) {
                continue;
            }
            if (metrics.redundancy() > 0) {
                Row reference =
                        comparison.reference() == null ? row : comparison.rows().get(comparison.reference());
                boolean equal = row.concepts() == reference.concepts();
                hollow |= !equal;
                dots.add(new Dot(
                        row.name(),
                        metrics.redundancy(),
                        metrics.segmentation().s2(),
                        comparison.reference() != null && row == reference,
                        equal));
            } else {
                silent.add(row.name());
            }
        }
        return dots.size() < 2 ? List.of() : List.of(figure(comparison, dots, hollow, silent));
    }

    private static Html figure(Comparison comparison, List<Dot> dots, boolean hollow, List<String> silent) {
        return HtmlPage.figure(
                Figures.scatter(
                        "trade-off", "Redundancy and S2", "redundancy: detectors that fire on a patch", "S2", dots),
                Html.tag("strong", "Redundancy against S2. "),
                "Upwards: how many different things are found, and how well. To the right: how many detectors fire on"
                        + " the same patch for that. Best is high up, and not far to the right: there patches are"
                        + " explained once. "
                        + (comparison.reference() == null
                                ? ""
                                : "Red: "
                                        + comparison
                                                .rows()
                                                .get(comparison.reference())
                                                .name() + ", which the others are held against. ")
                        + (hollow ? "Hollow: another number of directions, on which S2 depends. " : "")
                        + (silent.isEmpty()
                                ? ""
                                : "Left out, because their detectors fire on nothing: " + String.join(", ", silent)
                                        + "."));
    }
}
