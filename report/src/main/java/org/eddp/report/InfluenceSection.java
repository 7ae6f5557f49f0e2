package org.eddp.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.eddp.influence.Influence;
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
    /** Concepts that a sentence names in each direction. */
    private static final int NAMED = 3;

    private static final String NONE = "no concept moves it more than noise directions do";

    private InfluenceSection() {}

    /**
     * The influence diagram of a class: effects of the concepts that raise it and of those that lower it, without those that noise
     * directions match.
     *
     * @param id unique in the page
     */
    static String diagram(String id, ClassInfluence of, boolean tested, OutputKind outputs) {
        String subject = outputs.noun() + " " + of.label();
        List<Bar> bars = of.strongest(EACH_SIDE, tested).stream()
                .sorted(Comparator.comparingDouble(s -> -s.effect()))
                .map(s -> new Bar(s.concept().title(), s.effect(), true))
                .toList();
        String chance = tested
                ? (bars.isEmpty() ? NONE : "concepts that noise directions match are left out")
                : "significance not tested";
        return Figures.divergingBars(
                id,
                "Effects on " + subject,
                "mean change of log p of " + subject,
                "+0.7: twice as likely; " + chance,
                0,
                bars);
    }

    static List<Html> blocks(InfluenceResults results) {
        List<Html> blocks = new ArrayList<>();
        String noun = results.outputs().noun();
        blocks.add(HtmlPage.sentence(lead(results)));
        blocks.add(HtmlPage.details(
                "How this was measured", measured(results), summary(results).html()));
        for (int k = 0; k < results.classes().size(); k++) {
            ClassInfluence of = results.classes().get(k);
            List<Score> shown = of.strongest(EACH_SIDE, results.tested());
            blocks.add(
                    HtmlPage.sentence(Html.tag("strong", capitalised(of.label().plain(noun))), sentence(of, results)));
            if (!shown.isEmpty()) {
                blocks.add(HtmlPage.figure(
                        diagram("influence-" + k, of, results.tested(), results.outputs()), caption(of, results)));
            } else if (results.paper()) {
                blocks.add(HtmlPage.paragraph(paper(of, results)));
            }
        }
        return blocks;
    }

    private static String lead(InfluenceResults results) {
        int concepts = results.summary().concepts();
        return results.tested()
                ? results.effects().concepts() + " of " + concepts + " concepts move at least one "
                        + results.outputs().noun() + " more than noise directions do."
                : "What " + concepts + " concepts do to " + results.outputs().plural()
                        + " was measured; whether it is more than chance was not tested.";
    }

    /**
     * The concepts that raise and lower a class. If no effect is beyond noise, the strongest concept is named as such.
     */
    private static String sentence(ClassInfluence of, InfluenceResults results) {
        boolean tested = results.tested();
        String up = named(of.strongest(1, NAMED, tested));
        String down = named(of.strongest(-1, NAMED, tested));
        if (!up.isEmpty() || !down.isEmpty()) {
            return (up.isEmpty() ? "" : " becomes likelier with " + up)
                    + (up.isEmpty() || down.isEmpty() ? "" : ", and")
                    + (down.isEmpty() ? "" : " becomes less likely with " + down)
                    + (tested ? "." : "; whether that is chance was not tested.");
        }
        return ": no concept moves it more than noise directions do"
                + of.concepts().stream()
                        .filter(s -> s.effect() != 0)
                        .max(Comparator.comparingDouble(s -> Math.abs(s.effect())))
                        .map(s -> "; the strongest is " + named(List.of(s)))
                        .orElse("")
                + ".";
    }

    private static String named(List<Score> scores) {
        return scores.stream()
                .map(s -> s.concept().inSentence() + " (" + (s.effect() > 0 ? "+" : "")
                        + NumberText.fixed(s.effect(), 1) + ")")
                .collect(Collectors.joining(", "));
    }

    private static String capitalised(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static Html measured(InfluenceResults results) {
        String noun = results.outputs().noun();
        return HtmlPage.paragraph("Every patch of every image was moved a step of length "
                + NumberText.plain(results.options().perturbation().strength())
                + (results.options().perturbation().norm() == Sensitivity.Perturbation.Norm.TENSOR
                        ? " (all patches together)"
                        : "")
                + " along a concept. Effects: along the mean patch with the concept minus the mean patch without it."
                + " Scores S: along the learned signal vector, as in the paper. The effect of the concept on a " + noun
                + " is the mean change of"
                + " the logarithm of its probability over " + results.summary().images() + " images ("
                + results.images()
                + "). The score S is +1 if the " + noun
                + " became likelier on all of them, \u22121 if on"
                + " none, 0 if on half of them. "
                + (results.linear()
                        ? "The head is pooling and one linear layer, so all scores are computed in closed form."
                        : "The head is more than one linear layer, so every score went through the network.")
                + (results.outputs() == OutputKind.LABELS
                        ? " Labels do not compete, so a score says no more than a sign, and the paper's test compares"
                                + " the mean change of the logit."
                        : ""));
    }

    private static Table summary(InfluenceResults results) {
        Table table = new Table(
                "Influence in numbers",
                "Effects and influence of all concepts on all "
                        + results.outputs().plural() + " in a few numbers.");
        table.column("", "").column("Value", "").proseColumn("What it is", "");
        var summary = results.summary();
        String noun = results.outputs().noun();
        if (results.tested()) {
            effects(table, results.effects(), summary, noun);
        } else {
            row(table, "test", "not made", "significance was not tested (--no-test)");
        }
        if (results.paper()) {
            row(
                    table,
                    "SDC",
                    summary.significantDirections() + " of " + summary.concepts(),
                    "the paper's test: concepts with significant scores for at least one " + noun);
            row(
                    table,
                    "SCDP",
                    summary.significantPairs() + " of " + (long) summary.concepts() * summary.classes(),
                    "the paper's test: (" + noun
                            + ", concept) pairs with significant scores. Each concept was compared with "
                            + results.options().noise().directions()
                            + " signal vectors of classifiers of permuted labels; level "
                            + NumberText.plain(results.options().significance())
                            + " for all pairs together (Bonferroni)");
        }
        if (results.saturated() > 0) {
            row(
                    table,
                    "not testable",
                    results.saturated() + " of " + (long) summary.concepts() * summary.classes(),
                    "the paper's test: pairs whose score is as large as it can be while noise reaches the same, so that"
                            + " scores cannot tell them apart (scores saturate)");
        }
        row(table, "I1", NumberText.fixed(summary.meanInfluence(), 3), "mean size of the scores S over all pairs");
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
        if (results.paper() && summary.untested() > 0) {
            row(
                    table,
                    "untested",
                    Integer.toString(summary.untested()),
                    "the paper's test: concepts without a signal vector or with too few patches to test");
        }
        return table;
    }

    private static void effects(
            Table table, InfluenceResults.EffectSummary effects, Influence.Summary summary, String noun) {
        row(
                table,
                "concepts",
                effects.concepts() + " of " + summary.concepts(),
                "concepts that move at least one " + noun + " more than noise directions do");
        row(
                table,
                "pairs",
                effects.pairs() + " of " + (long) summary.concepts() * summary.classes(),
                "(" + noun + ", concept) pairs whose effect is significant: compared with " + effects.noise()
                        + " noise directions that are distributed like the features, false discovery rate "
                        + NumberText.plain(effects.falseDiscoveryRate()));
        row(
                table,
                "calibration",
                NumberText.percent(effects.heldOut().below(), 1),
                "of the pairs of " + effects.heldOut().directions()
                        + " held-out noise directions have p below 0.05 (5 % is right); with noise in place of all"
                        + " concepts "
                        + NumberText.fixed(effects.heldOut().moved(), 1) + " pairs are called significant");
        if (effects.untested() > 0) {
            row(
                    table,
                    "untested",
                    Integer.toString(effects.untested()),
                    "concepts that fire on no patch or on every patch, so that their effects could not be tested");
        }
    }

    private static void row(Table table, String name, String value, String meaning) {
        table.row(name, value, Table.Cell.prose(meaning));
    }

    private static Html caption(ClassInfluence of, InfluenceResults results) {
        return Html.of(
                "The concepts that raise it most (blue, right) and lower it most (brown, left). ",
                results.tested()
                        ? of.movers() + " of " + of.concepts().size()
                                + " concepts move it more than noise directions do; the others are not shown. "
                        : "Significance was not tested.",
                paper(of, results));
    }

    /** The result of the paper's test for a class. */
    private static String paper(ClassInfluence of, InfluenceResults results) {
        if (!results.paper()) {
            return "";
        }
        return "The paper's test of scores: " + of.paper() + " significant"
                + (of.saturated() > 0 ? ", " + of.saturated() + " not testable because scores saturate." : ".");
    }
}
