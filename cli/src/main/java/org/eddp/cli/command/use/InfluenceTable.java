package org.eddp.cli.command.use;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.eddp.influence.Influence;
import org.eddp.influence.InfluenceResults;

/** Influence as text. */
public final class InfluenceTable {
    private static final int SHOWN_CONCEPTS = 3;

    private InfluenceTable() {}

    public static void print(PrintWriter out, InfluenceResults results) {
        Influence.Summary summary = results.summary();
        out.printf(
                "%d concepts, %d %s, %d images%n",
                summary.concepts(), summary.classes(), results.outputs().plural(), summary.images());
        String noun = results.outputs().noun();
        if (results.tested()) {
            effects(out, results.effects(), noun);
        }
        paper(out, results, noun);
        out.println();
        for (InfluenceResults.ClassInfluence of : results.classes()) {
            out.println(noun + " " + of.label() + verdicts(of, results));
            row(out, "raised by", of, 1, results);
            row(out, "lowered by", of, -1, results);
        }
        ClosestLabels.print(
                out,
                results.classes().stream()
                        .flatMap(of -> Stream.of(1, -1).flatMap(sign -> strongest(of, sign, results).stream()))
                        .map(InfluenceResults.Score::concept));
        out.println("(mean change of log p by the step, and the rank of the " + noun
                + " by it among all: 1 is raised" + " most"
                + (results.tested() ? "; only what is significant)" : "; significance was not tested)"));
    }

    private static void effects(PrintWriter out, InfluenceResults.EffectSummary effects, String noun) {
        out.printf(
                Locale.ROOT,
                "effects on log p, compared with %d noise directions, false discovery rate %s:%n",
                effects.noise(),
                effects.falseDiscoveryRate());
        out.printf("      %8d  concepts that move a %s more than noise does%n", effects.concepts(), noun);
        out.printf("      %8d  (%s, concept) pairs%n", effects.pairs(), noun);
        out.printf(
                Locale.ROOT,
                "      %7.1f%%  of the pairs of %d held-out noise directions have p < 0.05; with noise in place of all"
                        + " concepts %.1f pairs are called significant%n",
                100 * effects.heldOut().below(),
                effects.heldOut().directions(),
                effects.heldOut().moved());
        if (effects.untested() > 0) {
            out.println(effects.untested() + " concepts could not be tested: they fire on no patch, or on every patch");
        }
    }

    private static void paper(PrintWriter out, InfluenceResults results, String noun) {
        Influence.Summary summary = results.summary();
        out.println("scores S, as in the paper:");
        if (results.paper()) {
            out.printf("SDC   %8d  concepts with significant scores for a %s%n", summary.significantDirections(), noun);
            out.printf("SCDP  %8d  (%s, concept) pairs with significant scores%n", summary.significantPairs(), noun);
            if (results.saturated() > 0) {
                out.printf("      %8d  pairs that are %s%n", results.saturated(), Influence.Verdict.SATURATED.words());
            }
        }
        out.printf(Locale.ROOT, "I1    %8.3f  mean size of scores%n", summary.meanInfluence());
        if (results.patterns() != null) {
            out.printf(
                    Locale.ROOT,
                    "I2    %8.3f  share of pairs where the Pattern-CAV of a label has more influence than its signal"
                            + " vectors, over %d labels%n",
                    results.patterns().influence(),
                    results.patterns().labels());
        }
        if (summary.untested() > 0 && results.paper()) {
            out.println(summary.untested()
                    + " concepts could not be tested as in the paper: they have no signal vector, or fire on"
                    + " too few patches");
        }
    }

    private static String verdicts(InfluenceResults.ClassInfluence of, InfluenceResults results) {
        if (!results.tested()) {
            return "";
        }
        return ": " + of.movers() + " concepts move it"
                + (results.paper()
                        ? " (the paper's test: " + of.paper() + " significant"
                                + (of.saturated() > 0
                                        ? ", " + of.saturated() + " " + Influence.Verdict.SATURATED.words()
                                        : "")
                                + ")"
                        : "");
    }

    private static void row(
            PrintWriter out, String name, InfluenceResults.ClassInfluence of, int sign, InfluenceResults results) {
        List<String> parts = strongest(of, sign, results).stream()
                .map(s -> String.format(Locale.ROOT, "%s (%+.2f, rank %d)", s.concept(), s.effect(), s.rank()))
                .toList();
        String nothing = results.tested() ? "no concept more than by noise" : "no concept";
        out.printf("  %-11s %s%n", name, parts.isEmpty() ? nothing : String.join(", ", parts));
    }

    private static List<InfluenceResults.Score> strongest(
            InfluenceResults.ClassInfluence of, int sign, InfluenceResults results) {
        return of.strongest(sign, SHOWN_CONCEPTS, results.tested());
    }
}
