package org.eddp.report.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eddp.labels.Concept;
import org.eddp.report.draw.HistogramStack;
import org.eddp.report.draw.HistogramStack.Scale;
import org.eddp.report.draw.HistogramStack.Series;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Table;

/**
 * Runs against one of them, concept by concept: the paper's histograms of differences between combined detectors and classifiers
 * learned with supervision, and the exact numbers.
 */
final class DifferenceSection {
    private DifferenceSection() {}

    private static final List<DetectorScore> SCORES =
            List.of(DetectorScore.PRECISION, DetectorScore.RECALL, DetectorScore.F1);

    private static double[] differences(DetectorScore score, ConceptScores run, ConceptScores reference) {
        return run.shared(reference).stream()
                .mapToDouble(concept -> score.of(run.byConcept().get(concept))
                        - score.of(reference.byConcept().get(concept)))
                .toArray();
    }

    static List<Html> blocks(ConceptScores reference, List<ConceptScores> others) {
        List<Html> blocks = new ArrayList<>();
        blocks.add(HtmlPage.paragraph(
                "The runs need not have found the same concepts. Here only those that a run shares with ",
                Html.tag("strong", reference.run()),
                " count, and detectors of the same name count as one that fires where any of them does (Linear-OR). Right of zero the"
                        + " run is better than "
                        + reference.run()
                        + ", left of it worse; a bar is as high as the share of the shared concepts."));
        List<ConceptScores> shown =
                others.stream().filter(o -> !o.shared(reference).isEmpty()).toList();
        if (!shown.isEmpty()) {
            blocks.add(panels(reference, shown));
        }
        blocks.add(summary(reference, others).html());
        for (ConceptScores run : shown) {
            blocks.add(HtmlPage.details(
                    run.run() + ", concept by concept", concepts(reference, run).html()));
        }
        return blocks;
    }

    private static Html panels(ConceptScores reference, List<ConceptScores> runs) {
        List<Object> panels = new ArrayList<>();
        for (DetectorScore score : SCORES) {
            List<Series> series = runs.stream()
                    .map(run -> Series.of(
                            run.run() + ", " + run.shared(reference).size(), differences(score, run, reference)))
                    .toList();
            Scale scale = Scale.of("difference of " + score.title(), -1, 1);
            panels.add(HtmlPage.figure(
                    HistogramStack.svg("difference-" + score.name().toLowerCase(Locale.ROOT), scale, series, -1),
                    Html.tag("strong", score.title()),
                    " of a run minus that of " + reference.run()
                            + ", over the concepts they share (their number stands beside the name)."));
        }
        return Html.styled("div", "multiples", panels.toArray());
    }

    private static Table summary(ConceptScores reference, List<ConceptScores> others) {
        Table table = new Table(
                "Differences",
                "Against " + reference.run() + ", which has ",
                reference.byConcept().size() + " concepts.");
        table.column("Run", "").column("Shared", "concepts").column("Better", "by F1");
        for (DetectorScore score : SCORES) {
            table.column(score.title(), "mean difference");
        }
        for (ConceptScores run : others) {
            double[] f1 = differences(DetectorScore.F1, run, reference);
            int better = 0;
            for (double difference : f1) {
                better += difference > 0 ? 1 : 0;
            }
            List<Object> cells = new ArrayList<>();
            cells.add(f1.length + " of " + run.byConcept().size());
            cells.add(better);
            for (DetectorScore score : SCORES) {
                double mean = Series.of("", differences(score, run, reference)).mean();
                cells.add((mean > 0 ? "+" : "") + NumberText.fixed(mean, 3));
            }
            table.row(run.run(), cells);
        }
        return table;
    }

    private static Table concepts(ConceptScores reference, ConceptScores run) {
        Table table = new Table(
                run.run() + " and " + reference.run(),
                run.run() + " / " + reference.run()
                        + " for every label both have detectors for; the better of the two in bold."
                        + " Where the detectors of a run are not interpretable, it is only the label closest to them.");
        table.column("Concept", "");
        for (DetectorScore score : SCORES) {
            table.column(score.title(), run.run() + " / " + reference.run());
        }
        for (Concept concept : run.shared(reference)) {
            List<Object> cells = new ArrayList<>();
            for (DetectorScore score : SCORES) {
                double one = score.of(run.byConcept().get(concept));
                double other = score.of(reference.byConcept().get(concept));
                cells.add(Html.of(number(one, one > other), " / ", number(other, other > one)));
            }
            table.row(title(concept, List.of(run, reference)), cells);
        }
        return table;
    }

    /** A label is the name of a run's detectors only where they overlap it well enough. */
    private static Html title(Concept concept, List<ConceptScores> runs) {
        String label = concept.name() + " (" + concept.category() + ")";
        List<String> doubtful = runs.stream()
                .filter(run -> run.byConcept().get(concept).name() == null)
                .map(ConceptScores::run)
                .toList();
        return doubtful.isEmpty()
                ? Html.of(label)
                : Html.of(
                        "closest label: " + label,
                        Html.styled("span", "explain", "not interpretable in " + String.join(" and ", doubtful)));
    }

    private static Html number(double value, boolean better) {
        Html text = Html.of(NumberText.fixed(value, 2));
        return better ? Html.tag("strong", text) : text;
    }
}
