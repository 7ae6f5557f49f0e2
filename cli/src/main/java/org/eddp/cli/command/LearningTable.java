package org.eddp.cli.command;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eddp.cli.command.use.HealthText;
import org.eddp.health.Health;
import org.eddp.learning.LearningResult.LossCurve;
import org.eddp.metrics.Metrics.Clustering;
import org.eddp.study.Learning;

/** The results of learning, as text. */
final class LearningTable {
    private LearningTable() {}

    static void print(PrintWriter out, Learning.Result result) {
        out.print(endings(result.learned().curves()));
        out.printf(Locale.ROOT, "%n%-24s %10s %12s%n", "", "coverage", "redundancy");
        row(out, "eddp", result.eddp());
        row(out, "natural basis", result.natural());
        if (result.naturalTies().redundancy() > result.natural().redundancy()) {
            row(out, "natural, ties fire too", result.naturalTies());
            out.println("ties: features whose strongest " + 100 * Learning.NATURAL_SHARE
                    + " % of patches all have the same, largest value; they fire on none of these patches, or on all");
        }
        out.print(HealthText.closing(result.health()));
    }

    private static void row(PrintWriter out, String name, Clustering clustering) {
        out.printf(Locale.ROOT, "%-24s %10.3f %12.3f%n", name, clustering.coverage(), clustering.redundancy());
    }

    /** Where every loss of the last step ended, against its target. */
    private static String endings(List<LossCurve> curves) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format("%-6s %10s %10s  %s%n", "loss", "final", "target", ""));
        for (LossCurve curve : curves) {
            if (curve.stage().equals("d")) {
                double last = curve.ending();
                lines.add(String.format(
                        Locale.ROOT,
                        "%-6s %10.4f %10s  %s%n",
                        curve.term(),
                        last,
                        curve.target() == null ? "-" : String.format(Locale.ROOT, "%.4g", curve.target()),
                        curve.target() == null
                                ? "minimised"
                                : judgement(new Health.Constraint(curve.term(), last, curve.target()))));
            }
        }
        return String.join("", lines);
    }

    private static String judgement(Health.Constraint constraint) {
        if (constraint.value() <= constraint.target()) {
            return "met";
        }
        return constraint.met()
                ? String.format(Locale.ROOT, "met to within %.2g", constraint.value() - constraint.target())
                : "not met";
    }
}
