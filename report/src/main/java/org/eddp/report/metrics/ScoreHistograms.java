package org.eddp.report.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eddp.metrics.Metrics;
import org.eddp.report.draw.HistogramStack;
import org.eddp.report.draw.HistogramStack.Series;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;

/** How the scores of single detectors spread, one panel per score, for one run or for several. */
final class ScoreHistograms {
    private ScoreHistograms() {}

    /** A run and its scores. */
    record Measured(String name, Metrics metrics) {}

    /**
     * The panels, as many beside each other as the screen has room for.
     *
     * @param reference number of the run whose outline is drawn over the others, -1 for none
     */
    static Html panels(List<Measured> runs, int reference) {
        List<Object> panels = new ArrayList<>();
        List<Metrics> all = runs.stream().map(Measured::metrics).toList();
        for (DetectorScore score : DetectorScore.measured(all)) {
            List<Series> series = runs.stream()
                    .map(run -> Series.of(run.name(), score.of(run.metrics())))
                    .toList();
            panels.add(panel(score, series, reference, silent(score, runs)));
        }
        return Html.styled("div", "multiples", panels.toArray());
    }

    static Html panel(DetectorScore score, List<Series> series, int reference, String note) {
        HistogramStack.Scale scale =
                score.scale(series.stream().map(Series::values).toList());
        String id = "spread-" + score.name().toLowerCase(Locale.ROOT);
        return HtmlPage.figure(
                HistogramStack.svg(id, scale, series, reference),
                Html.tag("strong", score.title()),
                ": " + score.meaning() + "." + note);
    }

    private static String silent(DetectorScore score, List<Measured> runs) {
        if (score != DetectorScore.SIZE) {
            return "";
        }
        List<String> silent = new ArrayList<>();
        for (Measured run : runs) {
            long never = run.metrics().detectors().stream()
                    .filter(d -> d.size() == 0)
                    .count();
            if (never > 0) {
                silent.add(never + (run.name().isEmpty() ? "" : " of " + run.name()));
            }
        }
        return silent.isEmpty() ? "" : " Left out because they never fire: " + String.join(", ", silent) + ".";
    }
}
