package org.eddp.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eddp.explain.ExplainedImage;
import org.eddp.explain.Explanation;
import org.eddp.explain.Explanation.Contribution;
import org.eddp.explain.Quality;
import org.eddp.images.input.Snapshot;
import org.eddp.names.ConceptName;
import org.eddp.network.OutputKind;
import org.eddp.report.draw.Figures;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Table;

/** The parts of an explanation, in words, as bars and as maps. */
final class ExplanationSection {
    private static final int PER_ROW = 6;
    private static final String UNIT = "logit";
    private static final String PER_PATCH = "contribution of a patch, in units of the logit";

    private ExplanationSection() {}

    /**
     * The section.
     *
     * @param id unique in the page
     * @param examples crops of a concept by its number; may be none
     */
    static List<Html> blocks(String id, ExplainedImage explained, IntFunction<List<Crop>> examples) {
        List<Html> blocks = new ArrayList<>();
        boolean byRemoval = explained.explanation().byRemoval();
        blocks.add(overview(explained));
        blocks.add(ExplanationVerdict.of(explained).html());
        ExplanationBars bars = new ExplanationBars(explained);
        boolean barsSayMuch = byRemoval || explained.verdict() != Quality.Grade.POOR;
        if (barsSayMuch) {
            blocks.add(HtmlPage.figure(bars.svg(id + "-bars"), barsCaption(explained)));
        }
        if (!explained.explanation().cancelling().isEmpty()) {
            blocks.add(groups(explained));
        }
        blocks.add(HtmlPage.figure(
                columns(explained, examples),
                Html.tag("strong", "Where. "),
                "For each concept, from above: where its detector fires, outlined; its contribution map, all on one"
                        + " scale, with what the concept adds to the logit; crops of the data on which it fires most. Blue"
                        + " speaks for the "
                        + explained.outputs().noun() + ", brown against it, uncoloured is zero. "
                        + (byRemoval
                                ? "The mean of a map is the contribution; if the head is more than pooling and one"
                                        + " linear layer, only to first order."
                                : "The mean of a map is the contribution without its correction.")));
        if (barsSayMuch) {
            blocks.addAll(otherExamples(explained, bars, examples));
        }
        List<Html> account = new ArrayList<>();
        account.add(HtmlPage.paragraph(words(explained)));
        if (barsSayMuch) {
            account.addAll(ClosestLabel.note(bars.concepts()));
        }
        blocks.add(HtmlPage.details("The account in numbers", account.toArray()));
        return blocks;
    }

    /** The explanation in words. */
    static Html sentence(ExplainedImage explained) {
        return HtmlPage.sentence(ExplanationVerdict.of(explained).sentence());
    }

    /** The picture, with the concept that speaks most for the class outlined, and the prediction. */
    private static Html overview(ExplainedImage explained) {
        Optional<ExplainedImage.Detection> strongest = explained.detections().stream()
                .filter(d -> contribution(explained, d) > 0)
                .max(Comparator.comparingDouble(d -> contribution(explained, d)));
        String picture = strongest
                .map(d -> PictureOverlays.detection(Snapshot.parse(explained.picture()), d.scores()))
                .orElse(explained.picture());
        Html shown = Html.tag(
                "div",
                PictureColumns.picture(picture, explained.image()),
                Html.styled(
                        "span",
                        "explain",
                        PredictionText.caption(explained) + "; " + logit(explained)
                                + strongest
                                        .map(d -> "; outlined: "
                                                + explained
                                                        .concepts()
                                                        .get(d.concept())
                                                        .inSentence())
                                        .orElse("")));
        return Html.styled("div", "overview", shown, likeliest(explained));
    }

    private static double contribution(ExplainedImage explained, ExplainedImage.Detection of) {
        return explained.explanation().concepts().get(of.concept()).contribution();
    }

    private static Html likeliest(ExplainedImage explained) {
        if (explained.likeliest().isEmpty()) {
            return Html.of();
        }
        boolean labels = explained.outputs() == OutputKind.LABELS;
        Table table = labels
                ? new Table("Likeliest labels", "What the network finds on it: the likeliest labels, each by itself.")
                : new Table("Likeliest classes", "What the network takes it for: the likeliest classes.");
        table.column(labels ? "Label" : "Class", "").column("Probability", "").column("Logit", "");
        for (int k = 0; k < explained.likeliest().size(); k++) {
            Explanation.ClassScore score = explained.explanation().likeliest().get(k);
            table.row(
                    explained.likeliest().get(k).toString(),
                    NumberText.percent(score.probability(), 1),
                    NumberText.significant(score.logit()));
        }
        return table.html();
    }

    private static Html barsCaption(ExplainedImage explained) {
        Explanation e = explained.explanation();
        if (e.byRemoval()) {
            return Html.of(
                    Html.tag("strong", "What happens to the logit without each concept. "),
                    "Blue speaks for " + explained.subjectInSentence()
                            + ", brown against. The bar of a concept is by how much the logit falls when this concept"
                            + " alone is taken out of the image, where it fires and on the patches beside it. Concepts"
                            + " that do not fire have no bar. The pale bars close the account: other concepts,"
                            + " interaction (their joint effect beyond the single ones), and the logit"
                            + " of the picture without its concepts. All bars add up to the logit.");
        }
        return Html.of(
                Html.tag("strong", "The paper's decomposition: what concepts add to the logit. "),
                "Blue speaks for " + explained.subjectInSentence()
                        + ", brown against. Concepts that fire in the image come first, then absent ones. The"
                        + " contribution of a concept is what it adds in the image minus what it adds at the undecided"
                        + " point ("
                        + e.undecided() + "), with its correction."
                        + (e.cancelling().isEmpty()
                                ? ""
                                : " Concepts that only cancel each other have one bar together.")
                        + " The pale bars close the account: other concepts, the residual (what concepts do not"
                        + " account for)"
                        + (e.firstOrder() ? " and what lies beyond first order." : "."));
    }

    private static String words(ExplainedImage explained) {
        Explanation e = explained.explanation();
        String difference = explained.against() == null ? "" : " (difference of the two logits)";
        if (e.byRemoval()) {
            return removalWords(explained, difference);
        }
        return String.format(
                Locale.ROOT,
                "%s; it gives %s a probability of %s and a logit%s of %s. At the undecided point (%s) the logit is %s"
                        + " (probability %s; the entropy of that prediction is %s bits%s). The difference of %s is what is"
                        + " explained: sample %s \u2212 baseline %s + correction %s + residual %s. %s",
                PredictionText.sentence(explained),
                explained.label().inSentence(explained.outputs().noun()),
                NumberText.percent(e.probability(), 1),
                difference,
                NumberText.significant(e.logit()),
                e.undecided(),
                NumberText.significant(e.baselineLogit()),
                NumberText.percent(e.baselineProbability(), 1),
                NumberText.fixed(e.baselineEntropy(), 2),
                explained.outputs() == OutputKind.LABELS ? ", the mean over the labels, of at most 1" : "",
                NumberText.significant(e.explanationLogit()),
                NumberText.significant(e.sample()),
                NumberText.significant(e.baseline()),
                NumberText.significant(e.correction()),
                NumberText.significant(e.residual()),
                e.firstOrder()
                        ? "The part above the layer is more than pooling and one linear layer, so this is the local"
                                + " first-order version: the gradient at the image takes the place of the "
                                + explained.outputs().noun() + " vector,"
                                + " and "
                                + NumberText.significant(e.error()) + " lies beyond first order."
                        : e.addsUp()
                                ? "The parts add up, but for rounding of " + NumberText.significant(e.relativeError())
                                        + " relative."
                                : "The parts do not add up: they miss by " + NumberText.significant(e.relativeError())
                                        + " relative, more than rounding explains. Do not rely on them.");
    }

    private static String removalWords(ExplainedImage explained, String difference) {
        Explanation e = explained.explanation();
        return PredictionText.sentence(explained) + "; it gives "
                + explained.label().inSentence(explained.outputs().noun()) + " a probability of "
                + NumberText.percent(e.probability(), 1) + " and a logit" + difference + " of "
                + NumberText.significant(e.logit()) + ". Without all concepts that fire the logit is "
                + NumberText.significant(e.baselineLogit()) + " (probability "
                + NumberText.percent(e.baselineProbability(), 1) + "). The difference of "
                + NumberText.significant(e.explanationLogit()) + " is the sum of the contributions, "
                + NumberText.significant(e.total()) + ", and of the interaction, "
                + NumberText.significant(e.interaction()) + "."
                + (e.addsUp()
                        ? ""
                        : " The logit computed from the parts misses that of the network by "
                                + NumberText.significant(e.relativeError())
                                + " relative, more than rounding explains. Do not rely on it.");
    }

    /** The members of every group, whose single contributions no bar shows. */
    private static Html groups(ExplainedImage explained) {
        Table table = new Table(
                "Concepts that only cancel each other",
                "What one of these concepts adds, another takes away; only their sum says something.");
        table.column("Together", "")
                .column("Contribution", "sum")
                .proseColumn("Concepts", "and what each adds to the logit by itself");
        for (Explanation.Part part : explained.explanation().parts()) {
            if (part.group()) {
                String members = part.concepts().stream()
                        .map(i -> explained.concepts().get(i) + " ("
                                + NumberText.significant(explained
                                        .explanation()
                                        .concepts()
                                        .get(i)
                                        .contribution())
                                + ")")
                        .collect(Collectors.joining(", "));
                table.row(explained.title(part), NumberText.significant(part.total()), Table.Cell.prose(members));
            }
        }
        return table.html();
    }

    /** Every concept with a bar is shown; those without maps by their examples alone. */
    private static List<Html> otherExamples(
            ExplainedImage explained, ExplanationBars bars, IntFunction<List<Crop>> examples) {
        List<PictureColumns.Column> columns = bars.concepts()
                .filter(name -> explained.detections().stream().noneMatch(d -> d.concept() == name.number()))
                .map(name -> exampleColumn(explained.explanation().concepts().get(name.number()), name, examples))
                .filter(column -> !column.examples().isEmpty())
                .toList();
        return columns.isEmpty()
                ? List.of()
                : List.of(HtmlPage.figure(
                        PictureColumns.html(columns),
                        Html.tag("strong", "The other concepts with a bar. "),
                        "Crops of the data on which each fires most."));
    }

    private static PictureColumns.Column exampleColumn(
            Contribution c, ConceptName name, IntFunction<List<Crop>> examples) {
        String where = c.present() == 0 ? "absent from the image" : firing(c);
        return new PictureColumns.Column(
                name.title(),
                Html.of(ClosestLabel.below(name), Html.styled("span", "explain", contribution(c) + "; " + where)),
                List.of(),
                examples.apply(name.number()));
    }

    /** The largest contribution of a patch among the maps that are shown. */
    private static double limit(ExplainedImage explained) {
        return explained.detections().stream()
                .flatMap(d -> Stream.of(
                        explained.explanation().concepts().get(d.concept()).map()))
                .flatMapToDouble(Arrays::stream)
                .map(Math::abs)
                .max()
                .orElse(0);
    }

    private static String firing(Contribution c) {
        return "fires on " + c.present() + (c.present() == 1 ? " patch" : " patches");
    }

    /** Names the class of the number, which need not be the predicted one. */
    private static String logit(ExplainedImage explained) {
        String number = NumberText.significant(explained.explanation().logit());
        if (explained.against() != null) {
            return "difference of logits " + number;
        }
        boolean predicted = explained.outputs() == OutputKind.CLASSES
                && explained.label().number() == explained.predicted().number();
        String kind = explained.outputs().noun();
        return predicted ? "logit " + number : "logit of " + explained.label().inSentence(kind) + " " + number;
    }

    private static String contribution(Contribution c) {
        return (c.contribution() > 0 ? "+" : "") + NumberText.significant(c.contribution()) + " " + UNIT;
    }

    /** The same as {@link #maps} for a page: fits itself to the screen. */
    private static Html columns(ExplainedImage explained, IntFunction<List<Crop>> examples) {
        List<PictureColumns.Column> columns = concepts(explained, examples);
        String high = NumberText.significant(limit(explained)) + "; " + PER_PATCH;
        return Html.of(PictureColumns.html(columns), Table.scale(6, NumberText.significant(-limit(explained)), high));
    }

    /** The picture as the network saw it. */
    private static PictureColumns.Column whole(ExplainedImage explained) {
        return new PictureColumns.Column(
                PredictionText.caption(explained),
                List.of(new PictureColumns.Shown(explained.picture(), logit(explained))));
    }

    /** Where each concept is, above what it contributes there. */
    private static List<PictureColumns.Column> concepts(ExplainedImage explained, IntFunction<List<Crop>> examples) {
        Snapshot picture = Snapshot.parse(explained.picture());
        double limit = limit(explained);
        List<PictureColumns.Column> columns = new ArrayList<>();
        for (ExplainedImage.Detection d : explained.detections()) {
            Explanation.Contribution c = explained.explanation().concepts().get(d.concept());
            String map = PictureOverlays.contributions(picture, c.map(), limit);
            columns.add(new PictureColumns.Column(
                    explained.concepts().get(d.concept()),
                    List.of(
                            new PictureColumns.Shown(PictureOverlays.detection(picture, d.scores()), firing(c)),
                            new PictureColumns.Shown(map, contribution(c))),
                    examples.apply(d.concept())));
        }
        return columns;
    }

    /** The picture, segmentation by detectors and contribution maps. */
    static String maps(String id, ExplainedImage explained) {
        List<String> headings = List.of("Where the detectors fire", "Contribution to " + explained.subjectInSentence());
        List<PictureColumns.Column> columns = concepts(explained, concept -> List.of());
        List<Figures.PanelRow> rows = PictureColumns.rows(whole(explained), columns, PER_ROW, headings);
        return Figures.pictures(id, "Concepts in " + explained.image(), rows, limit(explained), PER_PATCH);
    }

    static Table table(ExplainedImage explained) {
        return explained.explanation().byRemoval() ? removalTable(explained) : decompositionTable(explained);
    }

    private static Table removalTable(ExplainedImage explained) {
        List<Contribution> firing = explained
                .explanation()
                .strongest(explained.concepts().size())
                .stream()
                .filter(c -> c.present() > 0)
                .toList();
        Table table = new Table(
                "Contributions",
                firing.size() + " of " + explained.concepts().size()
                        + " concepts fire in the image, strongest first; the others add nothing.");
        table.column("Concept", "")
                .column("Contribution", "fall of the logit without it")
                .column("Relation", "logit per unit of the concept")
                .column("Patches", "on which it fires");
        for (Contribution c : firing) {
            table.row(
                    ClosestLabel.titled(explained.concepts().get(c.concept())),
                    NumberText.significant(c.contribution()),
                    NumberText.significant(c.relation()),
                    c.present());
        }
        return table;
    }

    private static Table decompositionTable(ExplainedImage explained) {
        Table table = new Table(
                "Contributions",
                "All concepts, first those that fire in the image, then the others, strongest first; everything in"
                        + " units of the logit.");
        table.column("Concept", "")
                .column("Contribution", "sample \u2212 baseline + correction")
                .column("Sample", "in the image")
                .column("Baseline", "all undecided")
                .column("Correction", "non-orthogonality")
                .column("Relation", "logit per unit of the concept")
                .column("Patches", "on which it fires");
        for (Contribution c :
                explained.explanation().strongest(explained.concepts().size())) {
            table.row(
                    ClosestLabel.titled(explained.concepts().get(c.concept())),
                    NumberText.significant(c.contribution()),
                    NumberText.significant(c.sample()),
                    NumberText.significant(c.baseline()),
                    NumberText.significant(c.correction()),
                    NumberText.significant(c.relation()),
                    c.present());
        }
        return table;
    }
}
