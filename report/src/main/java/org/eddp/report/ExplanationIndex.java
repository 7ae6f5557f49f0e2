package org.eddp.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eddp.explain.ExplainedImage;
import org.eddp.explain.Explanation;
import org.eddp.explain.Explanation.Part;
import org.eddp.explain.Quality;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Table;

/** The explanations of many images on one page: medians over all images, and links to the single pages. */
public final class ExplanationIndex {
    private static final int STRONGEST = 3;
    private static final int CONCEPTS = 20;

    private final String command;
    private final List<Row> rows = new ArrayList<>();
    private List<ConceptName> concepts = List.of();

    /** Common facts are taken from the last explanation. */
    private Explanation last;

    private OutputKind outputs = OutputKind.CLASSES;
    private ExplainedImage.Limit limit;

    /** Begins without images. */
    public ExplanationIndex(String command) {
        this.command = command;
    }

    /** The kept part of an explanation; pictures and maps would be too large for thousands of images. */
    private record Row(
            String page,
            String image,
            String predicted,
            boolean asPredicted,
            String subject,
            double probability,
            double logit,
            Quality quality,
            Quality.Grade verdict,
            double[] contributions,
            List<Part> strongest) {}

    /**
     * Adds an image.
     *
     * @param page file name of its own page
     */
    public void add(String page, ExplainedImage explained) {
        Explanation e = explained.explanation();
        concepts = explained.concepts();
        last = e;
        outputs = explained.outputs();
        limit = explained.limit();
        double[] contributions = new double[concepts.size()];
        e.concepts().forEach(c -> contributions[c.concept()] = c.contribution());
        rows.add(new Row(
                page,
                explained.image(),
                Named.list(explained.taken()),
                explained.subject().equals(explained.predicted().toString()),
                explained.subject(),
                e.probability(),
                e.byRemoval() ? e.logit() : e.explanationLogit(),
                e.quality(),
                explained.verdict(),
                contributions,
                e.parts().stream()
                        .filter(part -> part.present() || !e.byRemoval())
                        .limit(STRONGEST)
                        .toList()));
    }

    /** Images added. */
    public int images() {
        return rows.size();
    }

    /** How reliable the explanations are in general, in words. */
    public List<String> verdict() {
        Quality.Summary summary = Quality.Summary.of(
                rows.stream().map(Row::quality).toList(), limit == null ? Quality.Grade.CLEAR : limit.grade());
        List<String> words = new ArrayList<>();
        words.add("Concepts explain " + summary.clear() + " of " + summary.images() + " predictions, "
                + summary.partly() + " in part and " + summary.poor() + " not.");
        if (limit != null) {
            words.add(limit.reason());
        }
        if (last.byRemoval()) {
            words.addAll(removal(summary));
            return words;
        }
        words.add("These are explanations by the paper's decomposition.");
        words.add("Medians: residual " + share(summary.residual()) + " of the explained logit, cancellation "
                + times(summary.cancellation()) + " (" + times(summary.groupedCancellation())
                + " with concepts that only cancel each other taken together), correction "
                + share(summary.correction()) + ".");
        if (summary.firing() != null && summary.absent() != null) {
            words.add("Concepts that fire in an image add " + share(summary.firing())
                    + " of the explained logit in the median, absent ones " + share(summary.absent())
                    + "; in " + summary.absentLarger() + " of " + summary.images()
                    + " the absent ones have the larger part.");
        }
        words.add("The correction is smaller than sample \u2212 baseline in " + summary.correctionSmaller() + " of "
                + summary.images() + ".");
        words.add("The undecided point is " + last.undecided() + "; the entropy of the predictions there is "
                + NumberText.fixed(summary.entropy(), 2)
                + (outputs == OutputKind.LABELS ? " bits (of at most 1, the mean over the labels)" : " bits")
                + " in the median, the explained logit "
                + NumberText.significant(summary.explained()) + ", and " + share(summary.undecided())
                + " of the image's own logit is left.");
        words.add(DecompositionVerdict.condition(last.conditioning()));
        return words;
    }

    private List<String> removal(Quality.Summary summary) {
        String lead = outputs == OutputKind.LABELS ? "logit" : "lead over the next class";
        long unsure = outputs == OutputKind.LABELS
                ? 0
                : rows.stream()
                        .filter(r -> r.asPredicted && r.probability < 0.5)
                        .count();
        List<String> words = new ArrayList<>();
        words.add("Without the strongest concepts of what is explained, at most five, " + share(summary.removed())
                + " of its " + lead + " is gone in the median.");
        words.add("The interaction of concepts (their joint effect beyond the single ones) is "
                + share(summary.residual()) + " of what all of them take away, in the median.");
        if (unsure > 0) {
            words.add("The network itself is unsure of " + unsure + " of " + summary.images()
                    + ": it gives the class a probability below one half.");
        }
        return words;
    }

    private static String share(Double median) {
        return median == null ? "infinite" : NumberText.percent(median, 0);
    }

    private static String times(Double median) {
        return median == null ? "infinite" : NumberText.significant(median);
    }

    /** The page. */
    public String page() {
        return new HtmlPage("Why? " + rows.size() + " images")
                .lead(ExplanationVerdict.html(
                        stand(),
                        verdict().get(0),
                        verdict().subList(1, verdict().size()),
                        limit != null))
                .section("concepts", "What concepts did in all of them", List.of(acrossImages()))
                .section("images", "Image by image", List.of(imageByImage()))
                .section("origin", "How to reproduce", List.of(HtmlPage.origin(command)))
                .render();
    }

    /** The most frequent status. */
    private HtmlPage.Stand stand() {
        return count(Quality.Grade.CLEAR) * 2 > rows.size()
                ? HtmlPage.Stand.GOOD
                : count(Quality.Grade.POOR) * 2 < rows.size() ? HtmlPage.Stand.MIXED : HtmlPage.Stand.BAD;
    }

    private long count(Quality.Grade grade) {
        return rows.stream().filter(r -> r.verdict == grade).count();
    }

    private static boolean poor(Row row) {
        return row.verdict == Quality.Grade.POOR;
    }

    private Html acrossImages() {
        Table table = new Table(
                "Concepts across images",
                "The contribution of a concept to the logit that is explained, over all images; the " + CONCEPTS
                        + " with the largest mean size at most. Positive speaks for the explained "
                        + outputs.noun() + ", negative against it. Images whose " + outputs.plural()
                        + " differ are counted together.");
        table.column("Concept", "")
                .column("Mean size", "logit")
                .column("Mean", "logit")
                .column("Among the first " + STRONGEST, "images");
        IntStream.range(0, concepts.size())
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -meanSize(i)))
                .limit(CONCEPTS)
                .forEach(i -> table.row(
                        ClosestLabel.titled(concepts.get(i)),
                        NumberText.significant(meanSize(i)),
                        NumberText.significant(mean(i)),
                        rows.stream()
                                .filter(r -> r.strongest.stream()
                                        .anyMatch(part -> part.concepts().contains(i)))
                                .count()));
        return table.html();
    }

    private double meanSize(int concept) {
        return rows.stream()
                .mapToDouble(r -> Math.abs(r.contributions[concept]))
                .average()
                .orElse(0);
    }

    private double mean(int concept) {
        return rows.stream()
                .mapToDouble(r -> r.contributions[concept])
                .average()
                .orElse(0);
    }

    private Html imageByImage() {
        boolean asPredicted = rows.stream().allMatch(Row::asPredicted);
        boolean labels = outputs == OutputKind.LABELS;
        boolean alike = rows.stream().map(Row::subject).distinct().count() == 1;
        String explained = asPredicted
                ? labels ? "the strongest label" : "the class predicted"
                : alike ? rows.get(0).subject : "as the column says";
        Table table = new Table(
                "Images",
                "Every image with its own page. Explained: " + explained
                        + ". Marked with * where concepts do not explain the prediction: "
                        + (last.byRemoval()
                                ? "little changes without them, or the run is not reliable."
                                : "too much is left over or cancels, or the network has not changed its mind at the"
                                        + " undecided point."));
        table.column("Image", "").column("Predicted", labels ? "labels" : "class");
        if (labels || !asPredicted && !alike) {
            table.column("Explained", outputs.noun());
        }
        table.column("Probability", "of the " + outputs.noun());
        if (last.byRemoval()) {
            table.column("Logit", "")
                    .column("Gone", outputs == OutputKind.LABELS ? "share of the logit" : "share of the lead")
                    .proseColumn("Concepts in it", "those that fire, and by how much the logit falls without each");
        } else {
            table.column("Explained", "logit")
                    .column("Residual", "share of it")
                    .column("Cancellation", "times")
                    .proseColumn("Concepts in it", "those that fire and add most, and what each adds to the logit");
        }
        for (Row row : rows) {
            List<Object> cells = new ArrayList<>();
            cells.add(row.predicted);
            if (labels || !asPredicted && !alike) {
                cells.add(row.subject);
            }
            cells.add(NumberText.percent(row.probability, 1));
            cells.add(NumberText.significant(row.logit) + (poor(row) ? " *" : ""));
            if (last.byRemoval()) {
                cells.add(NumberText.percent(row.quality.removed(), 0));
            } else {
                cells.add(NumberText.percent(row.quality.residual(), 0));
                cells.add(NumberText.significant(row.quality.cancellation()));
            }
            cells.add(Table.Cell.prose(strongest(row)));
            table.row(Html.element("a", Map.of("href", row.page), row.image), cells);
        }
        return table.html();
    }

    private String title(Part part) {
        return part.group()
                ? ExplainedImage.together(part)
                : concepts.get(part.concepts().get(0)).toString();
    }

    private String strongest(Row row) {
        return row.strongest.stream()
                .map(part -> title(part) + (part.present() ? "" : ", absent") + " ("
                        + NumberText.significant(part.total()) + ")")
                .collect(Collectors.joining(", "));
    }
}
