package org.eddp.cli.command;

import java.util.Locale;
import org.eddp.explain.ExplainedImage;
import org.eddp.explain.Explanation;
import org.eddp.names.ConceptName;
import org.eddp.report.ResultPages;

/** An explanation as text. */
final class ExplanationTable {
    private static final int PRINTED = 10;

    private ExplanationTable() {}

    static void print(ExplainedImage explained, boolean full) {
        Explanation e = explained.explanation();
        System.out.printf(
                Locale.ROOT,
                "%s: predicted %s; explained: %s (probability %.3f, %s %.4f)%n",
                explained.image(),
                explained.predicted(),
                explained.subject(),
                e.probability(),
                explained.against() == null ? "logit" : "difference of the two logits",
                e.logit());
        System.out.printf(
                Locale.ROOT,
                "explanation logit %.4f = sample %.4f - baseline %.4f + correction %.4f + residual %.4f%s%n",
                e.explanationLogit(),
                e.sample(),
                e.baseline(),
                e.correction(),
                e.residual(),
                e.firstOrder()
                        ? String.format(Locale.ROOT, " + beyond first order %.4f", e.error())
                        : String.format(Locale.ROOT, "  (error %.1e relative)", e.relativeError()));
        if (!e.firstOrder() && !e.addsUp()) {
            System.err.printf(
                    Locale.ROOT,
                    "the parts miss the explanation logit by %.1e, more than rounding (%.0e) explains%n",
                    e.relativeError(),
                    Explanation.TOLERANCE);
        }
        if (full) {
            table(explained);
            ResultPages.verdict(e).forEach(System.out::println);
        }
    }

    private static void table(ExplainedImage explained) {
        Explanation e = explained.explanation();
        System.out.printf(
                "%n%-28s %12s %10s %10s %11s %9s %8s%n",
                "concept", "contribution", "sample", "baseline", "correction", "relation", "fires on");
        for (Explanation.Contribution c : e.strongest(PRINTED)) {
            ConceptName name = explained.concepts().get(c.concept());
            System.out.printf(
                    Locale.ROOT,
                    "%-28s %12.4f %10.4f %10.4f %11.4f %9.4f %8d%s%n",
                    name.title(),
                    c.contribution(),
                    c.sample(),
                    c.baseline(),
                    c.correction(),
                    c.relation(),
                    c.present(),
                    name.closest().map(label -> "  " + label).orElse(""));
        }
        int more = e.concepts().size() - PRINTED;
        System.out.println(more > 0 ? "... and " + more + " more concepts (in the page and the JSON file)\n" : "");
    }
}
