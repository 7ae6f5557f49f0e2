package org.eddp.report.metrics;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eddp.metrics.Comparison;
import org.eddp.metrics.Comparison.Column;
import org.eddp.metrics.Comparison.Row;
import org.eddp.metrics.Metrics;
import org.eddp.monitor.Monitor;
import org.eddp.report.page.Glossary;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.Table;
import org.eddp.study.measure.RunComparison;

/** Evaluated runs side by side as one page: the table, the categories of their names, and how their detectors spread. */
public final class ComparisonReport {
    private ComparisonReport() {}

    /**
     * What the page shows.
     *
     * @param comparison the table
     * @param runs one per row of the table
     * @param command the command line that made the page
     */
    public record Content(Comparison comparison, List<RunComparison.Details> runs, String command) {
        public Content {
            runs = List.copyOf(runs);
            if (runs.size() != comparison.rows().size()) {
                throw new IllegalArgumentException(runs.size() + " runs for a table of "
                        + comparison.rows().size() + " rows");
            }
        }

        /** Number of the reference run. */
        private int reference() {
            return comparison.reference() == null ? 0 : comparison.reference();
        }

        private String name(int run) {
            return comparison.rows().get(run).name();
        }
    }

    /**
     * The page of runs that were compared; the caller writes it (UTF-8).
     *
     * @param runs folders, one per row of the table
     */
    public static String html(Comparison comparison, List<Path> runs, String command, Monitor monitor) {
        List<RunComparison.Details> details =
                runs.stream().map(r -> RunComparison.details(r, monitor)).toList();
        return html(new Content(comparison, details, command));
    }

    /** The page; the caller writes it (UTF-8). */
    public static String html(Content content) {
        List<Row> rows = content.comparison().rows();
        Metrics first = rows.get(0).metrics();
        HtmlPage page = new HtmlPage(rows.size() + " sets of concepts compared on "
                + (first.labelled() ? first.dataset() : first.images() + " images without labels"));
        page.lead(HtmlPage.paragraph(
                "A vision network holds an image as a grid of patches, each a row of numbers. Each line of the table"
                        + " below is one way to find concepts in these rows: directions, each with a threshold, that"
                        + " detect something. "
                        + (first.labelled()
                                ? "Every detector is measured by its closest label, the annotated concept it overlaps"
                                        + " most on one part of the images, on another part (" + first.images()
                                        + " images). Only where it is interpretable, which is where the two overlap"
                                        + " well there too, the label is its name."
                                : "The images are not annotated, so the numbers say how detectors divide the patches of"
                                        + " all "
                                        + first.images() + " images, not what they detect.")
                        + " None of the numbers says alone which set is best: many detectors that"
                        + " fire everywhere cover much and say little."));
        page.wide().section("table", "The numbers", table(content));
        page.section(
                "found", "How much is found, and how often the same", TradeOffSection.blocks(content.comparison()));
        page.section("categories", "What kind of things were found", categories(content));
        if (first.labelled()) {
            page.section("spread", "Detector by detector", spread(content));
        }
        if (first.labelled() && rows.size() > 1) {
            page.section("differences", "Concept by concept", differences(content));
        }
        return page.section("words", "Words used on this page", Glossary.ofRuns())
                .section("reproduce", "How to reproduce", reproduce(content))
                .render();
    }

    private static List<Html> table(Content content) {
        Comparison comparison = content.comparison();
        Table table = new Table(
                "Comparison",
                "One line per run, the best of every column in bold. \u00b1 is the standard deviation between"
                        + " detectors. Arrows show which way is better."
                        + MetricsSection.counting(comparison.rows().get(0).metrics()));
        table.column("Run", "").column("I", "concepts");
        if (comparison.knowsThresholds()) {
            table.column("Thresholds", "");
        }
        List<Object> meanings = new ArrayList<>();
        for (Column column : comparison.columns()) {
            table.column(column.title() + (column.moreIsBetter() ? "\u00a0\u2191" : "\u00a0\u2193"), "");
            meanings.add(Html.tag("dt", column.title()));
            meanings.add(Html.tag("dd", meaning(column)));
        }
        for (Row row : comparison.rows()) {
            List<Object> cells = new ArrayList<>();
            cells.add(comparison.concepts(row));
            if (comparison.knowsThresholds()) {
                cells.add(row.thresholds() == null ? "" : row.thresholds());
            }
            for (Column column : comparison.columns()) {
                cells.add(cell(comparison.cell(row, column)));
            }
            table.row(row.name(), cells);
        }
        List<Html> blocks = new ArrayList<>(List.of(table.html()));
        comparison.notes().forEach(note -> blocks.add(HtmlPage.paragraph(note)));
        blocks.add(HtmlPage.details("What the columns are", Html.tag("dl", meanings.toArray())));
        return blocks;
    }

    /** The deviation is below its mean, because the table would otherwise be too wide for most screens. */
    private static String meaning(Comparison.Column column) {
        return switch (column) {
            case COVERAGE -> "share of the patches on which at least one detector fires.";
            case REDUNDANCY ->
                "detectors that fire on a patch, on average. Many detectors that say the same explain nothing more.";
            case PRECISION -> DetectorScore.PRECISION.meaning() + ".";
            case RECALL -> DetectorScore.RECALL.meaning() + ".";
            case F1 -> DetectorScore.F1.meaning() + ".";
            case AP -> "average precision: " + DetectorScore.AVERAGE_PRECISION.meaning() + ".";
            case MONOSEMANTICITY -> DetectorScore.MONOSEMANTICITY.meaning() + ".";
            case S1 ->
                "sum of the IoU of all detectors: how well they mark their closest labels. Grows with their number.";
            case S2 ->
                "the same with only the best detector of every label: how many different things are found, and how"
                        + " well.";
            case MEAN_IOU -> "mean IoU of a detector; " + DetectorScore.IOU.meaning() + ".";
            case INFLUENCE ->
                "mean size of the influence of a concept on a class, from 0 (none) to 1 (a step along its signal"
                        + " vector always moves the class the same way).";
            case SIGNIFICANT_DIRECTIONS ->
                "concepts whose influence on at least one class is larger than chance explains.";
            case SIGNIFICANT_PAIRS -> "pairs of a class and a concept with influence larger than chance explains.";
        };
    }

    private static Html cell(Comparison.Cell cell) {
        int sign = cell.text().indexOf('\u00b1');
        String mean = sign < 0 ? cell.text() : cell.text().substring(0, sign);
        Html number = cell.best() ? Html.tag("strong", mean) : Html.of(mean);
        return sign < 0
                ? number
                : Html.of(number, Html.styled("span", "explain", cell.text().substring(sign)));
    }

    private static List<Html> categories(Content content) {
        List<CategoryChart.Labelled> labelled = new ArrayList<>();
        for (int k = 0; k < content.runs().size(); k++) {
            if (content.runs().get(k).labels() != null) {
                labelled.add(new CategoryChart.Labelled(
                        content.name(k), content.runs().get(k).labels()));
            }
        }
        return labelled.isEmpty()
                ? List.of()
                : List.of(HtmlPage.figure(
                        CategoryChart.of("categories", labelled),
                        Html.tag("strong", "Interpretable detectors by the categories of their names. "),
                        CategoryChart.caption(labelled.get(0).labels().interpretableAbove())));
    }

    private static List<Html> spread(Content content) {
        List<ScoreHistograms.Measured> runs = content.comparison().rows().stream()
                .map(row -> new ScoreHistograms.Measured(row.name(), row.metrics()))
                .toList();
        boolean several = runs.size() > 1;
        return List.of(
                HtmlPage.paragraph(
                        "A mean hides whether all detectors are middling or some excellent and others useless. A bar"
                                + " is as high as the share of the detectors of a run with a value in its place; the"
                                + " dashed line is the mean. "
                                + (several
                                        ? "The brown outline repeats the bars of " + content.name(content.reference())
                                                + " in every other row: where the bars of a run rise out of it, the"
                                                + " run has more detectors with such a value."
                                        : "")),
                ScoreHistograms.panels(runs, several ? content.reference() : -1));
    }

    private static List<Html> differences(Content content) {
        List<Optional<ConceptScores>> scores = new ArrayList<>();
        List<Object> missing = new ArrayList<>();
        for (int k = 0; k < content.runs().size(); k++) {
            scores.add(ConceptScores.of(
                    content.name(k),
                    content.comparison().rows().get(k).metrics(),
                    content.runs().get(k).combined()));
            if (scores.get(k).isEmpty()) {
                missing.add(Html.tag("li", content.name(k)));
            }
        }
        List<Html> blocks = new ArrayList<>();
        Optional<ConceptScores> reference = scores.get(content.reference());
        List<ConceptScores> others = new ArrayList<>();
        for (int k = 0; k < scores.size(); k++) {
            if (k != content.reference()) {
                scores.get(k).ifPresent(others::add);
            }
        }
        if (reference.isPresent() && !others.isEmpty()) {
            blocks.addAll(DifferenceSection.blocks(reference.get(), others));
        }
        if (!missing.isEmpty()) {
            blocks.add(HtmlPage.paragraph(
                    "Left out, because several of their detectors have the same closest label and were not measured"
                            + " together (eddp evaluate with --linear-or does):"));
            blocks.add(Html.tag("ul", missing.toArray()));
        }
        return blocks;
    }

    private static List<Html> reproduce(Content content) {
        List<Html> blocks = new ArrayList<>();
        blocks.add(HtmlPage.paragraph("The numbers of every run were computed by:"));
        for (int k = 0; k < content.runs().size(); k++) {
            blocks.add(HtmlPage.heading(content.name(k)));
            blocks.add(HtmlPage.code(String.join("\n", content.runs().get(k).commands())));
        }
        blocks.add(HtmlPage.paragraph("This page comes from:"));
        blocks.add(HtmlPage.code(content.command()));
        return blocks;
    }
}
