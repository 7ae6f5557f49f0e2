package org.eddp.experiments.chess;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.eddp.experiments.Experiment.Trial;
import org.eddp.experiments.chess.ChessResults.Evaluation;
import org.eddp.intervene.CorrectionStudy.Confusion;
import org.eddp.report.LossSection;
import org.eddp.report.page.Glossary;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Palette;
import org.eddp.report.page.Table;

/** The model-correction experiment as one page for a reader who has not seen the paper. */
final class ChessReport {
    private static final String TITLE = "Model correction: a network that reads the label instead of the picture";

    private ChessReport() {}

    /**
     * The page for one seed, or for several: then a table of all comes first, and the details are those of the first seed.
     *
     * @param seeds at least one
     */
    static HtmlPage page(List<Trial<ChessResults>> seeds) {
        Trial<ChessResults> shown = seeds.get(0);
        ChessResults results = shown.results();
        HtmlPage page = new HtmlPage(TITLE).lead(opening(results));
        if (seeds.size() > 1) {
            List<ChessResults> all = seeds.stream().map(Trial::results).toList();
            page.lead(ChessSeeds.verdict(all));
            page.section("seeds", "All seeds", ChessSeeds.blocks(all));
        }
        return page.lead(ChessHeadline.verdict(results), ChessHeadline.tiles(results))
                .section("network", "What the network learned", network(results))
                .section("detectors", "What the detectors see", detectors(shown))
                .section("influence", "What the detectors do to the prediction", influence(results))
                .section("correction", "The corrected network", correction(results))
                .section("controls", "Controls", controls(results))
                .section("losses", "How learning went", LossSection.blocks(results.curves()))
                .section("words", "Words used on this page", Glossary.ofRuns());
    }

    private static Html opening(ChessResults results) {
        ChessResults.Settings s = results.settings();
        return HtmlPage.paragraph(
                "A small network learns to tell bishops, knights and rooks apart from " + s.trainImages()
                        + " pictures. " + s.markedImages()
                        + " of the rooks, about half, carry the word \u201crook\u201d in their "
                        + "top-left corner, so that reading the word is a short cut. EDDP then learns " + s.concepts()
                        + " direction pairs from the features of the network\u2019s last convolution, without being"
                        + " told of the mark. Does one of them turn out to be the mark, and can the network be"
                        + " corrected with it, without training it again?");
    }

    private static List<Html> network(ChessResults results) {
        ChessResults.Settings s = results.settings();
        return List.of(
                HtmlPage.paragraph("Trained for " + s.epochs() + " epochs, the network is right on "
                        + NumberText.percent(s.trainAccuracy(), 0)
                        + " of its training pictures. It is then asked about "
                        + s.testImages()
                        + " new pictures, first as they are (clean) and then with the mark on every one "
                        + "of them (poisoned). A network that looks at the piece would answer the same."),
                confusions(
                        "Predictions of the network as trained",
                        "Share of the pictures of each piece (rows) that the network takes for which piece (columns: "
                                + "bishop, knight, rook). Look at the poisoned columns: the more of them say rook, the "
                                + "more the network relies on the mark.",
                        results.original()));
    }

    private static Html confusions(String label, String caption, Evaluation evaluation) {
        Table table = new Table(label, caption);
        table.column("Piece", "");
        for (String set : List.of("Clean", "Poisoned", "Both")) {
            for (Piece piece : Piece.values()) {
                table.column(set, "as " + piece.title());
            }
        }
        for (Piece piece : Piece.values()) {
            List<Table.Cell> cells = new ArrayList<>();
            for (Confusion confusion : List.of(evaluation.clean(), evaluation.poisoned(), evaluation.both())) {
                for (Piece as : Piece.values()) {
                    double share = confusion.shares()[piece.ordinal()][as.ordinal()];
                    cells.add(Table.Cell.shaded(NumberText.fixed(share, 2), Palette.sequential(share))
                            .strong(as == piece));
                }
            }
            table.row(piece.title(), cells);
        }
        List<Object> accuracies = new ArrayList<>();
        for (double accuracy :
                new double[] {evaluation.cleanAccuracy(), evaluation.poisonedAccuracy(), evaluation.bothAccuracy()}) {
            accuracies.addAll(List.of(NumberText.fixed(accuracy, 2), "", ""));
        }
        table.summaryRow("Accuracy", accuracies);
        return table.html();
    }

    private static List<Html> detectors(Trial<ChessResults> seed) {
        ChessResults results = seed.results();
        int watermark = results.watermark().concept();
        List<Html> blocks = new ArrayList<>();
        blocks.add(HtmlPage.paragraph(
                "Each block below is one detector. The upper row shows training pictures on which it fires, from"
                        + " strongest to weakest, the place outlined; the lower row shows pictures on which it does not"
                        + " fire. The grid has only 2 \u00d7 2 cells, so outlines are coarse."));
        for (int i = 0; i < seed.pictures().size(); i++) {
            ChessResults.Detector detector = results.detectors().get(i);
            String title = "Detector " + i + (i == watermark ? ", the one that fits the mark best" : "");
            blocks.add(picture(
                    seed.pictures().get(i).png(),
                    title,
                    Html.tag("strong", title),
                    ": fires on " + detector.patches() + " patches; IoU with the mark "
                            + NumberText.fixed(detector.iou(), 2) + "."));
        }
        return blocks;
    }

    private static Html picture(byte[] png, String description, Object... caption) {
        String source = "data:image/png;base64," + Base64.getEncoder().encodeToString(png);
        String style = "display:block;width:100%;min-width:28rem;max-width:48rem;height:auto";
        Html image = Html.element("img", Map.of("src", source, "alt", description, "style", style));
        return Html.styled(
                "figure", "drawing", Html.styled("div", "card scroll", image), "\n", Html.tag("figcaption", caption));
    }

    private static List<Html> influence(ChessResults results) {
        Table table = new Table(
                "Detectors and their influence",
                "RCAV score of every signal vector: +1 if a step along it makes a class more likely for every picture,"
                        + " \u22121 if less likely for every one. The mark should speak for the rook and against the"
                        + " others.");
        table.column("Detector", "").column("Patches", "it fires on").column("IoU", "with the mark");
        for (Piece piece : Piece.values()) {
            table.column(piece.title(), "RCAV score");
        }
        for (int i = 0; i < results.detectors().size(); i++) {
            ChessResults.Detector detector = results.detectors().get(i);
            boolean watermark = i == results.watermark().concept();
            List<Object> cells = new ArrayList<>();
            cells.add(detector.patches());
            cells.add(Table.Cell.of(NumberText.fixed(detector.iou(), 2)).strong(watermark));
            for (double score : detector.influence()) {
                cells.add(Table.Cell.signed(score).strong(watermark));
            }
            table.row(i + (watermark ? " (mark)" : ""), cells);
        }
        return List.of(
                table.html(),
                Table.signedLegend(),
                HtmlPage.paragraph(
                        "Knowing which patches carry the mark, one can also compute the direction in which it is "
                                + "written: the Pattern-CAV. Its cosine with the signal vector of detector "
                                + results.watermark().concept() + ", which was found without that knowledge, is "
                                + NumberText.fixed(results.watermark().patternCosine(), 3) + " (the paper: 0.99)."));
    }

    private static List<Html> correction(ChessResults results) {
        return List.of(
                HtmlPage.paragraph("Wherever detector " + results.watermark().concept()
                        + " sees the mark, its signal vector is taken out of the features until the detector reads"
                        + " what it reads on patches without the mark. No weight of the network changes."),
                confusions(
                        "Predictions of the corrected network",
                        "The same table for the corrected network. Look for the diagonal to return in the poisoned "
                                + "columns while the clean columns stay.",
                        results.corrected()));
    }

    private static List<Html> controls(ChessResults results) {
        Table table = new Table(
                "Controls",
                "The same correction with other directions in place of the signal vector. None should help as much.");
        table.column("Direction", "")
                .column("Clean", "accuracy")
                .column("Change", "points")
                .column("Poisoned", "accuracy")
                .column("Change", "points");
        control(table, "Signal vector", results, results.corrected());
        control(table, "Filter", results, results.filterControl());
        for (int i = 0; i < results.randomControls().size(); i++) {
            Evaluation random = results.randomControls().get(i);
            control(table, "Random " + (i + 1), results, random);
        }
        return List.of(
                table.html(),
                HtmlPage.paragraph(
                        "The paper: +31 points on poisoned and \u22121 on clean pictures with the signal vector; no"
                                + " change with the filter and with nine of ten random directions, +15 with the tenth."));
    }

    private static void control(Table table, String name, ChessResults results, Evaluation evaluation) {
        table.row(
                name,
                NumberText.fixed(evaluation.cleanAccuracy(), 2),
                ChessHeadline.points(results.cleanChange(evaluation)),
                NumberText.fixed(evaluation.poisonedAccuracy(), 2),
                ChessHeadline.points(results.poisonedChange(evaluation)));
    }
}
