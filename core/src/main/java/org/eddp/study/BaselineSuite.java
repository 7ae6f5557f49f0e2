package org.eddp.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.eddp.baselines.BaselineMethod;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSet;
import org.eddp.files.Digests;
import org.eddp.files.FolderLock;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.files.json.Json;
import org.eddp.network.NetworkFailure;
import org.eddp.run.Run;
import org.eddp.study.measure.Evaluation;
import org.eddp.study.measure.InfluenceStudy;
import org.eddp.study.measure.Labelling;
import org.eddp.tensor.Scope;

/**
 * Other methods on the feature set of a learned run, in a fair comparison: the same number of directions, features and
 * seed. Each method without supervision is measured twice, with its own thresholds and with those of equal redundancy.
 * With the latter every detector fires on 1 / I of the patches, one detector per patch on average, as in a learned run;
 * so a method does not look better or worse only because of the share that the paper chose for it.
 *
 * <p>A method is fitted once. Finished methods are not repeated; methods that the data cannot support are skipped and
 * listed.
 */
public final class BaselineSuite {
    /** Suffix of the folder of a run with thresholds of equal redundancy. */
    private static final String EVEN = "-even";

    /** Detectors per patch above which redundancy is no longer called equal. */
    private static final double MOST_REDUNDANCY = 1.1;

    /** Without a test no random numbers are drawn. */
    private static final long UNUSED_SEED = 1;

    private final FeatureSet set;
    private final Options options;
    private final Observer observer;
    private final BiConsumer<BaselineMethod, String> leftOut;
    private final Steps steps;

    private BaselineSuite(
            FeatureSet set, Options options, Observer observer, BiConsumer<BaselineMethod, String> leftOut) {
        this.set = set;
        this.options = options;
        this.observer = observer;
        this.leftOut = leftOut;
        steps = new Steps(observer);
    }

    /**
     * Options of the suite.
     *
     * @param concepts number of directions
     * @param dataset annotated dataset, which methods with supervision learn from and all are measured on; null if
     *     there is none
     * @param network file of the network; null for its old path
     * @param threads number of threads; results do not depend on it
     */
    public record Options(
            List<BaselineMethod> methods, int concepts, Path dataset, Path network, long seed, int threads) {
        public Options {
            methods = List.copyOf(methods);
        }

        /** All methods, without an annotated dataset. */
        public static Options of(int concepts) {
            int all = Runtime.getRuntime().availableProcessors();
            return new Options(List.of(BaselineMethod.values()), concepts, null, null, 1, all);
        }

        /** The same with {@code methods} changed. */
        public Options withMethods(List<BaselineMethod> changed) {
            return new Options(changed, concepts, dataset, network, seed, threads);
        }

        /** The same with {@code dataset} changed. */
        public Options withDataset(Path changed) {
            return new Options(methods, concepts, changed, network, seed, threads);
        }

        /** The same with {@code network} changed. */
        public Options withNetwork(Path changed) {
            return new Options(methods, concepts, dataset, changed, seed, threads);
        }

        /** The same with {@code seed} changed. */
        public Options withSeed(long changed) {
            return new Options(methods, concepts, dataset, network, changed, threads);
        }

        /** The same with {@code threads} changed. */
        public Options withThreads(int changed) {
            return new Options(methods, concepts, dataset, network, seed, changed);
        }
    }

    /** Observes the work, and receives the results of its steps. */
    public interface Observer extends Steps.Observer {
        /** The request for a single step, recorded as the origin of its results. */
        Request request(Steps.Step step);

        /** A method has found its directions. */
        default void fitted(Path run, BaselineStudy.Result result) {}
    }

    /**
     * Fits every method.
     *
     * @param place folder of the runs, each in one of its own
     * @return folders of the runs, in the order of the methods
     * @throws org.eddp.monitor.Monitor.Stopped if the observer stops the work
     */
    public static List<Path> fit(FeatureSet set, Path place, Options options, Observer observer) {
        return fit(set, place, options, observer, (method, why) -> {});
    }

    /**
     * The same.
     *
     * @param leftOut receives every method that the data cannot support, and why
     */
    public static List<Path> fit(
            FeatureSet set,
            Path place,
            Options options,
            Observer observer,
            BiConsumer<BaselineMethod, String> leftOut) {
        return new BaselineSuite(set, options, observer, leftOut).fit(place);
    }

    /**
     * Measures runs alike: on the dataset, or without labels where there is none, and their influence where the head allows
     * it in closed form.
     */
    public static void judge(FeatureSet set, List<Path> runs, Options options, Observer observer) {
        BaselineSuite suite = new BaselineSuite(set, options, observer, (method, why) -> {});
        runs.forEach(suite::evaluate);
        try (Scope scope = Scope.open()) {
            if (set.readout().isEmpty()) {
                observer.remark("influence is left out: the head is more than pooling and one linear layer, so that the"
                        + " network would be asked about every image once per direction");
                return;
            }
        }
        runs.forEach(suite::influence);
    }

    /** The settings shared by all runs in a folder, so that two suites are not mixed. */
    private record Settings(String features, @Json.MayBeNull String dataset, int concepts, long seed) {}

    private List<Path> fit(Path place) {
        try (FolderLock lock = FolderLock.take(place)) {
            return fitAll(place);
        }
    }

    private List<Path> fitAll(Path place) {
        String index =
                options.dataset() == null ? null : Digests.of(options.dataset().resolve("index.csv"));
        Json.claim(
                place.resolve("baselines.json"),
                new Settings(set.digest(), index, options.concepts(), options.seed()),
                "baselines");
        List<Path> runs = new ArrayList<>();
        for (BaselineMethod method : options.methods()) {
            if (method.supervised() && options.dataset() == null) {
                leaveOut(method, "it learns from labels, and no annotated dataset is given");
                continue;
            }
            try {
                runs.add(own(method, place));
                if (!method.supervised()) {
                    runs.add(even(method, place));
                }
            } catch (InvalidInput | NetworkFailure e) {
                leaveOut(method, e.getMessage());
            }
        }
        return runs;
    }

    private void leaveOut(BaselineMethod method, String why) {
        observer.remark(method.label() + " is left out: " + why);
        leftOut.accept(method, why);
    }

    private Path own(BaselineMethod method, Path place) {
        Path run = place.resolve(method.label());
        if (!Run.isFinished(run)) {
            Request request = observer.request(step(method, run));
            BaselineStudy.Options how = BaselineStudy.Options.of(method)
                    .withConcepts(options.concepts())
                    .withDataset(method.supervised() ? options.dataset() : null)
                    .withNetwork(options.network())
                    .withSeed(options.seed())
                    .withThreads(options.threads())
                    .withRequest(request);
            steps.run(request, () -> observer.fitted(run, BaselineStudy.run(set, run, how, observer)));
        }
        return run;
    }

    private Path even(BaselineMethod method, Path place) {
        Path run = place.resolve(method.label() + EVEN);
        if (!Run.isFinished(run)) {
            int directions = method.directions(options.concepts(), set.width());
            Request request = observer.request(step(method, run).with("share", "1/" + directions));
            Path fitted = place.resolve(method.label());
            steps.run(request, () -> {
                BaselineStudy.Result result =
                        BaselineStudy.firingOn(1.0 / directions, fitted, opened(request), run, observer);
                observer.fitted(run, result);
                doubt(method, result.clustering().redundancy());
            });
        }
        return run;
    }

    /** If the largest values are equal, as below a saturating activation, no threshold selects only some of them. */
    private void doubt(BaselineMethod method, double redundancy) {
        if (redundancy > MOST_REDUNDANCY) {
            observer.remark(String.format(
                    Locale.ROOT,
                    "%s: %.1f detectors fire on a patch instead of 1, because many patches have the largest value"
                            + " there is, as below an activation with an upper limit; no threshold tells them apart, and a"
                            + " detector that does not vary where it fires has no signal vector",
                    method.label() + EVEN,
                    redundancy));
        }
    }

    private Steps.Step step(BaselineMethod method, Path run) {
        Steps.Step step = new Steps.Step("baseline")
                .with("features", set.folder())
                .with("method", method.label())
                .with("concepts", options.concepts());
        return (method.supervised() ? step.with("dataset", options.dataset()) : step)
                .with("seed", options.seed())
                .with("overwrite", "")
                .with("out", run);
    }

    private void evaluate(Path run) {
        Steps.Step step = new Steps.Step("evaluate").with("run", run);
        if (options.dataset() == null) {
            steps.evaluate(run, opened(observer.request(step)), Evaluation.Options.DEFAULT);
        } else {
            Evaluation.Options how = Evaluation.Options.of(Labelling.Options.of(options.dataset()));
            steps.evaluate(run, opened(observer.request(step.with("dataset", options.dataset()))), how);
        }
    }

    private void influence(Path run) {
        Steps.Step step = new Steps.Step("influence").with("run", run).with("no-test", "");
        steps.influence(
                run,
                opened(observer.request(step)),
                InfluenceStudy.Options.of(UNUSED_SEED).withTested(false));
    }

    private Run.Options opened(Request request) {
        return Run.Options.DEFAULT
                .withNetwork(options.network())
                .withFeatures(set.folder())
                .withThreads(options.threads())
                .withRequest(request);
    }
}
