package org.eddp.experiments.synthetic;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Table;

/** Several seeds at a glance. */
final class SeedSummary {
    private SeedSummary() {}

    static Html verdict(List<SyntheticResults> seeds) {
        long recovered = count(seeds);
        String share = recovered + " of " + seeds.size() + " seeds ("
                + NumberText.percent((double) recovered / seeds.size(), 0) + ")";
        String headline =
                recovered == 0 ? "Not recovered on any of " + seeds.size() + " seeds." : "Recovered on " + share + ".";
        String worst = "Weakest over all seeds: smallest IoU "
                + NumberText.score(NumberText.smallest(
                        column(seeds, r -> Verdict.of(r.eddp()).smallestIou())))
                + ", smallest cosine "
                + NumberText.fixed(
                        NumberText.smallest(
                                column(seeds, r -> Verdict.of(r.eddp()).smallestCosine())),
                        3) + ".";
        return HtmlPage.verdict(
                recovered == seeds.size(),
                headline,
                HtmlPage.paragraph(
                        "Each seed draws new data and starts learning elsewhere. A seed counts as recovered when "
                                + "every concept has a detector that marks its patches and no others and every signal vector has "
                                + "a cosine above " + NumberText.plain(Verdict.COSINE_THRESHOLD)
                                + " with the true one. "
                                + worst));
    }

    static List<Html> blocks(List<SyntheticResults> seeds) {
        Table table = new Table(
                "All seeds",
                "One row per seed. Look for rows that do not say \u201crecovered\u201d, and compare the two RMSE columns: the "
                        + "difference is what the loss ",
                SyntheticHeadline.FSO,
                " contributes. The paper gives one run: accuracy " + PaperNumbers.ACCURACY + ", RMSE "
                        + NumberText.fixed(PaperNumbers.RMSE, 2) + " with and "
                        + NumberText.fixed(PaperNumbers.RMSE_WITHOUT_FSO, 2) + " without it.");
        table.column("Seed", "")
                .column("Verdict", "")
                .column("Accuracy", "network, new images")
                .column("Smallest IoU", "1 is best")
                .column("Smallest cosine", "1 is best")
                .column("RMSE", Html.of("with ", SyntheticHeadline.FSO))
                .column("RMSE", Html.of("without ", SyntheticHeadline.FSO))
                .column("Distractor |cosine|", "largest, 0 is best")
                .column("Seconds", "learning EDDP");
        for (SyntheticResults seed : seeds) {
            Verdict verdict = Verdict.of(seed.eddp());
            List<Table.Cell> cells = new ArrayList<>();
            cells.add(Table.Cell.of(verdict.word()).strong(!verdict.recovered()));
            cells.addAll(numbers(List.of(seed)));
            table.row(Long.toString(seed.settings().seed()), cells);
        }
        List<Table.Cell> medians = new ArrayList<>();
        medians.add(Table.Cell.of(count(seeds) + " of " + seeds.size()));
        medians.addAll(numbers(seeds));
        table.summaryRow("Median", medians);
        return List.of(table.html(), effect(seeds));
    }

    private static Html effect(List<SyntheticResults> seeds) {
        List<SyntheticResults> both =
                seeds.stream().filter(r -> r.withoutFso() != null).toList();
        long better = both.stream()
                .filter(r -> r.eddp().signalRmse() < r.withoutFso().signalRmse())
                .count();
        return both.isEmpty()
                ? HtmlPage.paragraph("The run without ", SyntheticHeadline.FSO, " was not made.")
                : HtmlPage.paragraph(
                        "On " + better + " of " + both.size() + " seeds the RMSE is smaller with ",
                        SyntheticHeadline.FSO,
                        " than without.");
    }

    /** The number columns: for one seed its values, for several their medians. */
    private static List<Table.Cell> numbers(List<SyntheticResults> seeds) {
        return List.of(
                Table.Cell.of(NumberText.percent(median(seeds, r -> r.network().testAccuracy()), 2)),
                Table.Cell.of(
                        NumberText.score(median(seeds, r -> Verdict.of(r.eddp()).smallestIou()))),
                Table.Cell.of(NumberText.fixed(
                        median(seeds, r -> Verdict.of(r.eddp()).smallestCosine()), 3)),
                Table.Cell.of(NumberText.fixed(median(seeds, r -> r.eddp().signalRmse()), 3)),
                Table.Cell.of(NumberText.fixed(median(seeds, SeedSummary::rmseWithoutFso), 3)),
                Table.Cell.of(NumberText.fixed(median(seeds, r -> r.eddp().distractorCosine()), 3)),
                Table.Cell.of(NumberText.fixed(median(seeds, r -> r.eddp().seconds()), 1)));
    }

    private static double rmseWithoutFso(SyntheticResults seed) {
        return seed.withoutFso() == null ? Double.NaN : seed.withoutFso().signalRmse();
    }

    private static double median(List<SyntheticResults> seeds, ToDoubleFunction<SyntheticResults> value) {
        return NumberText.median(column(seeds, value));
    }

    private static double[] column(List<SyntheticResults> seeds, ToDoubleFunction<SyntheticResults> value) {
        return seeds.stream().mapToDouble(value).toArray();
    }

    private static long count(List<SyntheticResults> seeds) {
        return seeds.stream().filter(r -> Verdict.of(r.eddp()).recovered()).count();
    }
}
