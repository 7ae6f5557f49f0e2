package org.eddp.experiments.synthetic;

import java.util.ArrayList;
import java.util.List;
import org.eddp.report.LossSection;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;

/** Every loss of the synthetic experiment, and where those of the run without the orthogonality loss ended. */
final class LossSummary {
    private LossSummary() {}

    static List<Html> blocks(SyntheticResults results) {
        List<Html> blocks = new ArrayList<>(LossSection.blocks(results.eddp().curves()));
        blocks.add(HtmlPage.details(
                Html.of("Show where the losses ended without ", SyntheticHeadline.FSO),
                LossSection.endings(
                        results.withoutFso().curves(),
                        "Final losses without L^fso",
                        "The last recorded value of each loss in the run without ",
                        SyntheticHeadline.FSO,
                        ".")));
        return blocks;
    }
}
