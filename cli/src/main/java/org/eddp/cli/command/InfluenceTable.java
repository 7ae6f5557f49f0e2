package org.eddp.cli.command;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.eddp.influence.Influence;
import org.eddp.influence.InfluenceResults;

/** Influence as text. */
final class InfluenceTable {
    private static final int SHOWN_CONCEPTS = 3;

    private InfluenceTable() {}

    static void print(InfluenceResults results) {
        Influence.Summary summary = results.summary();
        System.out.printf(
                "%d concepts, %d %s, %d images%n",
                summary.concepts(), summary.classes(), results.outputs().plural(), summary.images());
        String noun = results.outputs().noun();
        if (results.tested()) {
            System.out.printf(
                    "SDC   %8d  concepts with significant influence on a %s%n", summary.significantDirections(), noun);
            System.out.printf(
                    "SCDP  %8d  (%s, concept) pairs with significant influence%n", summary.significantPairs(), noun);
        }
        System.out.printf(Locale.ROOT, "I1    %8.3f  mean size of influence%n", summary.meanInfluence());
        if (results.patterns() != null) {
            System.out.printf(
                    Locale.ROOT,
                    "I2    %8.3f  share of pairs where the Pattern-CAV of a label has more influence than its signal"
                            + " vectors, over %d labels%n",
                    results.patterns().influence(),
                    results.patterns().labels());
        }
        if (summary.untested() > 0 && results.tested()) {
            System.out.println(summary.untested()
                    + " concepts could not be tested: they have no signal vector, or fire on too few patches");
        }
        System.out.println();
        for (InfluenceResults.ClassInfluence of : results.classes()) {
            System.out.println(noun + " " + of.label()
                    + (results.tested() ? ": " + of.significant() + " significant concepts" : ""));
            row("for", of, 1, results.tested());
            row("against", of, -1, results.tested());
        }
        ClosestLabels.print(results.classes().stream()
                .flatMap(of -> Stream.of(1, -1).flatMap(sign -> strongest(of, sign, results.tested()).stream()))
                .map(InfluenceResults.Score::concept));
        System.out.println("(S: -1 always against, +1 always for; log p: its mean change by the step"
                + (results.tested() ? "; only what is significant)" : ")"));
    }

    private static void row(String name, InfluenceResults.ClassInfluence of, int sign, boolean tested) {
        List<String> parts = strongest(of, sign, tested).stream()
                .map(s -> String.format(
                        Locale.ROOT,
                        "%s (%+.2f%s)",
                        s.concept(),
                        s.score(),
                        s.effect() == null ? "" : String.format(Locale.ROOT, ", log p %+.2f", s.effect())))
                .toList();
        System.out.printf("  %-8s %s%n", name, parts.isEmpty() ? "none" : String.join(", ", parts));
    }

    private static List<InfluenceResults.Score> strongest(
            InfluenceResults.ClassInfluence of, int sign, boolean tested) {
        return of.strongest(sign, SHOWN_CONCEPTS, tested);
    }
}
