package org.eddp.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.eddp.audit.Audit;
import org.eddp.failure.Failure;
import org.eddp.features.FeatureSet;
import org.eddp.learning.LearningResult.LossCurve;
import org.eddp.metrics.Metrics;
import org.eddp.metrics.Metrics.Clustering;
import org.eddp.monitor.Monitor;
import org.eddp.run.Result;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.RunFile;
import org.eddp.study.AuditDecisions;
import org.eddp.tensor.Scope;

/** Collects the results of a run for its page; parts that cannot be shown are left out with a note. */
final class RunContents {
    private static final String OUTDATED =
            " was computed with other directions, before the run was learned again; repeat the command";

    private final Run run;
    private final int most;
    private final int pictures;
    private final Monitor monitor;
    private final List<String> notes = new ArrayList<>();
    private String movesNote = "";

    RunContents(Run run, int most, int pictures, Monitor monitor) {
        this.run = run;
        this.most = most;
        this.pictures = pictures;
        this.monitor = monitor;
    }

    /** All results of the current directions. */
    RunReport.Content content() {
        Optional<FeatureSet> features = features();
        Clustering clustering = features.map(this::clustering).orElse(null);
        Audit audit = current(Results.AUDIT);
        return new RunReport.Content(
                run.provenance().network() + ", layer " + run.provenance().layer(),
                run.directions().concepts(),
                features.map(FeatureSet::patches).orElse(0L),
                clustering,
                clustering == null ? List.of() : cards(clustering),
                movesNote,
                current(Results.HEALTH),
                audit,
                audit == null ? null : AuditDecisions.of(run),
                history(),
                current(Results.LABELS),
                current(Results.WORDS),
                run.conceptNames().all(),
                metrics(),
                commands(),
                current(Results.INFLUENCE),
                all(Results.EXPLANATIONS),
                all(Results.EDITS),
                all(Results.CORRECTIONS),
                current(Results.DREAMS),
                notes,
                run.options().command());
    }

    /** Empty with a note if they are gone: the rest of the page does not need them. */
    private Optional<FeatureSet> features() {
        try {
            return Optional.of(run.features());
        } catch (Failure e) {
            notes.add("how often each detector fires: " + e.getMessage());
            return Optional.empty();
        }
    }

    private Clustering clustering(FeatureSet set) {
        try (Scope scope = Scope.open()) {
            return Clustering.of(set, run.directions().detectors(), run.workers());
        }
    }

    /** Empty for baselines, which record no losses. */
    private List<LossCurve> history() {
        return run.file() instanceof RunFile.LearnedRun learned ? learned.history() : List.of();
    }

    /** Empty with a note if images or features are gone. */
    private List<RunReport.Card> cards(Clustering clustering) {
        if (pictures == 0) {
            return List.of();
        }
        try {
            int concepts = run.directions().concepts();
            List<RunReport.Card> cards = new ArrayList<>();
            try (Monitor.Stage stage = monitor.stage("pictures", 1000)) {
                ConceptRanking ranking = ConceptRanking.of(
                        run,
                        run.conceptNames(),
                        clustering.sizes(),
                        run.features().patches());
                movesNote = ranking.note();
                ConceptExamples examples = new ConceptExamples(run, pictures, stage.part(0, 0.5));
                Monitor drawing = stage.part(0.5, 1);
                IntFunction<RunReport.Card> card = place -> {
                    ConceptRanking.Ranked ranked = ranking.concepts().get(place);
                    return new RunReport.Card(
                            ranked.concept(), examples.apply(ranked.concept()), ranked.effects(), ranked.last());
                };
                run.workers().forEachAhead(concepts, card::apply, made -> {
                    drawing.check("the report");
                    cards.add(made);
                    drawing.onProgress(cards.size(), concepts);
                });
            }
            return cards;
        } catch (Failure e) {
            notes.add("pictures of the concepts: " + e.getMessage());
            return List.of();
        }
    }

    /**
     * A result, or null if there is none. A stale result also gives null, and a note: the run was learned again after the result
     * was computed.
     */
    private <T> T current(Result<T> result) {
        if (run.isStale(result)) {
            notes.add(run.path(result) + OUTDATED);
        }
        return run.read(result).orElse(null);
    }

    /** Null also for metrics without labels, because coverage and redundancy are computed here anyway. */
    private Metrics metrics() {
        Metrics metrics = current(Results.METRICS);
        return metrics != null && metrics.labelled() ? metrics : null;
    }

    private <T> List<T> all(Result<T> result) {
        List<Path> files = run.files(result);
        List<T> found = new ArrayList<>();
        List<Path> outdated = new ArrayList<>();
        int looked = 0;
        while (looked < files.size() && found.size() < most) {
            Path file = files.get(looked++);
            run.read(result, file).ifPresentOrElse(found::add, () -> outdated.add(file));
        }
        if (!outdated.isEmpty()) {
            String others = outdated.size() == 1 ? "" : ", like " + (outdated.size() - 1) + " others there,";
            notes.add(outdated.get(0) + others + OUTDATED);
        }
        if (looked < files.size()) {
            notes.add(files.size() - looked + " of " + files.size() + " in " + run.path(result)
                    + ", more than the page was asked to show");
        }
        return found;
    }

    private Map<String, String> commands() {
        Map<String, String> commands = new TreeMap<>();
        for (Result<?> result : List.of(Results.DIRECTIONS, Results.LABELS, Results.METRICS, Results.LINEAR_OR)) {
            run.made(result).map(Result.Made::command).ifPresent(command -> commands.put(result.name(), command));
        }
        return commands;
    }
}
