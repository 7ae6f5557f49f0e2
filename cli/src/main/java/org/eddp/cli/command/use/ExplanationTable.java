package org.eddp.cli.command.use;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.eddp.explain.ExplainedImage;
import org.eddp.explain.Explanation;
import org.eddp.explain.Explanation.Part;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.eddp.report.ResultPages;

/** An explanation as text. */
final class ExplanationTable {
    private static final int FIRING = 10;
    private static final int ABSENT = 5;

    private ExplanationTable() {}

    static void print(PrintWriter out, ExplainedImage explained, boolean full) {
        Explanation e = explained.explanation();
        out.printf(
                Locale.ROOT,
                "%s: predicted %s; explained: %s (probability %.3f, %s %.4f)%n",
                explained.image(),
                Named.list(explained.taken()),
                explained.subject(),
                e.probability(),
                explained.against() == null ? "logit" : "difference of the two logits",
                e.logit());
        if (e.byRemoval()) {
            removal(out, explained, full);
            return;
        }
        out.printf(
                Locale.ROOT,
                "the paper's decomposition: explanation logit %.4f = sample %.4f - baseline %.4f + correction %.4f +"
                        + " residual %.4f%s%n",
                e.explanationLogit(),
                e.sample(),
                e.baseline(),
                e.correction(),
                e.residual(),
                e.firstOrder()
                        ? String.format(Locale.ROOT, " + beyond first order %.4f", e.error())
                        : String.format(Locale.ROOT, "  (error %.1e relative)", e.relativeError()));
        if (!e.firstOrder()) {
            complain(e);
        }
        if (full) {
            table(out, explained);
            ResultPages.verdict(explained).forEach(out::println);
        }
    }

    private static void complain(Explanation e) {
        if (!e.addsUp()) {
            System.err.printf(
                    Locale.ROOT,
                    "the parts miss the explanation logit by %.1e, more than rounding (%.0e) explains%n",
                    e.relativeError(),
                    Explanation.TOLERANCE);
        }
    }

    private static void removal(PrintWriter out, ExplainedImage explained, boolean full) {
        Explanation e = explained.explanation();
        out.println(explained.summary());
        out.printf(
                Locale.ROOT,
                "%s %.4f = without its concepts %.4f + contributions %.4f + interaction %.4f%n",
                explained.against() == null ? "logit" : "difference",
                e.logit(),
                e.baselineLogit(),
                e.total(),
                e.interaction());
        complain(e);
        if (full) {
            removalTable(out, explained);
            ResultPages.verdict(explained).forEach(out::println);
        }
    }

    private static void removalTable(PrintWriter out, ExplainedImage explained) {
        Explanation e = explained.explanation();
        List<Explanation.Contribution> firing = e.strongest(explained.concepts().size()).stream()
                .filter(c -> c.present() > 0)
                .toList();
        out.printf("%n%-28s %12s %8s%n", "concept", "contribution", "fires on");
        firing.stream().limit(FIRING).forEach(c -> {
            ConceptName name = explained.concepts().get(c.concept());
            out.printf(
                    Locale.ROOT,
                    "%-28s %12.4f %8d%s%n",
                    name.title(),
                    c.contribution(),
                    c.present(),
                    name.closest().map(label -> "  " + label).orElse(""));
        });
        int left = firing.size() - FIRING;
        out.println(left > 0 ? "... and " + left + " more that fire (in the page and the JSON file)\n" : "");
    }

    private static void table(PrintWriter out, ExplainedImage explained) {
        Explanation e = explained.explanation();
        List<Part> all = e.parts();
        out.printf(
                "%n%-28s %12s %10s %10s %11s %9s %8s%n",
                "concept", "contribution", "sample", "baseline", "correction", "relation", "fires on");
        out.printf(Locale.ROOT, "fire in the image, together %.4f:%n", e.firing());
        int left = parts(out, explained, all.stream().filter(Part::present).toList(), FIRING);
        out.printf(Locale.ROOT, "absent from it, together %.4f:%n", e.absent());
        left += parts(out, explained, all.stream().filter(p -> !p.present()).toList(), ABSENT);
        out.println(left > 0 ? "... and " + left + " more concepts (in the page and the JSON file)\n" : "");
    }

    /** Prints the strongest concepts and all groups; returns the number of other concepts. */
    private static int parts(PrintWriter out, ExplainedImage explained, List<Part> parts, int most) {
        int left = 0;
        for (int k = 0; k < parts.size(); k++) {
            Part part = parts.get(k);
            if (k >= most && !part.group()) {
                left++;
                continue;
            }
            if (part.group()) {
                out.printf(Locale.ROOT, "%-28s %12.4f%n", explained.title(part), part.total());
            }
            part.concepts().forEach(i -> concept(out, explained, i, part.group() ? "  " : ""));
        }
        return left;
    }

    private static void concept(PrintWriter out, ExplainedImage explained, int concept, String indent) {
        Explanation.Contribution c = explained.explanation().concepts().get(concept);
        ConceptName name = explained.concepts().get(concept);
        out.printf(
                Locale.ROOT,
                "%-28s %12.4f %10.4f %10.4f %11.4f %9.4f %8d%s%n",
                indent + name.title(),
                c.contribution(),
                c.sample(),
                c.baseline(),
                c.correction(),
                c.relation(),
                c.present(),
                name.closest().map(label -> "  " + label).orElse(""));
    }
}
