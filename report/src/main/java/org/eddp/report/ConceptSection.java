package org.eddp.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.eddp.labels.Labels;
import org.eddp.metrics.Metrics.Clustering;
import org.eddp.names.ConceptName;
import org.eddp.names.ConceptName.NameOrigin;
import org.eddp.report.draw.Figures;
import org.eddp.report.draw.HistogramStack;
import org.eddp.report.draw.HistogramStack.Scale;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Table;
import org.eddp.words.WordNames;
import org.eddp.words.WordNames.ConceptWords;

/** All concepts of a run: how they divide the patches among themselves, and their names. */
final class ConceptSection {
    /** Patches with more detectors than this are drawn as if they had this many. */
    private static final int MOST_DRAWN = 19;

    private ConceptSection() {}

    static List<Html> blocks(RunReport.Content content) {
        List<Html> blocks = new ArrayList<>();
        Clustering clustering = content.clustering();
        if (clustering != null) {
            blocks.add(HtmlPage.paragraph(String.format(
                    Locale.ROOT,
                    "The detectors explain %.0f %% of the %,d patches (coverage: at least one fires), and on average"
                            + " %.2f of them fire on a patch (redundancy; 1 would be a partition).",
                    100 * clustering.coverage(),
                    content.patches(),
                    clustering.redundancy())));
            blocks.add(shares(content));
            blocks.add(perPatch(clustering));
        }
        if (content.labels() != null) {
            blocks.add(names(content));
        }
        if (content.words() != null) {
            blocks.add(words(content.words()));
        }
        if (clustering == null && content.labels() == null && content.words() == null) {
            blocks.add(HtmlPage.paragraph(
                    "The features of this run were not found, and its detectors have no names, so there is"
                            + " nothing to list."));
            return blocks;
        }
        blocks.add(HtmlPage.details(
                "Show all " + content.concepts() + " concepts", table(content).html()));
        return blocks;
    }

    private static Html shares(RunReport.Content content) {
        List<Figures.Ranked> bars = IntStream.range(0, content.concepts())
                .mapToObj(i -> new Figures.Ranked(
                        content.name(i).title(),
                        content.share(i).orElse(0),
                        content.name(i).name() != null))
                .sorted(Comparator.comparingDouble(bar -> -bar.value()))
                .toList();
        boolean named = bars.stream().anyMatch(Figures.Ranked::strong);
        return HtmlPage.figure(
                Figures.ranked(
                        "shares",
                        "Share of the patches of every concept",
                        "concepts, from the most frequent to the rarest",
                        "% of the patches",
                        bars,
                        1.0 / content.concepts(),
                        "an even share, 1/" + content.concepts()),
                Html.tag("strong", "How much of the pictures every concept takes. "),
                "A few broad concepts beside many narrow ones are usual; one that takes a large part of all patches is"
                        + " hardly a concept, and those near zero say little."
                        + (named ? " Dark: concepts with a name." : ""));
    }

    private static Html perPatch(Clustering clustering) {
        long[] patches = clustering.patchesByDetectors();
        double[] numbers = IntStream.range(0, patches.length).asDoubleStream().toArray();
        int last = Math.min(MOST_DRAWN, Math.max(4, patches.length - 1));
        Scale scale = new Scale("detectors that fire on a patch", -0.5, last + 0.5, last + 1, false);
        return HtmlPage.figure(
                HistogramStack.svg("per-patch", scale, List.of(new HistogramStack.Series("", numbers, patches)), -1),
                Html.tag("strong", "Concepts per patch. "),
                "Each bar is the share of the patches on which that many detectors fire; the leftmost is what no"
                        + " concept explains."
                        + (patches.length - 1 > last ? " The rightmost stands for " + last + " and more." : ""));
    }

    private static Html names(RunReport.Content content) {
        return HtmlPage.paragraph("Labels come from " + content.labels().dataset() + ": closest to a detector"
                + " is the one whose pixels it overlaps most on the train images. "
                + content.labels().interpretable() + " of "
                + content.labels().detectors().size() + " detectors overlap theirs with an IoU above "
                + NumberText.plain(content.labels().interpretableAbove())
                + " on other images and count as interpretable. Only these are called by a name, below an IoU of "
                + NumberText.plain(ConceptName.SURE)
                + " with \"maybe\"; for the others the table below says which label is closest.");
    }

    private static Html words(WordNames words) {
        return HtmlPage.paragraph("Words were chosen from " + words.words() + " by the embeddings of " + words.encoder()
                + ". " + words.named() + " of " + words.concepts().size()
                + " detectors have one that fits better than chance; it is their name (by words) where they have none"
                + " by masks or by hand. By the same embeddings: clarity is 1 if the examples of a concept are all"
                + " alike, redundancy 1 if another concept has the same, and polysemanticity near 0 if they do not"
                + " fall into two kinds.");
    }

    private static Table table(RunReport.Content content) {
        Clustering clustering = content.clustering();
        Table table = new Table("Concepts", "Every concept, by number.");
        table.column("Concept", "number");
        table.proseColumn("Name", "")
                .column("IoU", "on other images")
                .column("Patches", "on which it fires")
                .column("Share", "of all patches");
        boolean worded = content.words() != null;
        if (worded) {
            table.proseColumn("Words", "best first")
                    .column("Clarity", "of examples")
                    .column("Redundancy", "nearest concept")
                    .column("Polysemanticity", "two halves");
        }
        for (int i = 0; i < content.concepts(); i++) {
            Labels.DetectorLabel label = content.label(i);
            List<Object> cells = new ArrayList<>(List.of(
                    Table.Cell.prose(name(content.name(i), label)),
                    label == null ? "" : ConceptName.iou(label.valIou()),
                    clustering == null ? "" : Long.toString(clustering.sizes()[i]),
                    clustering == null
                            ? ""
                            : NumberText.percent((double) clustering.sizes()[i] / content.patches(), 2)));
            if (worded) {
                cells.addAll(words(content.words().concepts().get(i)));
            }
            table.row(Integer.toString(i), cells);
        }
        return table;
    }

    private static List<Object> words(ConceptWords words) {
        return List.of(
                Table.Cell.prose(String.join(
                        ", ",
                        words.candidates().stream()
                                .map(c -> c.word() + " (p " + NumberText.fixed(c.p(), 3) + ")")
                                .toList())),
                number(words.clarity()),
                number(words.redundancy()),
                number(words.polysemanticity()));
    }

    private static String number(Double value) {
        return value == null ? "" : NumberText.fixed(value, 2);
    }

    private static String name(ConceptName name, Labels.DetectorLabel label) {
        if (name.name() == null) {
            return name.closest().orElse("");
        }
        String category = name.by() == NameOrigin.MASKS && label != null
                ? " (" + label.concept().category() + ")"
                : "";
        return name.called().orElse("")
                + category
                + name.closest().map(other -> "; " + other).orElse("");
    }
}
