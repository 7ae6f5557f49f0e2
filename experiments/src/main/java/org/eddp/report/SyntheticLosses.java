package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import org.eddp.experiments.synthetic.SyntheticResults;
import org.eddp.learning.LossCurve;

/** The losses of the synthetic experiment: every curve, and where those of the run without L^fso ended. */
final class SyntheticLosses {
    private SyntheticLosses() {}

    static List<Html> blocks(SyntheticResults results) {
        List<Html> blocks = new ArrayList<>(LossSection.blocks(curvesOf(results.eddp())));
        blocks.add(HtmlPage.paragraph(
                "Learning took " + Numbers.fixed(results.eddp().seconds(), 1) + " seconds."));
        List<LossCurve> ablated = results.withoutFso() == null ? List.of() : curvesOf(results.withoutFso());
        if (!ablated.isEmpty()) {
            blocks.add(
                    HtmlPage.details(Html.of("Show where the losses ended without ", Headline.FSO), endings(ablated)));
        }
        return blocks;
    }

    private static List<LossCurve> curvesOf(SyntheticResults.Learned learned) {
        return learned.curves() == null ? List.of() : learned.curves();
    }

    private static Html endings(List<LossCurve> curves) {
        Table table = new Table(
                "Final losses without L^fso",
                "The last recorded value of each loss in the run without ",
                Headline.FSO,
                ".");
        table.column("Loss", "step and name")
                .column("Ended at", "")
                .column("Target", "at most")
                .proseColumn("Reached", "");
        for (LossCurve curve : curves) {
            LossSection.Ending ending = LossSection.Ending.of(curve);
            table.row(
                    Html.of("(" + curve.stage() + ") ", Glossary.loss(Glossary.shortName(curve.term()))),
                    List.of(
                            Table.Cell.of(Numbers.significant(ending.value())),
                            Table.Cell.of(curve.target() == null ? "none" : Numbers.plain(curve.target())),
                            Table.Cell.prose(curve.target() == null ? "minimised" : ending.judgement())));
        }
        return table.html();
    }
}
