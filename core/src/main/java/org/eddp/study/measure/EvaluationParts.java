package org.eddp.study.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.FolderLock;
import org.eddp.files.Version;
import org.eddp.files.json.Json;
import org.eddp.labels.Concept;
import org.eddp.labels.Dissection;
import org.eddp.labels.Labels;
import org.eddp.labels.Labels.DetectorGroups;
import org.eddp.metrics.Comparison.Row;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Part;
import org.eddp.parts.Part.FinishedPart;
import org.eddp.parts.PartFolders;
import org.eddp.run.Results;
import org.eddp.run.Run;

/**
 * Evaluation by several processes: each stores counts and scores of its shards beside the metrics, and one merges them.
 * Scores depend on labels, so these come first: those of the run, or those that detectors were trained for.
 */
final class EvaluationParts {
    private static final String METRICS = "metrics";

    private final Run run;
    private final Evaluation.Options options;
    private final Monitor monitor;
    private final Splits splits;
    /** The labels of the run; null if detectors were trained for labels, or there are none. */
    private final Labels labels;

    private final List<Concept> taught;
    private final List<Sum<?>> sums;
    private final StoredSums kept;

    private EvaluationParts(
            Run run, Evaluation.Options options, Splits splits, Labels labels, List<Concept> taught, Monitor monitor) {
        this.run = run;
        this.options = options;
        this.splits = splits;
        this.labels = labels;
        this.taught = taught;
        this.monitor = monitor;
        sums = sums();
        kept = new StoredSums(
                PartFolders.of(run.path(METRICS)), run.features().units().size(), PartFolders.SHARDS, question());
    }

    static EvaluationParts of(Run run, Evaluation.Options options, Monitor monitor) {
        if (options.labelling() == null) {
            Evaluation.requireUnlabelled(run);
            return new EvaluationParts(run, options, null, null, null, monitor);
        }
        List<Concept> taught = options.taughtLabels() ? Evaluation.taught(run) : null;
        Splits splits = Splits.stored(options.labelling(), run.features(), monitor);
        Labels labels = taught == null ? labels(run, options.labelling(), splits) : null;
        return new EvaluationParts(run, options, splits, labels, taught, monitor);
    }

    /** The labels in the run, if they are those that an evaluation in one process would begin with. */
    private static Labels labels(Run run, Labelling.Options options, Splits splits) {
        String remedy = "; label it with the same options first, which can be done in parts too, then evaluate it";
        Labels known = run.read(Results.LABELS)
                .orElseThrow(() -> new FileFailure("the run " + run.folder()
                        + (run.isStale(Results.LABELS) ? " has labels of other directions" : " has no labels")
                        + ", and what parts of an evaluation score depends on them" + remedy));
        Labels asked = new Labels(
                Version.current(),
                splits.name(),
                options.counting(),
                options.threshold(),
                splits.train().images(),
                splits.val().images(),
                known.detectors());
        if (!known.equals(asked)) {
            throw new FileFailure("the labels of the run " + run.folder() + " were made by " + settings(known)
                    + ", but asked for are those by " + settings(asked) + remedy);
        }
        return known;
    }

    private static String settings(Labels labels) {
        return "eddp " + labels.eddp() + " from " + labels.dataset() + " (" + labels.trainImages()
                + " images, scored on " + labels.valImages() + ", " + labels.counting() + ", above "
                + labels.interpretableAbove() + ")";
    }

    private List<Sum<?>> sums() {
        if (splits == null) {
            return List.of(new RunSums(run).clustering(run.features()));
        }
        Labels named = labels != null ? labels : unscored();
        List<Sum<?>> all = new ArrayList<>();
        if (taught != null) {
            all.addAll(new LabelSums(run, options.labelling(), splits).all());
        }
        all.addAll(MetricSums.of(run, splits, named).all());
        if (options.linearOr()) {
            DetectorGroups groups = DetectorGroups.byLabel(named);
            all.addAll(MetricSums.combined(run, options.labelling(), splits, groups, groups.concepts(named))
                    .all());
        }
        return all;
    }

    /** Taught labels before anything was counted. */
    private Labels unscored() {
        Dissection.Counts none = Dissection.Counts.none(taught.size());
        return Labels.given(
                splits.name(),
                taught,
                none,
                none,
                options.labelling().counting(),
                options.labelling().threshold());
    }

    private Map<String, String> question() {
        Map<String, String> asked = splits == null ? LabelParts.question(run) : LabelParts.question(run, splits);
        if (splits == null) {
            asked.put("digest of the dataset", "none");
        } else {
            asked.put(
                    "digest of the labels",
                    labels == null
                            ? Digests.of(String.join(
                                    "\n", taught.stream().map(Objects::toString).toList()))
                            : Digests.of(Json.toText(labels)));
        }
        return asked;
    }

    /** Counts the units of a part, unless that was done. */
    FinishedPart run(Part part) {
        try (FolderLock lock = run.writing(kept.folders().of(part))) {
            return kept.keep(part, sums, monitor);
        }
    }

    /** Merges the counts of all parts, writes metrics into the run and removes the parts. */
    List<Row> merge() {
        try (FolderLock lock = run.writing()) {
            return kept.merge(sums, () -> {
                Evaluation evaluation = new Evaluation(run, options, splits, kept::of, monitor);
                if (splits == null) {
                    return evaluation.withoutLabels(run.features());
                }
                Labels named = labels != null ? labels : scored();
                run.write(Results.LABELS, named, run.options().command());
                return evaluation.rows(named);
            });
        }
    }

    private Labels scored() {
        return new LabelSums(run, options.labelling(), splits).given(taught, kept::of);
    }
}
