package org.eddp.study.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eddp.directions.Detectors;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.files.FolderLock;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.input.InputPreset;
import org.eddp.images.input.Preprocessing;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.labels.Concept;
import org.eddp.labels.Dissection;
import org.eddp.labels.Labels;
import org.eddp.labels.Labels.DetectorGroups;
import org.eddp.labels.PatchLabels;
import org.eddp.metrics.Comparison.Row;
import org.eddp.metrics.Metrics;
import org.eddp.metrics.Metrics.Clustering;
import org.eddp.metrics.Monosemanticity;
import org.eddp.metrics.SupervisedThresholds;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stage;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.load.Networks;
import org.eddp.parts.Distributor;
import org.eddp.parts.Part;
import org.eddp.parts.Part.FinishedPart;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.RunFile;
import org.eddp.run.RunPictures;
import org.eddp.study.measure.Sum.SumEvaluator;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/** The interpretability metrics of a run on an annotated dataset. */
public final class Evaluation {
    private final Run run;
    private final Options options;
    private final Splits splits;
    private final Monitor monitor;
    private final SumEvaluator evaluator;
    private final Workers workers;
    private final Detectors detectors;

    /**
     * An evaluation.
     *
     * @param splits null without labels
     * @param evaluator counts and scores
     */
    Evaluation(Run run, Options options, Splits splits, SumEvaluator evaluator, Monitor monitor) {
        this.run = run;
        this.options = options;
        this.splits = splits;
        this.evaluator = evaluator;
        this.monitor = monitor;
        workers = run.workers();
        detectors = run.directions().detectors();
    }

    /**
     * Options of an evaluation.
     *
     * @param labelling source of names; null for the metrics that need no labels
     * @param taughtLabels measure every detector for the concept it was trained for, instead of the one it agrees with
     *     best
     * @param linearOr also measure detectors of the same label combined
     * @param supervisedThresholds also measure the directions with the thresholds of largest F1 on the train split
     * @param embedder network whose output embeds pictures, to measure monosemanticity, or null
     * @param embedderPreprocessing name of its preprocessing
     */
    public record Options(
            Labelling.Options labelling,
            boolean taughtLabels,
            boolean linearOr,
            boolean supervisedThresholds,
            Path embedder,
            InputPreset embedderPreprocessing) {
        /** Coverage and redundancy on all images of the feature set, for pictures without annotations. */
        public static final Options DEFAULT = new Options(null, false, false, false, null, InputPreset.TORCHVISION);

        public Options {
            if (labelling == null && (taughtLabels || linearOr || supervisedThresholds)) {
                throw new InvalidInput(
                        "taught labels, detectors combined by label and supervised thresholds need an annotated"
                                + " dataset");
            }
        }

        /** The metrics alone. */
        public static Options of(Labelling.Options labelling) {
            return new Options(labelling, false, false, false, null, InputPreset.TORCHVISION);
        }

        /** The same with {@code taughtLabels} changed. */
        public Options withTaughtLabels(boolean changed) {
            return new Options(labelling, changed, linearOr, supervisedThresholds, embedder, embedderPreprocessing);
        }

        /** The same with {@code linearOr} changed. */
        public Options withLinearOr(boolean changed) {
            return new Options(labelling, taughtLabels, changed, supervisedThresholds, embedder, embedderPreprocessing);
        }

        /** The same with {@code supervisedThresholds} changed. */
        public Options withSupervisedThresholds(boolean changed) {
            return new Options(labelling, taughtLabels, linearOr, changed, embedder, embedderPreprocessing);
        }

        /** The same with {@code embedder} changed. */
        public Options withEmbedder(Path changed) {
            return new Options(labelling, taughtLabels, linearOr, supervisedThresholds, changed, embedderPreprocessing);
        }

        /** The same with {@code embedderPreprocessing} changed. */
        public Options withEmbedderPreprocessing(InputPreset changed) {
            return new Options(labelling, taughtLabels, linearOr, supervisedThresholds, embedder, changed);
        }
    }

    /**
     * Labels and measures, and writes labels and metrics into the run; without a dataset only the metrics that need no
     * labels.
     *
     * @return a row for the run, then one for each requested variant
     */
    public static List<Row> run(Run run, Options options, Monitor monitor) {
        return run(run, options, Distributor.HERE, monitor);
    }

    /**
     * The same with pixels and patches counted by a distributor. Supervised thresholds and embeddings are computed by
     * this process.
     */
    public static List<Row> run(Run run, Options options, Distributor distributor, Monitor monitor) {
        try (FolderLock lock = run.writing();
                Scope scope = Scope.open()) {
            boolean here = distributor == Distributor.HERE;
            if (!here && (options.supervisedThresholds() || options.embedder() != null)) {
                monitor.remark("supervised thresholds and embeddings are computed by this process, all else elsewhere");
            }
            SumEvaluator evaluator = SumEvaluator.by(distributor, monitor);
            if (options.labelling() == null) {
                FeatureSet set = run.features();
                return new Evaluation(run, options, null, evaluator, monitor)
                        .withoutLabels(here ? set.inMemory(Splits.IN_MEMORY, run.workers()) : set);
            }
            Splits splits = Splits.of(options.labelling(), run.features(), run.workers(), distributor, monitor);
            LabelSums counted = new LabelSums(run, options.labelling(), splits);
            Labels labels = options.taughtLabels() ? counted.given(taught(run), evaluator) : counted.closest(evaluator);
            run.write(Results.LABELS, labels, run.options().command());
            return new Evaluation(run, options, splits, evaluator, monitor).rows(labels);
        }
    }

    /**
     * Counts the units of one part, and stores the counts beside the metrics until all parts are complete. The run must
     * have its labels, unless detectors were trained for labels.
     */
    public static FinishedPart part(Run run, Options options, Part part, Monitor monitor) {
        try (Scope scope = Scope.open()) {
            return EvaluationParts.of(run, options, monitor).run(part);
        }
    }

    /**
     * Computes metrics from the counts of all parts, and writes them into the run; this process computes the undivided
     * parts.
     */
    public static List<Row> merge(Run run, Options options, Monitor monitor) {
        try (Scope scope = Scope.open()) {
            return EvaluationParts.of(run, options, monitor).merge();
        }
    }

    /** Measures labelled detectors and writes metrics into the run. */
    List<Row> rows(Labels labels) {
        String command = run.options().command();
        MetricSums sums = MetricSums.of(run, splits, labels);
        Metrics metrics = sums.metrics(labels, evaluator, workers);
        if (options.embedder() != null) {
            AnnotatedFeatures val = splits.val();
            ImageReader reader = new ImageReader();
            metrics = metrics.with(
                    monosemanticity(val.features(), image -> reader.read(val.path(image)), val.preprocessing()));
        }
        run.write(Results.METRICS, metrics, command);
        List<Row> rows = new ArrayList<>();
        rows.add(RunComparison.row(run, run.name(), metrics));
        if (options.linearOr()) {
            Row combined = linearOr(labels);
            run.write(Results.LINEAR_OR, combined.metrics(), command);
            rows.add(combined);
        }
        if (options.supervisedThresholds()) {
            rows.add(supervisedThresholds(labels));
        }
        return rows;
    }

    /** Metrics of a dataset are not replaced by those without labels. */
    static void requireUnlabelled(Run run) {
        run.read(Results.METRICS).filter(Metrics::labelled).ifPresent(known -> {
            throw new InvalidInput(run.folder() + " was evaluated on the annotated dataset " + known.dataset()
                    + ", whose numbers would be lost; name the dataset again, or remove " + Results.METRICS);
        });
    }

    /**
     * Computes the metrics that need no labels, and writes them into the run.
     *
     * @param source features of the run, from disk or memory
     */
    List<Row> withoutLabels(FeatureSource source) {
        requireUnlabelled(run);
        Clustering clustering =
                evaluator.of(new RunSums(run).clustering(source)).clustering();
        Metrics metrics = Metrics.withoutLabels(source.images(), clustering);
        if (options.embedder() != null) {
            RunPictures pictures = run.pictures();
            metrics = metrics.with(monosemanticity(source, pictures::picture, pictures.preprocessing()));
        }
        run.write(Results.METRICS, metrics, run.options().command());
        return List.of(RunComparison.row(run, run.name(), metrics));
    }

    /** The concepts that the detectors of a run were trained for. */
    static List<Concept> taught(Run run) {
        List<Concept> concepts = run.file() instanceof RunFile.BaselineRun baseline ? baseline.concepts() : null;
        if (concepts == null) {
            throw new NotTaught("the detectors of " + run.folder()
                    + " were not taught any labels; take a run of the baselines ibd or pcav, or measure the labels they"
                    + " agree with best");
        }
        return concepts;
    }

    private Monosemanticity monosemanticity(
            FeatureSource source, Monosemanticity.Pictures pictures, Preprocessing seenBy) {
        Network found = Networks.load(options.embedder());
        ImageInput input = found.input();
        Preprocessing own = options.embedderPreprocessing().preprocessing();
        Preprocessing sized =
                input.height() > 0 && input.width() > 0 ? own.withSize(input.height(), input.width()) : own;
        try (Network network = Networks.fit(found, options.embedder(), sized.cropHeight(), sized.cropWidth());
                Stage stage = monitor.stage("embed", 1000)) {
            return Monosemanticity.of(
                    source,
                    detectors,
                    pictures,
                    seenBy,
                    Monosemanticity.Embedder.of(network, sized),
                    Monosemanticity.IMAGES_PER_DETECTOR,
                    workers,
                    stage);
        }
    }

    /** Detectors of the same label as one, which fires where any of them does. */
    private Row linearOr(Labels labels) {
        DetectorGroups groups = DetectorGroups.byLabel(labels);
        MetricSums sums = MetricSums.combined(run, options.labelling(), splits, groups, groups.concepts(labels));
        Labels combined = sums.labels().given(groups.concepts(labels), evaluator);
        return new Row(run.name() + ", linear or", groups.count(), sums.metrics(combined, evaluator, workers));
    }

    private Row supervisedThresholds(Labels labels) {
        List<Concept> concepts = labels.closest();
        Set<Concept> wanted = new HashSet<>(concepts);
        wanted.remove(null);
        PatchLabels patches = PatchLabels.of(splits.train(), wanted, PatchLabels.Rule.MAJORITY, workers, Monitor.NONE);
        Detectors chosen =
                SupervisedThresholds.of(splits.train().features(), detectors, concepts, patches, workers, Monitor.NONE);
        Labels same = Labels.given(
                labels.dataset(),
                concepts,
                Dissection.run(splits.train(), chosen, workers, Monitor.NONE),
                Dissection.run(splits.val(), chosen, workers, Monitor.NONE),
                labels.counting(),
                labels.interpretableAbove());
        try (Stage stage = monitor.stage("evaluate", splits.val().images())) {
            Metrics metrics = Metrics.of(splits.val(), chosen, same, PatchLabels.Rule.MAJORITY, workers, stage);
            return new Row(run.name() + ", supervised thresholds", chosen.concepts(), metrics);
        }
    }

    /** The detectors were not trained for labels. */
    public static final class NotTaught extends InvalidInput {
        private static final long serialVersionUID = 1L;

        NotTaught(String message) {
            super(message);
        }
    }
}
