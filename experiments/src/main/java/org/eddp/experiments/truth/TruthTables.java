package org.eddp.experiments.truth;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.eddp.experiments.truth.TruthBenchmark.TruthResults;
import org.eddp.influence.EffectTest;

/** The benchmark as text. */
final class TruthTables {
    private static final String NOTHING = "-";

    private final TruthResults results;
    private final StringBuilder text = new StringBuilder();

    TruthTables(TruthResults results) {
        this.results = results;
    }

    String text() {
        trials();
        TruthSummary all = results.summaries().get(0);
        line(
                "%nCauses whose concepts were found (IoU with the known masks at least %s above that of a detector"
                        + " that fires everywhere), %s",
                ConceptSet.LEAST_ABOVE_CHANCE, count(all));
        line("%-12s %10s %12s %18s", "directions", "found", "median IoU", "concepts per cause");
        for (TruthSummary.Found f : all.found()) {
            line(
                    "%-12s %10s %12.2f %18.1f",
                    f.set(), f.causes() + " of " + all.causes(), f.medianIou(), f.meanConcepts());
        }
        results.summaries().forEach(this::relying);
        ignoring(all);
        signals(all);
        corrections(all);
        effects(all);
        tests(all);
        return text.toString();
    }

    private void trials() {
        line("");
        line(
                "%-28s %5s %6s %9s %9s %9s %9s %9s",
                "network", "seed", "clean", "changed", "ignoring", "changed", "entropy", "smallest");
        for (TruthTrial t : results.trials()) {
            line(
                    "%-28s %5d %6.3f %9.3f %9.3f %9.3f %9.2f %9.2f  %s",
                    t.settings().network(),
                    t.settings().seed(),
                    t.run().relyingClean(),
                    t.causes().stream()
                            .mapToDouble(TruthTrial.Planted::relyingChanged)
                            .average()
                            .orElse(0),
                    t.run().ignoringClean(),
                    t.causes().stream()
                            .mapToDouble(TruthTrial.Planted::ignoringChanged)
                            .average()
                            .orElse(0),
                    t.run().entropyShare(),
                    t.run().smallest(),
                    String.join(
                            ", ",
                            t.causes().stream()
                                    .map(c -> c.kind() + " on " + c.className())
                                    .toList()));
        }
        line("Accuracy of the head that relies on the causes (clean, with a cause on every picture), then of the"
                + " head that does not; entropy of the relying head at the learned undecided point as a share of"
                + " the largest; share of the concepts at the smallest size allowed.");
    }

    private void relying(TruthSummary summary) {
        line("");
        line("Explanations of the head that relies on the cause: %s, %s", summary.name(), count(summary));
        line(
                "%-36s %18s %20s %20s %18s %9s %8s %7s",
                "method", "right sign", "slope", "correlation", "cause first", "median", "truth", "missed");
        for (TruthSummary.Relying r : summary.relying()) {
            line(
                    "%-36s %18s %20s %20s %18s %+9.2f %+8.2f %7d",
                    r.method(),
                    shares(r.signs()),
                    numbers(r.slope()),
                    numbers(r.correlation()),
                    r.first() == null ? NOTHING : shares(r.first()),
                    r.medianContribution(),
                    r.medianTruth(),
                    r.notFound());
        }
    }

    private void ignoring(TruthSummary summary) {
        line("");
        line("Explanations of the head that ignores the cause: %s, %s", summary.name(), count(summary));
        line("%-36s %14s %14s %16s %20s", "method", "median size", "truth, size", "median error", "within noise");
        for (TruthSummary.Ignoring i : summary.ignoring()) {
            line(
                    "%-36s %14.2f %14.2f %16.2f %20s",
                    i.method(),
                    i.medianSize(),
                    i.medianTruth(),
                    i.medianError(),
                    i.withinNoise() == null ? NOTHING : shares(i.withinNoise()));
        }
    }

    private void signals(TruthSummary summary) {
        line("");
        line(
                "Cosine of the direction of the cause with the true change of the features: %s, %s",
                summary.name(), count(summary));
        line("%-36s %22s %8s %7s", "direction", "mean", "median", "missed");
        for (TruthSummary.Signals s : summary.signals()) {
            line("%-36s %22s %8.2f %7d", s.name(), numbers(s.mean()), s.median(), s.notFound());
        }
    }

    private void corrections(TruthSummary summary) {
        line("");
        line("Taking the cause out, points of accuracy of the relying head: %s, %s", summary.name(), count(summary));
        line("%-36s %24s %14s %18s %7s", "taken out by", "regained", "clean", "of Pattern-CAV", "missed");
        for (TruthSummary.Corrections c : summary.corrections()) {
            line(
                    "%-36s %24s %+14.1f %18s %7d",
                    c.name(),
                    String.format(
                            Locale.ROOT,
                            "%+.1f (%+.1f .. %+.1f)",
                            100 * c.gain().value(),
                            100 * c.gain().low(),
                            100 * c.gain().high()),
                    100 * c.cleanChange(),
                    c.ofSupervised() == null ? NOTHING : Math.round(100 * c.ofSupervised()) + "%",
                    c.notFound());
        }
    }

    private void effects(TruthSummary summary) {
        line("");
        line(
                "Effect of writing the direction of the cause on log p of its class: %s, %s",
                summary.name(), count(summary));
        line("%-36s %10s %14s %18s %7s", "direction", "relying", "class first", "ignoring, size", "missed");
        for (TruthSummary.Effects e : summary.effects()) {
            line(
                    "%-36s %+10.2f %13.0f%% %18.2f %7d",
                    e.name(), e.relying(), 100 * e.firstShare(), e.ignoring(), e.notFound());
        }
    }

    private void tests(TruthSummary summary) {
        line("");
        line("Effect test of the learned concepts on the class of their cause, false discovery rate 0.05 over all"
                + " concepts and classes: causes found by the learned concepts");
        line(
                "%-12s %8s %22s %22s %16s %16s",
                "head", "causes", "class raised", "class moved", "noise, p < 0.05", "noise, moved");
        tests(summary.tests().get(0), TruthTrial.Run::relyingNoise);
        tests(summary.tests().get(1), TruthTrial.Run::ignoringNoise);
        line("Last columns: share of the pairs of held-out noise directions with p < 0.05; pairs called significant"
                + " with noise in place of all concepts, mean of the trials.");
    }

    private void tests(TruthSummary.Tests t, Function<TruthTrial.Run, EffectTest.HeldOut> noise) {
        List<EffectTest.HeldOut> all =
                results.trials().stream().map(trial -> noise.apply(trial.run())).toList();
        line(
                "%-12s %8d %22s %22s %15.1f%% %16.2f",
                t.head(),
                t.found(),
                share(t.raised(), t.found()),
                share(t.moved(), t.found()),
                100
                        * all.stream()
                                .mapToDouble(EffectTest.HeldOut::below)
                                .average()
                                .orElse(0),
                all.stream().mapToDouble(EffectTest.HeldOut::moved).average().orElse(0));
    }

    private static String share(int count, int of) {
        return of == 0 ? NOTHING : String.format(Locale.ROOT, "%d (%.1f%%)", count, 100.0 * count / of);
    }

    private static String count(TruthSummary summary) {
        int pairs = summary.relying().get(0).pairs();
        return summary.causes() + (summary.causes() == 1 ? " cause, " : " causes, ") + pairs + " pairs";
    }

    private static String shares(Interval i) {
        return String.format(Locale.ROOT, "%.1f%% (%.0f .. %.0f)", 100 * i.value(), 100 * i.low(), 100 * i.high());
    }

    private static String numbers(Interval i) {
        return String.format(Locale.ROOT, "%.2f (%.2f .. %.2f)", i.value(), i.low(), i.high());
    }

    private void line(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
