package org.eddp.study;

import java.nio.file.Path;
import java.util.Set;
import org.eddp.baselines.BaselineMethod;
import org.eddp.baselines.BaselineOptions;
import org.eddp.baselines.Nmf;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.files.FolderLock;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedFeatures;
import org.eddp.labels.Concept;
import org.eddp.metrics.Metrics.Clustering;
import org.eddp.monitor.Monitor;
import org.eddp.run.NewRun;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.RunFile;
import org.eddp.study.measure.Labelling;
import org.eddp.study.measure.Splits;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/** Directions of a feature set by another method, as a run that can be used like a learned one. */
public final class BaselineStudy {
    private BaselineStudy() {}

    /**
     * Options of a baseline.
     *
     * @param concepts number of directions; null for seven eighths of the feature width
     * @param share of the patches on which every detector fires, 1 / I for one detector per patch on average; null for
     *     the method's own thresholds
     * @param iterations at most; null for the method's own
     * @param updates how NMF factorises
     * @param dataset annotated dataset that supervised methods learn from, or null
     * @param labelsOf labelled run whose labels supervised methods learn; null for every concept that occurs often
     *     enough
     * @param network file of the network; null for its old path
     * @param threads number of threads; results do not depend on it
     * @param request the origin recorded in the run
     */
    public record Options(
            BaselineMethod method,
            Integer concepts,
            Double share,
            Integer iterations,
            Nmf.Updates updates,
            Path dataset,
            Path labelsOf,
            Path network,
            long seed,
            int threads,
            Request request) {
        /** A method with its own thresholds, seven eighths of the feature width. */
        public static Options of(BaselineMethod method) {
            int all = Runtime.getRuntime().availableProcessors();
            Nmf.Updates fast = Nmf.Updates.HIERARCHICAL;
            return new Options(method, null, null, null, fast, null, null, null, 1, all, Request.PROGRAM);
        }

        private void check() {
            if (method.supervised() && dataset == null) {
                throw new InvalidInput("method " + method.label() + " learns from labels; give an annotated dataset");
            }
            if (!method.supervised() && labelsOf != null) {
                throw new InvalidInput("labels of a run are learned by ibd and pcav; method " + method.label()
                        + " learns without labels");
            }
            if (method.supervised() && share != null) {
                throw new InvalidInput("method " + method.label()
                        + " takes its thresholds from labels; a share of the patches is for methods without them");
            }
        }

        /** The same with {@code concepts} changed. */
        public Options withConcepts(Integer changed) {
            return new Options(
                    method, changed, share, iterations, updates, dataset, labelsOf, network, seed, threads, request);
        }

        /** The same with {@code share} changed. */
        public Options withShare(Double changed) {
            return new Options(
                    method, concepts, changed, iterations, updates, dataset, labelsOf, network, seed, threads, request);
        }

        /** The same with {@code iterations} changed. */
        public Options withIterations(Integer changed) {
            return new Options(
                    method, concepts, share, changed, updates, dataset, labelsOf, network, seed, threads, request);
        }

        /** The same with {@code updates} changed. */
        public Options withUpdates(Nmf.Updates changed) {
            return new Options(
                    method, concepts, share, iterations, changed, dataset, labelsOf, network, seed, threads, request);
        }

        /** The same with {@code dataset} changed. */
        public Options withDataset(Path changed) {
            return new Options(
                    method, concepts, share, iterations, updates, changed, labelsOf, network, seed, threads, request);
        }

        /** The same with {@code labelsOf} changed. */
        public Options withLabelsOf(Path changed) {
            return new Options(
                    method, concepts, share, iterations, updates, dataset, changed, network, seed, threads, request);
        }

        /** The same with {@code network} changed. */
        public Options withNetwork(Path changed) {
            return new Options(
                    method, concepts, share, iterations, updates, dataset, labelsOf, changed, seed, threads, request);
        }

        /** The same with {@code seed} changed. */
        public Options withSeed(long changed) {
            return new Options(
                    method,
                    concepts,
                    share,
                    iterations,
                    updates,
                    dataset,
                    labelsOf,
                    network,
                    changed,
                    threads,
                    request);
        }

        /** The same with {@code threads} changed. */
        public Options withThreads(int changed) {
            return new Options(
                    method, concepts, share, iterations, updates, dataset, labelsOf, network, seed, changed, request);
        }

        /** The same with {@code request} changed. */
        public Options withRequest(Request changed) {
            return new Options(
                    method, concepts, share, iterations, updates, dataset, labelsOf, network, seed, threads, changed);
        }
    }

    /**
     * A finished run.
     *
     * @param concepts number of directions
     * @param title description of the method
     * @param clustering how the detectors divide the patches
     */
    public record Result(int concepts, String title, Clustering clustering) {}

    /** Finds directions and writes the run. */
    public static Result run(FeatureSet set, Path folder, Options options, Monitor monitor) {
        options.check();
        try (FolderLock lock = FolderLock.take(folder)) {
            return find(set, folder, options, monitor);
        }
    }

    private static Result find(FeatureSet set, Path folder, Options options, Monitor monitor) {
        BaselineMethod method = options.method();
        Set<Concept> wanted = options.labelsOf() == null ? null : labels(options.labelsOf());
        set.verify();
        BaselineOptions how = BaselineOptions.of(concepts(set, options.concepts()), options.seed())
                .withShare(options.share())
                .withIterations(options.iterations())
                .withNmfUpdates(options.updates());
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
     * Writes the directions of a finished run with other thresholds: every detector fires on a share of the patches.
     * The result is the run that the same options with this share give, but nothing is fitted again.
     *
     * @param fitted run of a method without supervision
     * @param opened the fitted run's parts, threads, and the origin of the new run
     */
    static Result firingOn(double share, Path fitted, Run.Options opened, Path folder, Monitor monitor) {
        try (FolderLock lock = FolderLock.take(folder);
                Scope scope = Scope.open();
                Run run = Run.open(fitted, opened, monitor)) {
            if (!(run.file() instanceof RunFile.BaselineRun made) || made.concepts() != null) {
                throw new InvalidInput(
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

    /** Number of directions of a method, if that does not depend on labels. */
    public static int directions(FeatureSet set, BaselineMethod method, Integer concepts) {
        return method.directions(concepts(set, concepts), set.width());
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
        NewRun.write(folder, method, how, NewRun.data(set, null), fit); // last: marks the run as finished
        try (Run run = Run.open(
                folder, Run.Options.DEFAULT.withThreads(workers.threads()).withRequest(request), Monitor.NONE)) {
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
                throw new InvalidInput("labels of " + folder + ": none of its detectors is interpretable");
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
