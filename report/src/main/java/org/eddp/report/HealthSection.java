package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.eddp.health.Health;
import org.eddp.health.SelfTest;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Table;
import org.eddp.report.page.Table.Cell;

/** The health of a run: the verdict, every check with advice, and the detectors one by one. */
public final class HealthSection {
    private HealthSection() {}

    static List<Html> blocks(Health health) {
        List<Html> blocks = new ArrayList<>();
        blocks.add(HtmlPage.sentence(inShort(health.verdict())));
        blocks.add(HtmlPage.details(
                "Show every check, and what helps", HtmlPage.paragraph(health.verdict()), checks(health)));
        if (health.selfTest() != null) {
            blocks.add(HtmlPage.details("Show the self-test in numbers", selfTest(health.selfTest())));
        }
        blocks.add(HtmlPage.details("Show all " + health.concepts() + " detectors", detectors(health)));
        if (!health.duplicates().isEmpty()) {
            blocks.add(HtmlPage.details("Show detectors that repeat others", duplicates(health)));
        }
        return blocks;
    }

    /** The sentences of a verdict without their reasons, which follow a colon. */
    public static String inShort(String verdict) {
        return verdict.replaceAll(": .*?\\.(?= [A-Z]|$)", ".");
    }

    private static Html checks(Health health) {
        Table table = new Table(
                "Health of the run",
                "What was looked at, without labels, and what helps where it is not good. Poor detectors make"
                        + " everything poor; poor differences of means make edits, corrections, effects and explanations"
                        + " by removal poor; poor learned signal vectors make the paper's scores and decomposition poor,"
                        + " and leave the others as they are; a poor self-test makes explanations by removal poor.");
        table.column("Looked at", "")
                .column("Stands", "")
                .proseColumn("Found", "")
                .proseColumn("What helps", "");
        for (Health.Check check : health.checks()) {
            table.row(
                    check.name(),
                    Cell.of(check.status().name().toLowerCase(Locale.ROOT))
                            .strong(check.status() == Health.Status.POOR),
                    Cell.prose(check.finding()),
                    Cell.prose(check.advice().stream().map(Health.Advice::words).collect(Collectors.joining("; "))));
        }
        return table.html();
    }

    private static Html selfTest(SelfTest test) {
        Table table = new Table(
                "What explanations say of changed pictures",
                test.images() + " pictures of the run were changed (seed " + test.seed()
                        + "), and what explanations by removal say was held against what the network did. Marks ("
                        + String.join(", ", test.marks())
                        + "): by how much a logit changes, and by how much the part changes that concepts account for."
                        + " The run never saw the marks and need not have a concept for them. Covered: by how much the"
                        + " logit falls when the patches are hidden on which a strong concept fires, and what the"
                        + " concept contributes. Hiding patches takes away more than one concept and adds an edge, so"
                        + " the fall is larger as a rule. Random detectors show what any detectors reach that fire as"
                        + " often.");
        table.column("Detectors", "")
                .column("Compared", "")
                .column("Pairs", "")
                .column("Right sign", "share")
                .column("Slope", "said against true")
                .column("Correlation", "")
                .column("True", "median size")
                .column("Said", "median size");
        rows(table, "of the run", test.run());
        rows(table, "random", test.chance());
        return table.html();
    }

    private static void rows(Table table, String detectors, SelfTest.Scores scores) {
        row(table, detectors, "mark, logit that changes most", scores.moved());
        row(table, detectors, "mark, logit of the predicted class", scores.predicted());
        row(table, detectors, "strong concept covered", scores.covered());
    }

    private static void row(Table table, String detectors, String compared, SelfTest.Agreement agreement) {
        table.row(
                detectors,
                compared,
                agreement.pairs(),
                NumberText.percent(agreement.rightSign(), 0),
                NumberText.fixed(agreement.slope(), 2),
                NumberText.fixed(agreement.correlation(), 2),
                NumberText.fixed(agreement.truth(), 2),
                NumberText.fixed(agreement.said(), 2));
    }

    private static Html detectors(Health health) {
        Table table = new Table(
                "Detectors one by one",
                "Patches on which each detector fires, its soft share, which is the one that learning keeps within"
                        + " bounds, and the cosine between its differences of means, and between its signal vectors, from"
                        + " two halves of the images: below 1/3 they are more noise than signal.");
        table.column("Concept", "number")
                .column("Patches", "")
                .column("Share", "of all patches")
                .column("Soft share", "as it is bounded")
                .column("Differences of means", "cosine")
                .column("Signal vectors", "cosine");
        for (Health.Detector detector : health.detectors()) {
            table.row(
                    Integer.toString(detector.concept()),
                    detector.patches(),
                    NumberText.percent((double) detector.patches() / health.patches(), 2),
                    NumberText.percent(detector.share(), 2),
                    cosine(detector.differences()),
                    cosine(detector.reliability()));
        }
        return table.html();
    }

    private static String cosine(Double cosine) {
        return cosine == null ? "none" : NumberText.fixed(cosine, 2);
    }

    private static Html duplicates(Health health) {
        Table table = new Table(
                "Detectors that repeat others",
                "Pairs that fire on the same patches more often than not, or read or write along the same direction.");
        table.column("Concepts", "numbers")
                .column("Overlap", "patches of both among those of either")
                .column("Filters", "cosine")
                .column("Signal vectors", "cosine");
        for (Health.Duplicate pair : health.duplicates()) {
            table.row(
                    pair.first() + " and " + pair.second(),
                    NumberText.fixed(pair.overlap(), 2),
                    NumberText.fixed(pair.filters(), 2),
                    NumberText.fixed(pair.signals(), 2));
        }
        return table.html();
    }
}
