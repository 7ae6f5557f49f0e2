package org.eddp.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eddp.influence.InfluenceResults;
import org.eddp.influence.InfluenceResults.ClassInfluence;
import org.eddp.influence.InfluenceResults.Score;
import org.eddp.influence.Sensitivity;
import org.eddp.network.OutputKind;
import org.eddp.report.draw.Figures;
import org.eddp.report.draw.Figures.Bar;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;
import org.eddp.report.page.NumberText;
import org.eddp.report.page.Table;

/** Which concepts move which class. */
final class InfluenceSection {
    private static final int EACH_SIDE = 8;

    private InfluenceSection() {}

    /**
     * The influence diagram of a class: concepts that speak for it and against it, without those that could be chance. Where most
     * scores are 1 or -1 and so say nothing of how much, the bars are effects.
     *
     * @param id unique in the page
     */
    static String diagram(String id, ClassInfluence of, boolean tested, OutputKind outputs) {
        String subject = outputs.noun() + " " + of.label();
        List<Score> shown = of.strongest(EACH_SIDE, tested);
        boolean effects = ClassInfluence.saturated(shown);
        List<Bar> bars = shown.stream()
                .sorted(effects ? Comparator.comparingDouble(s -> -s.effect()) : (a, b) -> 0)
                .map(s -> new Bar(s.concept().title(), effects ? s.effect() : s.score(), true))
                .toList();
        String chance = tested
                ? (bars.isEmpty() ? "no concept moves it beyond chance" : "what could be chance is left out")
                : "significance not tested";
        return Figures.divergingBars(
                id,
                "Influence on " + subject,
                effects ? "mean change of log p of " + subject : "influence on " + subject,
                (effects ? "+0.7: twice as likely; " : "\u22121: always against, +1: always for; ") + chance,
                effects ? 0 : 1,
                bars);
    }

    static List<Html> blocks(InfluenceResults results) {
        List<Html> blocks = new ArrayList<>();
        String noun = results.outputs().noun();
        blocks.add(HtmlPage.paragraph("Every patch of every image was moved a step of length "
                + NumberText.plain(results.options().perturbation().strength())
                + (results.options().perturbation().norm() == Sensitivity.Perturbation.Norm.TENSOR
                        ? " (all patches together)"
                        : "")
                + " along the signal vector of a concept. The influence of the concept on a " + noun + " is +1 if that"
                + " made the " + noun + " likelier on all "
                + results.summary().images() + " images (" + results.images()
                + "), \u22121 if on none, 0 if on half of them. "
                + (results.linear()
                        ? "The head is pooling and one linear layer, so all scores are computed in closed form."
                        : "The head is more than one linear layer, so every score went through the network.")
                + (results.outputs() == OutputKind.LABELS
                        ? " Labels do not compete, so a score says no more than a sign; what counts is the change of"
                                + " log p, and the test compares the mean change of the logit."
                        : "")));
        blocks.add(summary(results).html());
        for (int k = 0; k < results.classes().size(); k++) {
            ClassInfluence of = results.classes().get(k);
            List<Score> shown = of.strongest(EACH_SIDE, results.tested());
            if (shown.isEmpty()) {
                blocks.add(HtmlPage.paragraph(
                        Html.tag("strong", heading(of, results.outputs())), "No concept moves it beyond chance."));
                continue;
            }
            blocks.add(HtmlPage.figure(
                    diagram("influence-" + k, of, results.tested(), results.outputs()), caption(of, shown, results)));
            blocks.addAll(ClosestLabel.note(shown.stream().map(Score::concept)));
        }
        return blocks;
    }

    private static Table summary(InfluenceResults results) {
        Table table = new Table(
                "Influence in numbers",
                "Influence of all concepts on all " + results.outputs().plural() + " in a few numbers.");
        table.column("", "").column("Value", "").proseColumn("What it is", "");
        var summary = results.summary();
        if (results.tested()) {
            row(
                    table,
                    "SDC",
                    summary.significantDirections() + " of " + summary.concepts(),
                    "concepts with significant influence on at least one "
                            + results.outputs().noun());
            row(
                    table,
                    "SCDP",
                    summary.significantPairs() + " of " + (long) summary.concepts() * summary.classes(),
                    "(" + results.outputs().noun() + ", concept) pairs with significant influence");
        }
        row(table, "I1", NumberText.fixed(summary.meanInfluence(), 3), "mean size of influence over all pairs");
        if (results.patterns() != null) {
            row(
                    table,
                    "I2",
                    NumberText.fixed(results.patterns().influence(), 3),
                    "share of (label, class) pairs where the Pattern-CAV of a label has more influence than every"
                            + " signal vector with it,"
                            + " over"
                            + " " + results.patterns().labels() + " labels; above 0.5 means that"
                            + " Pattern-CAVs have more influence");
        }
        if (results.tested() && summary.untested() > 0) {
            row(
                    table,
                    "untested",
                    Integer.toString(summary.untested()),
                    "concepts without a signal vector or with too few patches to test");
        }
        row(
                table,
                "test",
                results.tested() ? results.options().noise().directions() + " vectors" : "none",
                results.tested()
                        ? "noise signal vectors per concept, from classifiers of permuted labels; level "
                                + NumberText.plain(results.options().significance())
                                + " for all pairs together (Bonferroni)"
                        : "significance was not tested (--no-test)");
        return table;
    }

    private static void row(Table table, String name, String value, String meaning) {
        table.row(name, value, Table.Cell.prose(meaning));
    }

    private static String heading(ClassInfluence of, OutputKind outputs) {
        return (outputs == OutputKind.LABELS ? "Label " : "Class ") + of.label() + ". ";
    }

    private static Html caption(ClassInfluence of, List<Score> shown, InfluenceResults results) {
        boolean tested = results.tested();
        int chance = of.concepts().size() - of.significant();
        return Html.of(
                Html.tag("strong", heading(of, results.outputs())),
                "The strongest concepts for it (blue, right) and against it (brown, left). ",
                ClassInfluence.saturated(shown)
                        ? "Most of them move the " + results.outputs().noun()
                                + " the same way on every image, so the bars show how much: the mean"
                                + " change of the logarithm of its probability. "
                        : "",
                tested
                        ? of.significant() + " of " + of.concepts().size() + " concepts are significant"
                                + (chance > 0 ? "; the others could be chance and are not shown." : ".")
                        : "Significance was not tested.");
    }
}
