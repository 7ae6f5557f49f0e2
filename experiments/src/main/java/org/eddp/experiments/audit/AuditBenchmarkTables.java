package org.eddp.experiments.audit;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eddp.experiments.audit.FlawTrial.Separated;
import org.eddp.experiments.audit.RateSummary.Found;

/** The benchmark of planted flaws as text. Used once. */
final class AuditBenchmarkTables {
    private static final String NOTHING = "-";

    private final AuditBenchmarkResults results;
    private final StringBuilder text = new StringBuilder();

    AuditBenchmarkTables(AuditBenchmarkResults results) {
        this.results = results;
    }

    String text() {
        results.rates().forEach(rate -> found(rate, "all networks"));
        results.harmful().stream()
                .filter(rate -> results.rates().stream()
                        .noneMatch(all -> all.percent() == rate.percent() && all.networks() == rate.networks()))
                .forEach(rate -> found(rate, "networks that the mark harms"));
        twins();
        kinds();
        lost();
        repair();
        return text.toString();
    }

    private void found(RateSummary rate, String which) {
        line("Flaw on %d %% of its class, %s: %d", rate.percent(), which, rate.networks());
        line(
                "%-10s %-20s %17s %17s %12s %12s %12s",
                "directions", "ranking", "first", "within 3", "median rank", "above line", "wrong alarms");
        for (Found f : rate.rankings()) {
            line(
                    "%-10s %-20s %17s %17s %12.1f %12s %12s",
                    f.set(),
                    f.ranking(),
                    share(f.first(), f.networks()),
                    share(f.near(), f.networks()),
                    f.median(),
                    f.named() == null ? NOTHING : f.named(),
                    f.wrong() == null ? NOTHING : f.wrong());
        }
        line("");
    }

    private void twins() {
        line("Clean twins: %d", results.twins().networks());
        line("%-10s %22s %10s", "directions", "with a false alarm", "suspects");
        for (TwinSummary.Alarms a : results.twins().alarms()) {
            line("%-10s %22s %10d", a.set(), share(a.networks(), a.twins()), a.suspects());
        }
        line("");
    }

    /** The audit of the learned pairs by kind of mark. */
    private void kinds() {
        line("Audit of the learned pairs by kind of mark: rank of the flaw, IoU of its concepts");
        line(
                "%-12s %6s %9s %8s %8s %12s %14s",
                "kind", "rate", "networks", "first", "within 3", "median IoU", "median taken");
        Set<String> kinds = new LinkedHashSet<>();
        results.trials().forEach(t -> kinds.add(t.settings().kind()));
        for (String kind : kinds) {
            for (RateSummary rate : results.rates()) {
                List<FlawTrial> of = results.trials().stream()
                        .filter(t -> t.settings().kind().equals(kind) && t.percent() == rate.percent())
                        .toList();
                if (!of.isEmpty()) {
                    kind(kind, rate.percent(), of);
                }
            }
        }
        line("Last column: share of marked test pictures of other classes that are taken for the planted class.");
        line("");
    }

    private void kind(String kind, int percent, List<FlawTrial> of) {
        line(
                "%-12s %5d%% %9d %8d %8d %12.2f %13.0f%%",
                kind,
                percent,
                of.size(),
                of.stream().filter(t -> t.audit().within(1)).count(),
                of.stream().filter(t -> t.audit().within(3)).count(),
                RateSummary.median(of, t -> t.sets().get(0).iou()),
                100 * RateSummary.median(of, t -> t.accuracy().markedTaken()));
    }

    private void lost() {
        line("Flaws that the audit of the learned pairs does not have first, and the step that loses them");
        line("%6s %9s %18s %18s %18s", "rate", "not first", "mark is harmless", "not separated", "score too low");
        for (RateSummary rate : results.rates()) {
            RateSummary.Lost lost = rate.lost();
            line(
                    "%5d%% %9d %18d %18d %18d",
                    rate.percent(), lost.networks(), lost.harmless(), lost.unseparated(), lost.unseen());
        }
        separation();
        line("");
    }

    private void separation() {
        List<FlawTrial> flawed =
                results.trials().stream().filter(FlawTrial::isFlawed).toList();
        Set<String> sets = new LinkedHashSet<>();
        flawed.forEach(t -> t.sets().forEach(s -> sets.add(s.set())));
        line("Marks that directions separate: IoU of their concepts at least 0.1 above chance");
        line("%-10s %17s %12s %18s", "directions", "separated", "median IoU", "best concept alone");
        for (String set : sets) {
            List<Separated> all = flawed.stream()
                    .flatMap(t -> t.sets().stream())
                    .filter(s -> s.set().equals(set))
                    .toList();
            line(
                    "%-10s %17s %12.2f %18.2f",
                    set,
                    share((int) all.stream().filter(Separated::found).count(), all.size()),
                    RateSummary.median(all, Separated::iou),
                    RateSummary.median(all, Separated::best));
        }
    }

    private void repair() {
        line("First suggestion against the supervised repair, where the mark harms and the suggestion names the flaw");
        line("%6s %9s %16s %22s %14s", "rate", "networks", "median regained", "median clean change", "lowest");
        for (RateSummary rate : results.rates()) {
            RateSummary.Repaired r = rate.repair();
            line(
                    "%5d%% %9d %16s %22s %14s",
                    rate.percent(),
                    r.networks(),
                    r.regained() == null ? NOTHING : String.format(Locale.ROOT, "%.0f%%", 100 * r.regained()),
                    points(r.cleanChange()),
                    points(r.worst()));
        }
    }

    private static String points(Double change) {
        return change == null ? NOTHING : String.format(Locale.ROOT, "%+.1f points", 100 * change);
    }

    private static String share(int count, int of) {
        return of == 0 ? NOTHING : String.format(Locale.ROOT, "%d of %d (%.0f%%)", count, of, 100.0 * count / of);
    }

    private void line(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
