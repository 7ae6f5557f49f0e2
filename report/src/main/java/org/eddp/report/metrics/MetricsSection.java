package org.eddp.report.metrics;

import java.util.ArrayList;
import java.util.List;
import org.eddp.labels.Labels;
import org.eddp.metrics.Metrics;
import org.eddp.report.draw.HistogramStack;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Table;
import org.eddp.report.page.Table.Cell;

/** How interpretable the detectors of a run are: their labels, and how well these fit. */
public final class MetricsSection {
    private MetricsSection() {}

    /**
     * The available metrics.
     *
     * @param labels null if there are none
     * @param metrics null if there are none
     * @param commands the command lines that made {@code labels.json} and {@code metrics.json}
     */
    public static List<Html> blocks(Labels labels, Metrics metrics, List<String> commands) {
        List<Html> blocks = new ArrayList<>();
        if (metrics != null) {
            blocks.add(table(metrics).html());
        }
        if (labels != null) {
            blocks.add(HtmlPage.figure(
                    CategoryChart.of("categories", labels),
                    Html.tag("strong", "Interpretable detectors by the categories of their names. "),
                    CategoryChart.caption(labels.interpretableAbove())));
        }
        blocks.add(HtmlPage.paragraph(
                "A mean hides whether all detectors are middling or some excellent and others useless. Below, a bar is"
                        + " as high as the share of the detectors with a value in its place; the dashed line is the mean."
                        + (metrics == null
                                ? ""
                                : " Detectors without any label count 0, as they do in the means of the table.")));
        blocks.add(
                metrics != null
                        ? ScoreHistograms.panels(List.of(new ScoreHistograms.Measured("", metrics)), -1)
                        : overlap(labels));
        commands.stream().distinct().forEach(command -> blocks.add(HtmlPage.origin(command)));
        return blocks;
    }

    private static Html overlap(Labels labels) {
        double[] overlaps = labels.detectors().stream()
                .mapToDouble(Labels.DetectorLabel::valIou)
                .toArray();
        List<HistogramStack.Series> series = List.of(HistogramStack.Series.of("", overlaps));
        return Html.styled("div", "multiples", ScoreHistograms.panel(DetectorScore.IOU, series, -1, ""));
    }

    private static Table table(Metrics metrics) {
        Table table = new Table(
                "Interpretability",
                "How well detectors agree with their closest labels, on " + metrics.images() + " images of "
                        + metrics.dataset() + " that did not choose these." + counting(metrics));
        table.column("Metric", "").column("Value", "").column("Deviation", "between detectors");
        table.proseColumn("What it is", "");
        number(table, "Coverage", metrics.coverage(), "share of the patches on which at least one detector fires");
        number(table, "Redundancy", metrics.redundancy(), "detectors that fire on a patch, on average");
        spread(table, DetectorScore.PRECISION, metrics.precision());
        spread(table, DetectorScore.RECALL, metrics.recall());
        spread(table, DetectorScore.F1, metrics.f1());
        spread(table, DetectorScore.AVERAGE_PRECISION, metrics.averagePrecision());
        spread(table, DetectorScore.MONOSEMANTICITY, metrics.monosemanticity());
        number(table, "S1", metrics.segmentation().s1(), "sum of the IoU of all detectors");
        number(
                table,
                "S2",
                metrics.segmentation().s2(),
                "sum over different labels of the largest IoU of a detector closest to it");
        number(table, "mIoU", metrics.segmentation().meanIou(), "mean IoU of a detector");
        return table;
    }

    /** How IoU was counted, as a sentence with a space before it; empty if that is not known. */
    static String counting(Metrics metrics) {
        if (metrics.counting() == null) {
            return "";
        }
        return switch (metrics.counting()) {
            case ANNOTATED_IMAGES -> " IoU counts pixels of images that are annotated for the category of the label.";
            case ALL_IMAGES -> " IoU counts pixels of all images, annotated for the category of the label or not.";
        };
    }

    private static void number(Table table, String name, Double value, String meaning) {
        if (value != null) {
            table.row(name, NumberText.fixed(value, 3), "", Cell.prose(meaning));
        }
    }

    private static void spread(Table table, DetectorScore score, Metrics.MeanAndDeviation spread) {
        if (spread != null) {
            table.row(
                    score.title(),
                    NumberText.fixed(spread.mean(), 3),
                    NumberText.fixed(spread.deviation(), 3),
                    Cell.prose(score.meaning()));
        }
    }
}
