package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.eddp.labels.Labels;
import org.eddp.metrics.Clustering;
import org.eddp.report.draw.HistogramStack;
import org.eddp.report.draw.HistogramStack.Scale;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Table;

/** All concepts of a run: how they divide the patches among themselves, and what they are called. */
final class ConceptSection {
    /** Patches with more detectors than this are drawn as if they had as many. */
    private static final int MOST_DRAWN = 19;

    private ConceptSection() {}

    static List<Html> blocks(RunReport.Content content) {
        List<Html> blocks = new ArrayList<>();
        Clustering clustering = content.clustering();
        if (clustering != null) {
            blocks.add(HtmlPage.paragraph(String.format(
                    Locale.ROOT,
                    "The detectors explain %.0f %% of the %,d patches (coverage: at least one fires), and on average %.2f of"
                            + " them fire on a patch (redundancy; 1 would be a partition).",
                    100 * clustering.coverage(),
                    content.patches(),
                    clustering.redundancy())));
            blocks.add(perPatch(clustering));
        }
        if (content.labels() != null) {
            blocks.add(names(content));
        }
        if (clustering == null && content.labels() == null) {
            blocks.add(
                    HtmlPage.paragraph(
                            "The features of this run were not found, and its detectors have no names, so there is nothing to list."));
            return blocks;
        }
        blocks.add(HtmlPage.details(
                "Show all " + content.concepts() + " concepts", table(content).html()));
        return blocks;
    }

    private static Html perPatch(Clustering clustering) {
        long[] patches = clustering.patchesByDetectors();
        double[] numbers = IntStream.range(0, patches.length).asDoubleStream().toArray();
        int last = Math.min(MOST_DRAWN, Math.max(4, patches.length - 1));
        Scale scale = new Scale("detectors that fire on a patch", -0.5, last + 0.5, last + 1, false);
        return HtmlPage.figure(
                HistogramStack.svg("per-patch", scale, List.of(new HistogramStack.Series("", numbers, patches)), -1),
                Html.tag("strong", "Concepts per patch. "),
                "Each bar is the share of the patches on which that many detectors fire; the leftmost is what no concept explains."
                        + (patches.length - 1 > last ? " The rightmost stands for " + last + " and more." : ""));
    }

    private static Html names(RunReport.Content content) {
        return HtmlPage.paragraph("Names come from " + content.labels().dataset() + ": a detector is called after"
                + " the concept whose pixels it overlaps most on the train images. "
                + content.labels().interpretable() + " of "
                + content.labels().detectors().size() + " detectors overlap theirs with an IoU above "
                + NumberText.plain(content.labels().interpretableAbove())
                + " on other images and count as interpretable. Only these are called by a name; for the others the table below"
                + " says which label is closest.");
    }

    private static Table table(RunReport.Content content) {
        Clustering clustering = content.clustering();
        Table table = new Table("Concepts", "Every concept, by number.");
        table.column("Concept", "number");
        table.proseColumn("Name", "")
                .column("IoU", "on other images")
                .column("Patches", "on which it fires")
                .column("Share", "of all patches");
        for (int i = 0; i < content.concepts(); i++) {
            Labels.DetectorLabel label = content.label(i);
            table.row(
                    Integer.toString(i),
                    Table.Cell.prose(label == null ? "" : name(label)),
                    label == null ? "" : NumberText.fixed(label.valIou(), 3),
                    clustering == null ? "" : Long.toString(clustering.sizes()[i]),
                    clustering == null
                            ? ""
                            : NumberText.percent((double) clustering.sizes()[i] / content.patches(), 2));
        }
        return table;
    }

    private static String name(Labels.DetectorLabel label) {
        return label.name() != null
                ? label.name() + " (" + label.concept().category() + ")"
                : label.title().closest().orElse("");
    }
}
