package org.eddp.experiments.synthetic;

import java.util.List;
import org.eddp.experiments.synthetic.SyntheticResults.Learned;
import org.eddp.experiments.synthetic.SyntheticResults.Settings;
import org.eddp.report.page.Glossary;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;

/** The verdict on one seed in words, and its key numbers beside the paper's. */
final class SyntheticHeadline {
    /** The filter-signal orthogonality loss, as the paper writes it. */
    static final Html FSO = Glossary.symbol("fso");

    private SyntheticHeadline() {}

    static Html[] blocks(SyntheticResults results) {
        return new Html[] {verdict(results), tiles(results), comparability(results.settings())};
    }

    private static Html verdict(SyntheticResults results) {
        RecoveryVerdict verdict = RecoveryVerdict.of(results.eddp());
        return HtmlPage.verdict(
                verdict.recovered(),
                verdict.headline(),
                HtmlPage.paragraph(verdict.explanation()),
                HtmlPage.paragraph(ablation(results.eddp(), results.withoutFso())));
    }

    /** The effect of leaving out the orthogonality loss. */
    private static Html ablation(Learned with, Learned without) {
        String error = NumberText.fixed(with.signalRmse(), 3);
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

    private static Html tiles(SyntheticResults results) {
        Learned eddp = results.eddp();
        RecoveryVerdict verdict = RecoveryVerdict.of(eddp);
        String accuracy = NumberText.percent(results.network().testAccuracy(), 2);
        String cosine = NumberText.fixed(verdict.smallestCosine(), 3);
        String without = NumberText.fixed(results.withoutFso().signalRmse(), 3);
        String distractor = NumberText.fixed(eddp.distractorCosine(), 3);
        return HtmlPage.tiles(
                HtmlPage.tile("Accuracy of the network on new images", accuracy, PaperNumbers.ACCURACY),
                HtmlPage.tile(
                        "Smallest IoU of a detector with its concept", NumberText.score(verdict.smallestIou()), "1.0"),
                HtmlPage.tile(
                        "Smallest cosine of a signal vector with the truth", cosine, "\u201cperfect alignment\u201d"),
                HtmlPage.tile(
                        Html.of("RMSE of signal values with ", FSO),
                        NumberText.fixed(eddp.signalRmse(), 3),
                        PaperNumbers.RMSE),
                HtmlPage.tile(Html.of("RMSE of signal values without ", FSO), without, PaperNumbers.RMSE_WITHOUT_FSO),
                HtmlPage.tile("Largest |cosine| of a filter with a distractor", distractor, "\u201corthogonal\u201d"));
    }

    /** Whether the paper's numbers stand for the same data. */
    private static Html comparability(Settings settings) {
        List<String> differences = PaperNumbers.differences(settings);
        String text = differences.isEmpty()
                ? "This run uses the paper\u2019s sizes and directions, so the numbers can be compared directly; "
                        + "the random strengths differ."
                : "The paper\u2019s numbers are for other data, so compare with care. This run differs in: "
                        + String.join("; ", differences) + ".";
        return HtmlPage.paragraph(text);
    }
}
