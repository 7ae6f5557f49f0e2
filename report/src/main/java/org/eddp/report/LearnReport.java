package org.eddp.report;

import java.util.List;
import java.util.Locale;
import org.eddp.features.FeatureSet;
import org.eddp.report.page.Glossary;
import org.eddp.report.page.HtmlPage;
import org.eddp.study.Learning;

/** A learned set of directions as one page: how learning went and how the patches are divided. */
final class LearnReport {
    private LearnReport() {}

    /**
     * The page; the caller writes it (UTF-8).
     *
     * @param command the command line that made it
     */
    static String html(FeatureSet.Provenance provenance, Learning.Result content, String command) {
        HtmlPage page = new HtmlPage(content.learned().directions().concepts() + " direction pairs of "
                + provenance.network() + ", layer " + provenance.layer());
        page.lead(HtmlPage.paragraph(String.format(
                Locale.ROOT,
                "Learned without labels from %,d patches. The detectors explain %.0f %% of the patches (coverage: at least"
                        + " one fires) and on average %.2f of them fire on a patch (redundancy; 1 would be a partition)."
                        + " The single features of the layer, each firing on its strongest 0.5 %% of the patches, explain"
                        + " %.0f %% with redundancy %.2f (%.0f %% and %.2f if a feature that saturates fires wherever it"
                        + " does).",
                content.patches(),
                100 * content.eddp().coverage(),
                content.eddp().redundancy(),
                100 * content.natural().coverage(),
                content.natural().redundancy(),
                100 * content.naturalTies().coverage(),
                content.naturalTies().redundancy())));
        page.section("health", "Is this run any good?", HealthSection.blocks(content.health()))
                .section(
                        "losses",
                        "How learning went",
                        LossSection.blocks(content.learned().curves()))
                .section("words", "Words used on this page", Glossary.ofRuns())
                .section(
                        "reproduce",
                        "How to reproduce",
                        List.of(HtmlPage.paragraph("This page comes from:"), HtmlPage.code(command)));
        return page.render();
    }
}
