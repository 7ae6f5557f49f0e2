package org.eddp.experiments.synthetic;

import java.util.ArrayList;
import java.util.List;
import org.eddp.experiments.synthetic.SyntheticResults.Settings;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;

/**
 * The synthetic experiment as one page for a reader who has not seen the paper. Every statement is computed from the
 * results; the paper's numbers are marked as the paper's.
 */
final class SyntheticReport {
    private static final String TITLE = "Synthetic experiment: can hidden concepts be found without labels?";

    private SyntheticReport() {}

    /**
     * The page for one seed, or for several: then a summary comes first, and the details are those of the first seed
     * that was not recovered, or of the first seed if all were.
     *
     * @param seeds results, one per seed, not empty
     */
    static HtmlPage page(List<SyntheticResults> seeds) {
        SyntheticResults shown = seeds.stream()
                .filter(r -> !RecoveryVerdict.of(r.eddp()).recovered())
                .findFirst()
                .orElse(seeds.get(0));
        HtmlPage page = new HtmlPage(TITLE).lead(opening(shown.settings()));
        if (seeds.size() == 1) {
            page.lead(SyntheticHeadline.blocks(shown));
        } else {
            page.lead(SeedSummary.verdict(seeds));
            page.section("seeds", "All seeds", SeedSummary.blocks(seeds));
            page.section("seed", "Seed " + shown.settings().seed() + " in detail", seedBlocks(shown, seeds));
        }
        return page.section("experiment", "The experiment", experiment(shown))
                .section("detectors", "Does each detector find one concept?", DetectorSection.blocks(shown))
                .section("directions", "Do the directions point the right way?", DirectionSection.blocks(shown))
                .section("baselines", "Other methods on the same data", BaselineSection.blocks(shown))
                .section("filters", "What each filter reacts to", FilterSection.blocks(shown))
                .section("losses", "How learning went", LossSummary.blocks(shown))
                .section("words", "Words used on this page", SyntheticWords.blocks())
                .section("truth", "The ground truth", TruthSection.blocks(shown.settings()));
    }

    private static Html opening(Settings settings) {
        return HtmlPage.paragraph("A test with a known answer. Feature vectors are mixed from "
                + settings.concepts() + " hidden concepts and "
                + settings.distractorCount()
                + " distractors, a small network learns to classify them, and the method under test (EDDP, "
                + "encoding-decoding direction pairs) must find the concepts again without being told anything "
                + "about them. Since we made the data, we can check every answer.");
    }

    private static List<Html> seedBlocks(SyntheticResults shown, List<SyntheticResults> seeds) {
        boolean failed = !RecoveryVerdict.of(shown.eddp()).recovered();
        String why = failed
                ? "The rest of this page shows the first seed that was not recovered, so that the failure can be seen."
                : "Every seed was recovered; the rest of this page shows the first of the " + seeds.size() + ".";
        List<Html> blocks = new ArrayList<>(List.of(HtmlPage.paragraph(why)));
        blocks.addAll(List.of(SyntheticHeadline.blocks(shown)));
        return blocks;
    }

    private static List<Html> experiment(SyntheticResults results) {
        Settings s = results.settings();
        List<Html> blocks = new ArrayList<>();
        String content = s.groups() == 1
                ? "one of the " + s.concepts() + " concepts"
                : "one concept from each of " + s.groups() + " groups (" + s.concepts() + " concepts in all)";
        blocks.add(HtmlPage.paragraph("Each image consists of patches, and each patch contains " + content
                + ". A patch is a row of " + s.dim() + " numbers, mixed like this:"));
        blocks.add(Html.styled("p", "formula", "x = S a + D \u03b2 + c"));
        blocks.add(HtmlPage.paragraph(
                "The columns of ",
                Html.tag("em", "S"),
                " are the directions in which the concepts are written and ",
                Html.tag("em", "a"),
                " says how strongly (strong where the concept is present, weak elsewhere). The columns of ",
                Html.tag("em", "D"),
                " are distractors whose strength ",
                Html.tag("em", "\u03b2"),
                " has nothing to do with the concepts, and ",
                Html.tag("em", "c"),
                " is a constant. The directions are not at right angles to each other (their cosines go up to "
                        + NumberText.fixed(TruthSection.largestOverlap(s), 2)
                        + "; 0 would be a right angle), and that is what makes it hard."));
        blocks.add(HtmlPage.paragraph("A network of one averaging and one linear layer learns to tell "
                + results.network().classes() + " classes of images apart by the concepts their patches contain ("
                + s.imagesPerClass() + " images per class). It reaches "
                + NumberText.percent(results.network().trainAccuracy(), 2)
                + " accuracy on its training images and "
                + NumberText.percent(results.network().testAccuracy(), 2) + " on new ones (the paper: "
                + PaperNumbers.ACCURACY + " on new ones). EDDP sees only the patches and this network."));
        return blocks;
    }
}
