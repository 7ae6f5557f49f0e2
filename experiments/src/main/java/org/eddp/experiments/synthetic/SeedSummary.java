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
        double iou = NumberText.smallest(
                column(seeds, r -> RecoveryVerdict.of(r.eddp()).smallestIou()));
        double cosine = NumberText.smallest(
                column(seeds, r -> RecoveryVerdict.of(r.eddp()).smallestCosine()));
        String worst = "Weakest over all seeds: smallest IoU " + NumberText.score(iou) + ", smallest cosine "
                + NumberText.fixed(cosine, 3) + ".";
        return HtmlPage.verdict(
                recovered == seeds.size(),
                headline,
                HtmlPage.paragraph(
                        "Each seed draws new data and starts learning elsewhere. A seed counts as recovered when every"
                                + " concept has a detector that marks its patches and no others and every signal vector"
                                + " has a cosine above " + NumberText.plain(RecoveryVerdict.COSINE_THRESHOLD)
                                + " with the true one. "
                                + worst));
    }

    static List<Html> blocks(List<SyntheticResults> seeds) {
        Table table = new Table(
                "All seeds",
                "One row per seed. Look for rows that do not say \u201crecovered\u201d, and compare the two RMSE"
                        + " columns: the difference is what the loss ",
                SyntheticHeadline.FSO,
                " contributes. The paper gives one run: accuracy " + PaperNumbers.ACCURACY + ", RMSE "
                        + PaperNumbers.RMSE + " with and "
                        + PaperNumbers.RMSE_WITHOUT_FSO + " without it.");
        table.column("Seed", "")
                .column("Verdict", "")
                .column("Accuracy", "network, new images")
                .column("Smallest IoU", "1 is best")
                .column("Smallest cosine", "1 is best")
                .column("RMSE", Html.of("with ", SyntheticHeadline.FSO))
                .column("RMSE", Html.of("without ", SyntheticHeadline.FSO))
                .column("Distractor |cosine|", "largest, 0 is best");
        for (SyntheticResults seed : seeds) {
            RecoveryVerdict verdict = RecoveryVerdict.of(seed.eddp());
            List<Object> cells = new ArrayList<>();
            cells.add(Table.Cell.of(verdict.word()).strong(!verdict.recovered()));
            cells.addAll(numbers(List.of(seed)));
            table.row(Long.toString(seed.settings().seed()), cells);
        }
        List<Object> medians = new ArrayList<>();
        medians.add(count(seeds) + " of " + seeds.size());
        medians.addAll(numbers(seeds));
        table.summaryRow("Median", medians);
        return List.of(table.html(), effect(seeds));
    }

    private static Html effect(List<SyntheticResults> seeds) {
        long better = seeds.stream()
                .filter(r -> r.eddp().signalRmse() < r.withoutFso().signalRmse())
                .count();
        return HtmlPage.paragraph(
                "On " + better + " of " + seeds.size() + " seeds the RMSE is smaller with ",
                SyntheticHeadline.FSO,
                " than without.");
    }

    /** The number columns: for one seed its values, for several their medians. */
    private static List<String> numbers(List<SyntheticResults> seeds) {
        return List.of(
                NumberText.percent(median(seeds, r -> r.network().testAccuracy()), 2),
                NumberText.score(median(seeds, r -> RecoveryVerdict.of(r.eddp()).smallestIou())),
                fixed(seeds, 3, r -> RecoveryVerdict.of(r.eddp()).smallestCosine()),
                fixed(seeds, 3, r -> r.eddp().signalRmse()),
                fixed(seeds, 3, r -> r.withoutFso().signalRmse()),
                fixed(seeds, 3, r -> r.eddp().distractorCosine()));
    }

    private static String fixed(List<SyntheticResults> seeds, int decimals, ToDoubleFunction<SyntheticResults> value) {
        return NumberText.fixed(median(seeds, value), decimals);
    }

    private static double median(List<SyntheticResults> seeds, ToDoubleFunction<SyntheticResults> value) {
        return NumberText.median(column(seeds, value));
    }

    private static double[] column(List<SyntheticResults> seeds, ToDoubleFunction<SyntheticResults> value) {
        return seeds.stream().mapToDouble(value).toArray();
    }

    private static long count(List<SyntheticResults> seeds) {
        return seeds.stream()
                .filter(r -> RecoveryVerdict.of(r.eddp()).recovered())
                .count();
    }
}
