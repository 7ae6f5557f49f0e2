package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eddp.metrics.ExampleImages;
import org.eddp.monitor.Monitor;
import org.eddp.report.page.Glossary;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.Table;
import org.eddp.run.Run;
import org.eddp.study.FirstLook;

/** The page of a look: first concepts as pictures, then health, choices with reasons, and further commands. */
public final class LookPage {
    private final Run run;
    private final RunReport.Content content;

    /**
     * Looks for the pictures.
     *
     * @param run with health and influence where they were computed
     */
    public LookPage(Run run, Monitor monitor) {
        this.run = run;
        content = RunReport.content(run, 0, ExampleImages.SHOWN, monitor);
    }

    /** Figure: the first concepts of the page, each with a few of its pictures. */
    public String figure() {
        return ConceptSheet.svg(content);
    }

    /**
     * The page.
     *
     * @param choices by name
     *
     * @param commands that repeat the steps one by one, and further ones
     */
    public String html(Map<String, FirstLook.Choice> choices, List<String> commands) {
        HtmlPage page = new HtmlPage("What " + run.provenance().network() + " sees in "
                        + run.features().images() + " pictures")
                .pictures()
                .lead(RunReport.lead(content))
                .section("cards", "The concepts", CardSection.blocks(content));
        if (content.audit() != null) {
            page.section("audit", AuditSection.TITLE, RunReport.audit(content));
        }
        if (content.health() != null) {
            page.section("health", "Is this any good?", HealthSection.blocks(content.health()));
        }
        return page.section("choices", "What was chosen, and why", choices(choices))
                .section("words", "Words used on this page", Glossary.ofRuns())
                .section("more", "How to go on", more(commands, content.command()))
                .render();
    }

    private static List<Html> choices(Map<String, FirstLook.Choice> choices) {
        Table table = new Table("Choices", "Every choice can be made by an option of the command instead.");
        table.column("What", "").proseColumn("Chosen", "").proseColumn("Why", "");
        choices.forEach(
                (what, choice) -> table.row(what, Table.Cell.prose(choice.value()), Table.Cell.prose(choice.reason())));
        return List.of(table.html());
    }

    private static List<Html> more(List<String> commands, String command) {
        List<Html> blocks = new ArrayList<>();
        blocks.add(HtmlPage.paragraph(
                "The run behind this page is like any other. These commands do the same step by step (with the options"
                        + " of learning that were given), and ask further:"));
        commands.forEach(line -> blocks.add(HtmlPage.code(line)));
        blocks.add(HtmlPage.origin(command));
        return blocks;
    }
}
