package org.eddp.cli.command.use;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.eddp.intervene.CorrectionResults;
import org.eddp.intervene.PredictionChanges;

/** The results of a correction, as text. */
final class CorrectionTable {
    private static final int MOST_CLASSES = 12;

    private CorrectionTable() {}

    static void print(PrintWriter out, CorrectionResults results) {
        ClosestLabels.print(out, results.concepts().stream());
        results.merging().forEach(out::println);
        results.rare().forEach(out::println);
        if (results.images() == null) {
            predictions(out, results);
            return;
        }
        if (results.agrees()) {
            out.println(results.agreement());
        } else {
            System.err.println(results.agreement());
        }
        out.println();
        out.printf("%-24s %9s %8s%n", "network", "accuracy", "change");
        double before = results.evaluations().get(0).accuracy();
        for (CorrectionResults.Evaluation e : results.evaluations()) {
            out.printf(Locale.ROOT, "%-24s %9.4f %+8.4f%n", e.name(), e.accuracy(), e.accuracy() - before);
        }
        out.println();
        out.println(results.judgement());
        if (results.ofLabels()) {
            labels(out, results);
            return;
        }
        changes(out, results);
        if (results.classes().size() > MOST_CLASSES) {
            out.println("confusion of " + results.classes().size() + " classes: in the JSON file");
        } else {
            results.evaluations().subList(0, 2).forEach(e -> confusion(out, results, e));
        }
    }

    private static void predictions(PrintWriter out, CorrectionResults results) {
        PredictionChanges changes = results.predictions();
        if (changes == null) {
            return;
        }
        out.println(changes.sentence());
        out.println(changes.judgement());
        changes.moves()
                .forEach(move -> out.printf(
                        "%8d  %s -> %s%n",
                        move.images(),
                        move.before() == null ? "-" : move.before(),
                        move.after() == null ? "-" : move.after()));
    }

    private static void labels(PrintWriter out, CorrectionResults results) {
        out.printf(
                "%n%-24s %8s %8s %8s %10s %8s %8s%n",
                "label", "with it", "found", "after", "without", "spared", "after");
        for (int k = 0; k < results.classes().size(); k++) {
            long[] before = results.evaluations().get(0).labels()[k];
            long[] after = results.evaluations().get(1).labels()[k];
            out.printf(
                    "%-24s %8d %8d %8d %10d %8d %8d%n",
                    cut(results.classes().get(k).toString(), 24),
                    before[0],
                    before[1],
                    after[1],
                    before[2],
                    before[3],
                    after[3]);
        }
        out.println("(found: on images with the label; spared: images without it on which it is not found)");
    }

    private static void changes(PrintWriter out, CorrectionResults results) {
        List<CorrectionResults.Change> changes = results.changes();
        if (results.classes().size() <= MOST_CLASSES) {
            return; // the confusion matrices show it
        }
        out.println();
        if (changes.isEmpty()) {
            out.println("no class has another number of images predicted rightly than before");
        }
        changes.stream()
                .limit(MOST_CLASSES)
                .forEach(c -> out.printf(
                        "%-24s %d of %d right before, %d after%n", c.label(), c.before(), c.images(), c.after()));
        if (changes.size() > MOST_CLASSES) {
            out.println("... and " + (changes.size() - MOST_CLASSES) + " more classes that changed");
        }
    }

    private static void confusion(PrintWriter out, CorrectionResults results, CorrectionResults.Evaluation evaluation) {
        out.printf("%n%-24s", "confusion, " + evaluation.name());
        results.classes().forEach(c -> out.printf(" %9s", cut(c.toString(), 9)));
        out.printf(" %9s%n", "others");
        for (int r = 0; r < results.classes().size(); r++) {
            out.printf("%-24s", cut(results.classes().get(r).toString(), 24));
            for (long count : evaluation.confusion()[r]) {
                out.printf(" %9d", count);
            }
            out.println();
        }
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most);
    }
}
