package org.eddp.study;

import java.nio.file.Path;
import java.util.Set;
import org.eddp.baselines.BaselineMethod;
import org.eddp.baselines.BaselineOptions;
import org.eddp.baselines.Nmf;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.files.FolderLock;
import org.eddp.files.Request;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.labels.Concept;
import org.eddp.metrics.Clustering;
import org.eddp.metrics.Quantiles.Saturated;
import org.eddp.monitor.Monitor;
import org.eddp.run.NewRun;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.RunFile;
import org.eddp.study.measure.Labelling;
import org.eddp.study.measure.Splits;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/** Directions of a feature set by another method, as a run that everything takes that takes a learned one. */
public final class BaselineStudy {
    private BaselineStudy() {}

    /**
     * Which method, and how.
     *
     * @param method its name
     * @param concepts number of directions; null for seven eighths of the feature width
     * @param share of the patches on which every detector fires, 1 / I for one detector per patch on average; null for the
     *     method's own thresholds
     * @param iterations at most; null for the method's own
     * @param multiplicative factorise with multiplicative updates, as in the paper
     * @param dataset annotated dataset that supervised methods learn from, or null
     * @param labelsOf labelled run whose labels supervised methods learn; null for every concept that occurs often enough
     * @param network file of the network; null for where it was
     * @param threads number of threads; results do not depend on it
     * @param request what the run says it was made by
     */
    public record Options(
            String method,
            Integer concepts,
            Double share,
            Integer iterations,
            boolean multiplicative,
            Path dataset,
            Path labelsOf,
            Path network,
            long seed,
            int threads,
            Request request) {
        public Options {
            BaselineMethod chosen = BaselineMethod.named(method);
            if (chosen.supervised() && dataset == null) {
                throw new IllegalArgumentException(
                        "method " + method + " learns from labels; give an annotated dataset");
            }
            if (!chosen.supervised() && labelsOf != null) {
                throw new IllegalArgumentException(
                        "labels of a run are learned by ibd and pcav; method " + method + " learns without labels");
            }
            if (chosen.supervised() && share != null) {
                throw new IllegalArgumentException("method " + method
                        + " takes its thresholds from labels; a share of the patches is for methods without them");
            }
        }
    }

    /**
     * A finished run.
     *
     * @param concepts number of directions
     * @param title what the method is
     * @param clustering how the detectors divide the patches
     */
    public record Result(int concepts, String title, Clustering clustering) {}

    /** Finds directions and writes the run. */
    public static Result run(FeatureSet set, Path folder, Options options, Monitor monitor) {
        try (FolderLock lock = FolderLock.take(folder)) {
            return find(set, folder, options, monitor);
        }
    }

    private static Result find(FeatureSet set, Path folder, Options options, Monitor monitor) {
        BaselineMethod method = BaselineMethod.named(options.method());
        Set<Concept> wanted = options.labelsOf() == null ? null : labels(options.labelsOf());
        set.verify();
        BaselineOptions how = new BaselineOptions(
                concepts(set, options.concepts()),
                options.share(),
                Saturated.FIRES,
                options.iterations(),
                options.multiplicative() ? Nmf.Updates.MULTIPLICATIVE : Nmf.Updates.HIERARCHICAL,
                options.seed(),
                BaselineOptions.Supervised.USUAL);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(options.threads());
                HeadSource heads = new HeadSource(set, options.network(), monitor)) {
            FeatureSource source = set.inMemory(Splits.IN_MEMORY);
            BaselineMethod.Fit fit;
            try (Monitor.Stage stage = monitor.stage(method.label(), 1000)) {
                fit = method.fit(data(method, set, source, heads, options.dataset(), wanted), how, workers, stage);
            }
            return write(set, source, folder, options.network(), method, how, fit, workers, options.request());
        }
    }

    /**
     * Writes the directions of a finished run once more, with other thresholds: every detector fires on a share of the
     * patches. The result is the run that the same options with this share give, but nothing is fitted again.
     *
     * @param fitted run of a method without supervision
     * @param opened the fitted run's parts, threads, and what the new run says it was made by
     */
    public static Result firingOn(double share, Path fitted, Run.Options opened, Path folder, Monitor monitor) {
        try (FolderLock lock = FolderLock.take(folder);
                Scope scope = Scope.open();
                Run run = Run.open(fitted, opened, monitor)) {
            if (!(run.file() instanceof RunFile.BaselineRun made) || made.concepts() != null) {
                throw new IllegalArgumentException(
                        fitted + " is not the run of a method without supervision, so its thresholds stay as they are");
            }
            BaselineMethod method = BaselineMethod.named(made.method());
            FeatureSet set = run.features();
            FeatureSource source = set.inMemory(Splits.IN_MEMORY);
            BaselineOptions how = made.options().withShare(share);
            BaselineMethod.Fit fit;
            try (Monitor.Stage stage = monitor.stage(method.label() + ", thresholds", 1000)) {
                fit = new BaselineMethod.Fit(run.directions(), made.details(), null)
                        .firingOn(share, source, how.saturated(), run.workers(), stage);
            }
            return write(set, source, folder, opened.network(), method, how, fit, run.workers(), opened.request());
        }
    }

    /** Directions that a method gives, as far as that does not depend on labels. */
    public static int directions(FeatureSet set, String method, Integer concepts) {
        return BaselineMethod.named(method).directions(concepts(set, concepts), set.width());
    }

    private static int concepts(FeatureSet set, Integer asked) {
        return asked != null ? asked : Math.max(1, set.width() * 7 / 8);
    }

    private static Result write(
            FeatureSet set,
            FeatureSource source,
            Path folder,
            Path network,
            BaselineMethod method,
            BaselineOptions how,
            BaselineMethod.Fit fit,
            Workers workers,
            Request request) {
        NewRun.writeOrigin(folder, set, network);
        NewRun.write(folder, method, how, NewRun.data(set, null), fit); // last: says that it is finished
        try (Run run = Run.open(folder, Run.Options.of(workers.threads(), request), Monitor.NONE)) {
            run.note(Results.DIRECTIONS, request.command());
        }
        return new Result(
                fit.directions().concepts(),
                method.title(),
                Clustering.of(source, fit.directions().detectors(), workers));
    }

    private static Set<Concept> labels(Path folder) {
        try (Run run = Run.open(folder)) {
            Set<Concept> concepts = Labelling.labels(run).concepts();
            if (concepts.isEmpty()) {
                throw new IllegalArgumentException("labels of " + folder + ": none of its detectors is interpretable");
            }
            return concepts;
        }
    }

    private static BaselineMethod.Data data(
            BaselineMethod method,
            FeatureSet set,
            FeatureSource source,
            HeadSource heads,
            Path dataset,
            Set<Concept> wanted) {
        BaselineMethod.Data data =
                BaselineMethod.Data.of(source, set.info().provenance().activation());
        if (method.usesHead()) {
            data = data.with(heads.head());
        }
        if (method.supervised()) {
            AnnotatedFeatures train = AnnotatedFeatures.of(
                    AnnotatedDataset.read(dataset),
                    "train",
                    source,
                    set.records(),
                    set.info().provenance().preprocessing());
            data = data.with(train, wanted);
        }
        return data;
    }
}
