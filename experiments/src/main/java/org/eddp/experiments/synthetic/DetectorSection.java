package org.eddp.experiments.synthetic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eddp.experiments.synthetic.SyntheticResults.Learned;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Palette;
import org.eddp.report.page.Table;

/** How well each detector marks the patches of each concept. */
final class DetectorSection {
    private DetectorSection() {}

    static List<Html> blocks(SyntheticResults results) {
        double[] iou =
                RecoveryVerdict.matchedIou(results.eddp().iou(), results.eddp().match());
        long good = Arrays.stream(iou)
                .filter(v -> v >= RecoveryVerdict.IOU_THRESHOLD)
                .count();
        String found =
                "A detector says for every patch whether its concept is there. EDDP does not know the concepts\u2019 "
                        + "names, so each detector is matched to the concept it fits best. " + good + " of "
                        + iou.length
                        + " concepts have a detector that marks their patches and no others; the weakest match has IoU "
                        + NumberText.score(NumberText.smallest(iou)) + ".";
        double without = RecoveryVerdict.of(results.withoutFso()).smallestIou();
        return List.of(
                HtmlPage.paragraph(found),
                table(results.eddp()),
                HtmlPage.paragraph(
                        "Learned without ",
                        SyntheticHeadline.FSO,
                        ", the weakest match has IoU " + NumberText.score(without) + "."));
    }

    private static Html table(Learned learned) {
        int concepts = learned.match().length;
        Table table = new Table(
                "IoU of detectors and concepts",
                "Overlap (IoU) of the patches a detector marks with the patches that contain a concept: 1 means the"
                        + " same patches, 0 means none in common. Look for exactly one dark cell per row and per column."
                        + " Bold: the detector matched to that concept.");
        table.column("Detector", "as learned, no names");
        for (int c = 0; c < concepts; c++) {
            table.column("Concept " + c, "IoU, 0 to 1");
        }
        for (int d = 0; d < learned.iou().length; d++) {
            List<Table.Cell> cells = new ArrayList<>();
            for (int c = 0; c < concepts; c++) {
                double value = learned.iou()[d][c];
                cells.add(Table.Cell.shaded(NumberText.score(value), Palette.sequential(value))
                        .strong(learned.match()[c] == d));
            }
            table.row("Detector " + d, cells);
        }
        return table.html();
    }
}
