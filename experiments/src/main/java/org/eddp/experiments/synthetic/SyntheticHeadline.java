package org.eddp.experiments.synthetic;

import java.util.ArrayList;
import java.util.List;
import org.eddp.experiments.synthetic.SyntheticResults.Learned;
import org.eddp.experiments.synthetic.SyntheticResults.Settings;
import org.eddp.report.Glossary;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;

/** The verdict on one seed in words, and its key numbers beside the paper's. */
final class SyntheticHeadline {
    /** The filter-signal orthogonality loss, as the paper writes it. */
    static final Html FSO = Glossary.symbol("fso");

    private SyntheticHeadline() {}

    static Html verdict(SyntheticResults results) {
        Verdict verdict = Verdict.of(results.eddp());
        return HtmlPage.verdict(
                verdict.recovered(),
                verdict.headline(),
                HtmlPage.paragraph(verdict.explanation()),
                HtmlPage.paragraph(ablation(results.eddp(), results.withoutFso())));
    }

    /** What leaving out the orthogonality loss changed, by the numbers. */
    private static Html ablation(Learned with, Learned without) {
        String error = NumberText.fixed(with.signalRmse(), 3);
        if (without == null) {
            return Html.of("The strength of a concept is read with a typical error (RMSE) of " + error
                    + ". The run without the loss that keeps filters and signal vectors apart was not made.");
        }
        double ratio = without.signalRmse() / with.signalRmse();
        String effect;
        if (!Double.isFinite(ratio)) {
            effect = "the two cannot be compared here.";
        } else if (ratio >= 1.1) {
            effect = "leaving it out makes the error " + NumberText.fixed(ratio, 1) + " times as large.";
        } else if (ratio > 1 / 1.1) {
            effect = "leaving it out makes no difference to speak of here.";
        } else {
            effect = "leaving it out makes the error smaller here, unlike in the paper.";
        }
        return Html.of(
                "The strength of a concept is read with a typical error (RMSE) of " + error + " with the loss ",
                FSO,
                " and " + NumberText.fixed(without.signalRmse(), 3) + " without it: " + effect);
    }

    static Html tiles(SyntheticResults results) {
        Learned eddp = results.eddp();
        Verdict verdict = Verdict.of(eddp);
        List<Html> tiles = new ArrayList<>();
        tiles.add(HtmlPage.tile(
                Html.of("Accuracy of the network on new images"),
                NumberText.percent(results.network().testAccuracy(), 2),
                PaperNumbers.ACCURACY));
        tiles.add(HtmlPage.tile(
                Html.of("Smallest IoU of a detector with its concept"),
                NumberText.score(verdict.smallestIou()),
                "1.0"));
        tiles.add(HtmlPage.tile(
                Html.of("Smallest cosine of a signal vector with the truth"),
                NumberText.fixed(verdict.smallestCosine(), 3),
                "\u201cperfect alignment\u201d"));
        tiles.add(HtmlPage.tile(
                Html.of("RMSE of signal values with ", FSO),
                NumberText.fixed(eddp.signalRmse(), 3),
                NumberText.fixed(PaperNumbers.RMSE, 2)));
        if (results.withoutFso() != null) {
            tiles.add(HtmlPage.tile(
                    Html.of("RMSE of signal values without ", FSO),
                    NumberText.fixed(results.withoutFso().signalRmse(), 3),
                    NumberText.fixed(PaperNumbers.RMSE_WITHOUT_FSO, 2)));
        }
        tiles.add(HtmlPage.tile(
                Html.of("Largest |cosine| of a filter with a distractor"),
                NumberText.fixed(eddp.distractorCosine(), 3),
                "\u201corthogonal\u201d"));
        return HtmlPage.tiles(tiles);
    }

    /** Whether the paper's numbers stand for the same data. */
    static Html comparability(Settings settings) {
        List<String> differences = PaperNumbers.differences(settings);
        String text = differences.isEmpty()
                ? "This run uses the paper\u2019s sizes and directions, so the numbers can be compared directly; "
                        + "the random strengths differ."
                : "The paper\u2019s numbers are for other data, so compare with care. This run differs in: "
                        + String.join("; ", differences) + ".";
        return HtmlPage.paragraph(text);
    }
}
