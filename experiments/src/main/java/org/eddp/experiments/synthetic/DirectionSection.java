package org.eddp.experiments.synthetic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eddp.report.draw.Figures;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Palette;

/** Cosine of estimated and true signal directions: the paper's bar chart. */
final class DirectionSection {
    private static final int GROUPS_PER_DRAWING = 5;

    private DirectionSection() {}

    static List<Html> blocks(SyntheticResults results) {
        List<Figures.Bars> bars = bars(results);
        return List.of(
                HtmlPage.paragraph(
                        "A signal vector is the direction in which a concept is written into the patches. Its cosine"
                                + " with the true direction is 1 when the two agree. Two of the bars use the true"
                                + " strengths of the concepts, which no real application has: they test the estimator"
                                + " alone. The others had to find everything from the patches."),
                HtmlPage.paragraph(findings(results)),
                legend(bars),
                HtmlPage.figure(
                        drawings(bars, results.eddp().cosine().length),
                        Html.tag("strong", "Cosine of estimated and true signal direction, per concept."),
                        " Look at how close bars 2 and 3 come to the top line: 2 is the estimator with sub-sampling, 3"
                                + " is EDDP, which is not given the strengths. ",
                        "The gap between bars 1 and 2 is what the sub-sampling contributes, the gap between bars 3 and"
                                + " 4 what ",
                        SyntheticHeadline.FSO,
                        " contributes."));
    }

    private static List<Figures.Bars> bars(SyntheticResults results) {
        return List.of(
                new Figures.Bars(
                        "true strengths, without sub-sampling",
                        results.estimator().withoutSubsampling()),
                new Figures.Bars(
                        "true strengths, with sub-sampling", results.estimator().withSubsampling()),
                new Figures.Bars("EDDP", results.eddp().cosine()),
                new Figures.Bars("EDDP without L^fso", results.withoutFso().cosine()));
    }

    private static Html findings(SyntheticResults results) {
        double plain = NumberText.smallest(results.estimator().withoutSubsampling());
        double sampled = NumberText.smallest(results.estimator().withSubsampling());
        double eddp = NumberText.smallest(results.eddp().cosine());
        String text =
                "With the true strengths, estimating over the patches that contain the concept (sub-sampling) gives a "
                        + "smallest cosine of " + NumberText.fixed(sampled, 3) + ", over all patches "
                        + NumberText.fixed(plain, 3) + ". EDDP, without them, reaches " + NumberText.fixed(eddp, 3);
        double ablated = NumberText.smallest(results.withoutFso().cosine());
        return Html.of(
                text + ", and ", NumberText.fixed(ablated, 3) + " when learned without ", SyntheticHeadline.FSO, ".");
    }

    private static Html legend(List<Figures.Bars> bars) {
        List<Object> items = new ArrayList<>();
        for (int b = 0; b < bars.size(); b++) {
            String colour = Palette.hex(Palette.CATEGORIES.get(b));
            Html swatch = Html.element("span", Map.of("class", "swatch shaded", "style", Palette.shade(colour)), b + 1);
            Html name = b == 3
                    ? Html.of("EDDP without ", SyntheticHeadline.FSO)
                    : Html.of(bars.get(b).name());
            items.add(Html.tag("li", swatch, Html.tag("span", name)));
        }
        return Html.styled("ul", "legend", items.toArray());
    }

    /** Drawings of at most a few concepts each, so that many concepts do not become one very wide drawing. */
    private static List<String> drawings(List<Figures.Bars> bars, int concepts) {
        int count = Math.max(1, (concepts + GROUPS_PER_DRAWING - 1) / GROUPS_PER_DRAWING);
        List<String> drawings = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            int from = concepts * k / count;
            int to = concepts * (k + 1) / count;
            List<String> groups =
                    IntStream.range(from, to).mapToObj(c -> "concept " + c).toList();
            List<Figures.Bars> part = bars.stream()
                    .map(b -> new Figures.Bars(b.name(), Arrays.copyOfRange(b.values(), from, to)))
                    .toList();
            drawings.add(Figures.groupedBars(
                    "cosine-" + k, "Cosine of estimated and true signal direction", "cosine", groups, part));
        }
        return drawings;
    }
}
