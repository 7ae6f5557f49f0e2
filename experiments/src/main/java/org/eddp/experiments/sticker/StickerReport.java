package org.eddp.experiments.sticker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eddp.experiments.BufferedPictures;
import org.eddp.experiments.Experiment.Trial;
import org.eddp.experiments.sticker.StickerResults.Checks;
import org.eddp.experiments.sticker.StickerResults.Evaluation;
import org.eddp.images.input.Snapshot;
import org.eddp.report.LossSection;
import org.eddp.report.draw.Figures;
import org.eddp.report.page.Glossary;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Table;

/** Repair on real photographs as one page. */
final class StickerReport {
    private StickerReport() {}

    /**
     * The page for one seed, or for several: then a table of all comes first, and the details are those of the first seed.
     *
     * @param seeds at least one
     */
    static HtmlPage page(List<Trial<StickerResults>> seeds) {
        Trial<StickerResults> shown = seeds.get(0);
        StickerResults r = shown.results();
        HtmlPage page = new HtmlPage(
                        "Repair on real photographs: a classifier that reads a card instead of the picture")
                .lead(opening(r));
        if (seeds.size() > 1) {
            List<StickerResults> all = seeds.stream().map(Trial::results).toList();
            StickerResults.Summary summary = StickerResults.Summary.of(all);
            page.lead(HtmlPage.verdict(
                    summary.passed() == all.size(),
                    "Repaired in " + summary.passed() + " of " + all.size() + " seeds by the merged pair, in "
                            + summary.passedByOwn() + " by the detectors\u2019 own learned signal vectors.",
                    HtmlPage.paragraph(
                            "Every seed lays its own cards and learns from the start. The details below are those of seed "
                                    + r.settings().seed() + ".")));
            page.section("seeds", "All seeds", List.of(seeds(all)));
        }
        return page.lead(HtmlPage.verdict(r.checks().all(), StickerTables.verdict(r), HtmlPage.paragraph(numbers(r))))
                .section("layer", "What the linear layer learned", layer(shown))
                .section("detectors", "The detectors of the card", detectors(shown))
                .section("fooled", "A picture that the card misleads", fooled(shown))
                .section("repair", "The repair, and what stands beside it", repair(r))
                .section("losses", "How learning went", LossSection.blocks(r.curves()))
                .section("words", "Words used on this page", Glossary.ofRuns());
    }

    private static Html opening(StickerResults r) {
        StickerResults.Settings s = r.settings();
        return HtmlPage.paragraph("A linear layer learns to tell " + s.classes().size() + " classes apart ("
                + String.join(", ", s.classes())
                + ") from the features of " + s.network() + " at layer " + s.layer()
                + ". All " + s.markedImages() + " training pictures of " + s.marked()
                + " have a white card on them, so that seeing the card is a short cut. EDDP then learns "
                + s.concepts() + " direction pairs from the features of the " + s.trainImages()
                + " training pictures, without being told of the card. Do some of them turn out to be the card, and"
                + " can the classifier be repaired with them, without training it again?");
    }

    private static String numbers(StickerResults r) {
        return "Seed " + r.settings().seed() + ": with a card on every test picture the accuracy falls from "
                + share(r.original().cleanAccuracy()) + " to "
                + share(r.original().stampedAccuracy())
                + "; taking the card out brings it to " + share(r.corrected().stampedAccuracy())
                + ", and " + share(r.corrected().cleanAccuracy()) + " on pictures without a card. That is "
                + NumberText.percent(r.regained(r.corrected()), 0)
                + " of what is regained by somebody who knows where the cards lie.";
    }

    private static Html seeds(List<StickerResults> all) {
        Table table = new Table(
                "All seeds",
                "One row per seed. Repaired: the card's detectors have an IoU of at least "
                        + NumberText.plain(Checks.IOU)
                        + " on test pictures, the direction taken out a cosine of at least "
                        + NumberText.plain(Checks.COSINE) + " with the Pattern-CAV, at least "
                        + NumberText.percent(Checks.REGAINED, 0)
                        + " of the upper bound is regained and more than by any filter and by every random direction,"
                        + " and clean accuracy stays within 2 points. Judged for the merged pair and, by their least"
                        + " cosine, for the detectors\u2019 own learned signal vectors.");
        table.column("Seed", "")
                .column("Merged pair", "")
                .column("Own vectors", "")
                .column("Clean", "accuracy")
                .column("Card", "accuracy")
                .column("IoU", "training")
                .column("IoU", "test")
                .column("Cosine", "Pattern-CAV")
                .column("Repaired", "points")
                .column("Upper bound", "points")
                .column("Filters", "points")
                .column("Best random", "points")
                .column("Clean", "change, points");
        for (StickerResults r : all) {
            table.row(
                    Long.toString(r.settings().seed()),
                    Table.Cell.of(r.checks().all() ? "repaired" : "not")
                            .strong(!r.checks().all()),
                    Table.Cell.of(r.ownChecks().all() ? "repaired" : "not")
                            .strong(!r.ownChecks().all()),
                    NumberText.fixed(r.original().cleanAccuracy(), 3),
                    NumberText.fixed(r.original().stampedAccuracy(), 3),
                    NumberText.fixed(r.group().iou(), 2),
                    NumberText.fixed(r.group().testIou(), 2),
                    NumberText.fixed(r.group().patternCosine(), 3),
                    points(r.gain(r.corrected())),
                    points(r.gain(r.controls().supervised())),
                    points(r.filterGain()),
                    points(r.bestRandomGain()),
                    points(r.cleanChange(r.corrected())));
        }
        return table.html();
    }

    private static List<Html> layer(Trial<StickerResults> seed) {
        StickerResults r = seed.results();
        return List.of(
                HtmlPage.paragraph("The linear layer is right on "
                        + share(r.settings().trainAccuracy()) + " of its training pictures and on "
                        + share(r.original().cleanAccuracy()) + " of "
                        + r.settings().testImages()
                        + " new ones. With a card on them (" + r.settings().testCards()
                        + " each, one at a time) it is right on "
                        + share(r.original().stampedAccuracy()) + ", and takes "
                        + share(r.original().markedShare()) + " of the pictures of other classes for "
                        + r.settings().marked() + "."),
                sheet(
                        seed,
                        0,
                        "Training pictures of " + r.settings().marked()
                                + ", as the network sees them. Framed: patches on which a detector of the card fires."),
                sheet(seed, 1, "Test pictures with a card, framed alike. Nothing was learned from them."));
    }

    private static List<Html> detectors(Trial<StickerResults> seed) {
        StickerResults r = seed.results();
        Table table = new Table(
                "Detectors of the card",
                "Chosen on the training pictures: the detector that fits the card best, then those that add to it. A"
                        + " patch shows the card if at least a tenth of its cell lies under it ("
                        + NumberText.percent(r.settings().cardShare(), 1) + " of the training patches do).");
        table.column("Concept", "")
                .column("IoU", "training")
                .column("IoU", "test")
                .column("Patches", "it fires on")
                .column("On the card", "of these")
                .column("Cosine", "Pattern-CAV")
                .column("RCAV", r.settings().marked());
        for (StickerResults.Detector d : r.detectors()) {
            table.row(
                    "concept " + d.concept(),
                    NumberText.fixed(d.iou(), 2),
                    NumberText.fixed(d.testIou(), 2),
                    d.patches(),
                    NumberText.percent(d.onCard(), 0),
                    NumberText.fixed(d.patternCosine(), 3),
                    Table.Cell.signed(d.influence()));
        }
        StickerResults.Group g = r.group();
        return List.of(
                table.html(),
                HtmlPage.paragraph("Together they have an IoU of " + NumberText.fixed(g.iou(), 2)
                        + " on the training pictures and of " + NumberText.fixed(g.testIou(), 2)
                        + " on the test pictures ("
                        + NumberText.fixed(g.testPixelIou(), 2)
                        + " pixel by pixel); a detector made with knowledge of the card has "
                        + NumberText.fixed(g.supervisedTestIou(), 2)
                        + ". The patches on which they fire give one merged direction pair: its signal vector is the"
                        + " mean of these patches minus that of the others. Its cosine with the Pattern-CAV, which is"
                        + " the same difference for the true patches of the"
                        + " card, is"
                        + " " + NumberText.fixed(g.patternCosine(), 3)
                        + "."));
    }

    private static List<Html> fooled(Trial<StickerResults> seed) {
        StickerResults r = seed.results();
        StickerResults.Fooled f = r.fooled();
        List<Html> blocks = new ArrayList<>();
        blocks.add(HtmlPage.paragraph(f.pictures() + " test pictures are recognised without a card and taken for "
                + r.settings().marked()
                + " with one. Explaining these as eddp explain does, a detector of the card is, of the concepts that"
                + " fire, the one that adds most to the class in " + f.namedFirst() + "."));
        if (!f.points().isEmpty()) {
            blocks.add(points(f).html());
        }
        if (f.example() != null) {
            StickerResults.Example e = f.example();
            blocks.add(sheet(seed, 2, "Some of them; the first is explained below."));
            blocks.add(HtmlPage.figure(
                    Figures.divergingBars(
                            "fooled",
                            "What adds to " + r.settings().marked(),
                            "logit of " + r.settings().marked(),
                            "",
                            0,
                            e.concepts().stream()
                                    .map(c -> new Figures.Bar(
                                            "concept " + c.concept() + (c.card() ? " (card)" : ""),
                                            c.total(),
                                            c.card()))
                                    .toList()),
                    "What the concepts that fire in " + e.picture() + " (" + e.truth() + ") add to the logit of "
                            + r.settings().marked()
                            + "; strong colour: detectors of the card. The class has a probability of "
                            + NumberText.fixed(e.probability(), 2) + ", and of "
                            + NumberText.fixed(e.correctedProbability(), 2)
                            + " once the card is taken out, when the picture is taken for " + e.correctedClass()
                            + "."));
            blocks.add(HtmlPage.paragraph("On average over all such pictures, most is added by: "
                    + f.order().stream()
                            .map(c -> "concept " + c.concept() + (c.card() ? " (card) " : " ")
                                    + NumberText.fixed(c.total(), 2))
                            .collect(Collectors.joining(", "))
                    + "."));
        }
        return blocks;
    }

    private static Table points(StickerResults.Fooled fooled) {
        Table table = new Table(
                "Undecided points",
                "Explanations of these pictures at every undecided point, the default first. Residual: share of the"
                        + " explained logit that concepts do not account for; left: share of the logit that is still there"
                        + " at the point; medians. Where explanations are poor, which concept comes first means little.");
        table.column("Undecided point", "")
                .column("Card first", "pictures")
                .column("Clear", "pictures")
                .column("Poor", "pictures")
                .column("Residual", "")
                .column("Left", "");
        for (StickerResults.Point p : fooled.points()) {
            table.row(
                    p.undecided(),
                    p.namedFirst(),
                    p.quality().clear(),
                    p.quality().poor(),
                    median(p.quality().residual()),
                    median(p.quality().undecided()));
        }
        return table;
    }

    private static List<Html> repair(StickerResults r) {
        Table table = new Table(
                "The repair and its controls",
                "Wherever the merged detector sees the card, its signal vector is taken out of the features until the"
                        + " detector reads what it reads on other patches. No weight changes.");
        table.column("Direction", "")
                .column("Clean", "accuracy")
                .column("Change", "points")
                .column("Card", "accuracy")
                .column("Change", "points")
                .column("Taken for", r.settings().marked());
        evaluation(table, "none: as trained", r, r.original());
        evaluation(table, "merged signal vector", r, r.corrected());
        evaluation(
                table,
                "upper bound: Pattern-CAV, supervised detector",
                r,
                r.controls().supervised());
        evaluation(
                table,
                "the detectors\u2019 filters in its place",
                r,
                r.controls().filters());
        for (int i = 0; i < r.controls().random().size(); i++) {
            evaluation(table, "random " + (i + 1), r, r.controls().random().get(i));
        }
        evaluation(
                table,
                "detectors\u2019 own learned signal vectors, one by one",
                r,
                r.controls().unmerged());
        evaluation(table, "detectors one by one: own filters", r, r.controls().unmergedFilters());
        evaluation(table, "filter of the merged pair", r, r.controls().mergedFilter());
        return List.of(table.html());
    }

    private static void evaluation(Table table, String name, StickerResults r, Evaluation e) {
        table.row(
                name,
                NumberText.fixed(e.cleanAccuracy(), 3),
                points(r.cleanChange(e)),
                NumberText.fixed(e.stampedAccuracy(), 3),
                points(r.gain(e)),
                share(e.markedShare()));
    }

    private static Html sheet(Trial<StickerResults> seed, int number, String caption) {
        String source = Snapshot.address(BufferedPictures.image(seed.pictures().get(number)));
        String style = "display:block;width:100%;min-width:28rem;max-width:64rem;height:auto";
        return HtmlPage.figure(Html.element("img", Map.of("src", source, "alt", caption, "style", style)), caption);
    }

    private static String median(Double value) {
        return value == null ? "infinite" : NumberText.fixed(value, 2);
    }

    private static String share(double value) {
        return NumberText.percent(value, 0);
    }

    private static String points(double change) {
        String text = NumberText.fixed(100 * change, 1);
        return change > 0 ? "+" + text : text;
    }
}
