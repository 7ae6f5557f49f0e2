package org.eddp.experiments.chess;

import java.util.List;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Table;

/** Many seeds of the model-correction experiment. */
final class ChessSeeds {
    private ChessSeeds() {}

    static Html verdict(List<ChessResults> seeds) {
        ChessResults.Summary summary = ChessResults.Summary.of(seeds);
        return HtmlPage.verdict(
                summary.passed() == seeds.size(),
                "The mark was found in " + summary.found() + " of " + seeds.size()
                        + " seeds; everything is as in the paper " + "in " + summary.passed() + ".",
                HtmlPage.paragraph(
                        "Every seed draws its own pictures and trains its own network. Random directions that"
                                + " correct the network as well: " + summary.randomSuccesses() + " of "
                                + summary.randomDirections() + ". The details below are those of seed "
                                + seeds.get(0).settings().seed() + "."));
    }

    static List<Html> blocks(List<ChessResults> seeds) {
        Table table = new Table(
                "All seeds",
                "One row per seed. Found: IoU of at least " + NumberText.plain(ChessResults.Checks.IOU)
                        + ". All: also RCAV \u22121, \u22121, +1, cosine of at least "
                        + NumberText.plain(ChessResults.Checks.COSINE)
                        + ", at least +25 points on poisoned pictures, within 3 points on clean ones, and no random "
                        + "direction that does it.");
        table.column("Seed", "")
                .column("Verdict", "")
                .column("Clean", "accuracy")
                .column("Poisoned", "accuracy")
                .column("IoU", "training")
                .column("IoU", "test")
                .column("RCAV", "b, n, r")
                .column("Cosine", "Pattern-CAV")
                .column("Poisoned", "change, points")
                .column("Clean", "change, points")
                .column("Best random", "poisoned, points");
        for (ChessResults r : seeds) {
            String verdict = !r.misled()
                    ? "nothing to correct"
                    : r.checks().all() ? "all" : r.checks().found() ? "found" : "not found";
            table.row(
                    Long.toString(r.settings().seed()),
                    Table.Cell.of(verdict).strong(!r.checks().all()),
                    NumberText.fixed(r.original().cleanAccuracy(), 2),
                    NumberText.fixed(r.original().poisonedAccuracy(), 2),
                    NumberText.fixed(r.watermark().iou(), 2),
                    NumberText.fixed(r.watermark().testIou(), 2),
                    ChessHeadline.influence(r),
                    NumberText.fixed(r.watermark().patternCosine(), 3),
                    ChessHeadline.points(r.poisonedChange(r.corrected())),
                    ChessHeadline.points(r.cleanChange(r.corrected())),
                    ChessHeadline.points(r.bestRandomChange()));
        }
        return List.of(table.html());
    }
}
