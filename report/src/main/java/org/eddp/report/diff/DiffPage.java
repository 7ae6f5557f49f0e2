package org.eddp.report.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eddp.monitor.Monitor;
import org.eddp.names.Named;
import org.eddp.report.page.Glossary;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.run.Run;
import org.eddp.study.diff.RunDiff;

/** What changed between two networks, as one page. */
public final class DiffPage {
    private DiffPage() {}

    /**
     * The page; the caller writes it (UTF-8).
     *
     * @param before the run that was compared first, for its pictures
     * @param after the other run
     */
    public static String html(RunDiff diff, Run before, Run after, Monitor monitor) {
        ConceptTiles tiles = new ConceptTiles(diff, new DiffCrops(before, monitor), new DiffCrops(after, monitor));
        HtmlPage page = new HtmlPage("What changed from " + diff.before().name() + " to "
                        + diff.after().name())
                .pictures()
                .lead(lead(diff));
        page.section("lost", "Concepts that were lost", tiles.single(diff.lost(), true))
                .section("gained", "Concepts that were gained", tiles.single(diff.gained(), false));
        if (diff.predictions() != null) {
            OutputSections outputs = new OutputSections(diff, tiles);
            page.section("predictions", "Predictions that changed", outputs.predictions())
                    .section("influence", "Influence that moved", outputs.moved());
        }
        return page.section("matched", "Concepts that were found again", tiles.matched())
                .section("words", "Words used on this page", words())
                .section("reproduce", "How this was made", made(diff))
                .render();
    }

    private static Html[] lead(RunDiff diff) {
        List<Html> blocks = new ArrayList<>();
        blocks.add(HtmlPage.sentence(diff.sentence()));
        blocks.add(HtmlPage.paragraph(String.format(
                Locale.ROOT,
                "Before: %d concepts of layer %s of %s (run %s). After: %d concepts of layer %s of %s (run %s). Both"
                        + " networks were shown the same %,d pictures.",
                diff.before().concepts(),
                diff.before().layer(),
                diff.before().network(),
                diff.before().name(),
                diff.after().concepts(),
                diff.after().layer(),
                diff.after().network(),
                diff.after().name(),
                diff.pictures())));
        if (diff.incomparable() != null) {
            blocks.add(HtmlPage.paragraph("Predictions and influence were not compared: " + diff.incomparable() + "."));
        }
        return blocks.toArray(Html[]::new);
    }

    private static List<Html> words() {
        return new Glossary()
                .directions()
                .define(
                        "Correlation",
                        "of two concepts: how well the places where one fires tell the places where the other fires; 1"
                                + " if they are the same, 0 if they are unrelated.")
                .define("IoU", "intersection over union: places where both fire, divided by places where either does.")
                .define(
                        "Contribution",
                        "of a concept to a class: by how much the logit of the class falls when the concept alone is"
                                + " removed from a picture.")
                .blocks();
    }

    private static List<Html> made(RunDiff diff) {
        List<Html> blocks = new ArrayList<>();
        blocks.add(HtmlPage.paragraph(String.format(
                Locale.ROOT,
                "Firing was compared on %,d pictures of %d \u00d7 %d cells. A pair of concepts counts as a match if it"
                        + " overlaps more than the same maps on shuffled pictures (%d shuffles, false discovery rate"
                        + " %s) and its correlation is above %s (at least 0.2, and 99 %% of the pairs of different"
                        + " concepts within one run stay below it).",
                diff.compared(),
                diff.grid().height(),
                diff.grid().width(),
                diff.options().shuffles(),
                NumberText.plain(diff.options().rate()),
                NumberText.fixed(diff.line(), 2))));
        rare(blocks, diff.before().name(), diff.rareBefore());
        rare(blocks, diff.after().name(), diff.rareAfter());
        blocks.add(HtmlPage.origin(diff.command()));
        return blocks;
    }

    private static void rare(List<Html> blocks, String run, List<Named> concepts) {
        if (!concepts.isEmpty()) {
            blocks.add(HtmlPage.paragraph("Not compared, because they fire on fewer than five of the pictures or on all"
                    + " places, concepts of " + run + ": " + Named.list(concepts) + "."));
        }
    }
}
