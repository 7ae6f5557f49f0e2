package org.eddp.experiments.synthetic;

import java.util.List;
import java.util.Map;
import org.eddp.experiments.Experiment;
import org.eddp.report.page.NumberText;

/** The synthetic experiment as text, with the paper's numbers beside ours. */
final class SyntheticTables extends Experiment.Tables<SyntheticResults> {
    @Override
    protected void one(SyntheticResults r) {
        SyntheticResults.Settings s = r.settings();
        boolean paper = !s.randomBasis();
        line(
                "%nSynthetic experiment, seed %d: %d images of 2 patches, D = %d, %d concepts, %d distractors%s, %s"
                        + " basis",
                s.seed(),
                s.imagesPerClass() * r.network().classes(),
                s.dim(),
                s.concepts(),
                s.distractorCount(),
                s.groups() == 1 ? "" : ", " + s.groups() + " groups",
                paper ? "the paper's" : "random");
        line("");
        line("%-58s %9s %9s", "", "paper", "here");
        SyntheticResults.Learned eddp = r.eddp();
        SyntheticResults.Learned without = r.withoutFso();
        RecoveryVerdict found = RecoveryVerdict.of(eddp);
        String one = paper ? "1.0" : "";
        double plain = NumberText.smallest(r.estimator().withoutSubsampling());
        double sampled = NumberText.smallest(r.estimator().withSubsampling());
        row("network accuracy on fresh data", paper ? "0.9633" : "", r.network().testAccuracy());
        row("smallest cosine, true signal values, no sub-sampling", "", plain);
        row("smallest cosine, true signal values, sub-sampling", one, sampled);
        row("EDDP smallest IoU of a detector with its concept", one, found.smallestIou());
        row("EDDP smallest cosine of a signal vector", one, found.smallestCosine());
        row("EDDP RMSE of signal values", paper ? "0.06" : "", eddp.signalRmse());
        row("EDDP largest |cosine| of a filter with a distractor", paper ? "0" : "", eddp.distractorCosine());
        row("without L^fso: smallest IoU", one, RecoveryVerdict.of(without).smallestIou());
        row("without L^fso: smallest cosine", "", RecoveryVerdict.of(without).smallestCosine());
        row("without L^fso: RMSE of signal values", paper ? "0.31" : "", without.signalRmse());
        line("");
        line("%-12s %14s %16s", "method", "smallest IoU", "smallest cosine");
        line("%-12s %14.3f %16.3f", "EDDP", found.smallestIou(), found.smallestCosine());
        for (Map.Entry<String, SyntheticResults.Baseline> entry : r.baselines().entrySet()) {
            SyntheticResults.Baseline b = entry.getValue();
            double iou = NumberText.smallest(RecoveryVerdict.matchedIou(b.iou(), b.match()));
            line("%-12s %14.3f %16.3f   %s", entry.getKey(), iou, NumberText.smallest(b.cosine()), b.note());
        }
        line("");
        line(
                eddp.success()
                        ? "Recovered: every detector has IoU 1 with its concept and every signal vector a cosine above"
                                + " 0.98."
                        : "NOT recovered: success needs IoU 1 for every detector and cosines above 0.98.");
    }

    private void row(String name, String paper, double here) {
        line("%-58s %9s %9.4f", name, paper, here);
    }

    @Override
    protected void many(List<SyntheticResults> results) {
        line(
                "%n%5s %9s %9s %9s %9s %9s %11s %9s %s",
                "seed", "accuracy", "min IoU", "min cos", "RMSE", "no fso", "distractor", "seconds", "");
        for (int n = 0; n < results.size(); n++) {
            SyntheticResults r = results.get(n);
            line(
                    "%5d %9.4f %9.4f %9.4f %9.4f %9.4f %11.4f %9.1f %s",
                    r.settings().seed(),
                    r.network().testAccuracy(),
                    RecoveryVerdict.of(r.eddp()).smallestIou(),
                    NumberText.smallest(r.eddp().cosine()),
                    r.eddp().signalRmse(),
                    r.withoutFso().signalRmse(),
                    r.eddp().distractorCosine(),
                    seconds(n, "eddp"),
                    r.eddp().success() ? "recovered" : "FAILED");
        }
        SyntheticResults.Summary summary = SyntheticResults.Summary.of(results);
        line("");
        line("success rate %.2f (without L^fso %.2f)", summary.successRate(), summary.successRateWithoutFso());
        line(
                "median RMSE of signal values %.3f, without L^fso %.3f (the paper: 0.06 and 0.31)",
                summary.medianSignalRmse(), summary.medianSignalRmseWithoutFso());
        line("median network accuracy %.4f (the paper: 0.9633)", summary.medianTestAccuracy());
    }
}
