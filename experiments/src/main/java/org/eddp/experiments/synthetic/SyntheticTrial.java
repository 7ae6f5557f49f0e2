package org.eddp.experiments.synthetic;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.eddp.directions.Term;
import org.eddp.experiments.Experiment;
import org.eddp.experiments.Experiment.Checkpoints;
import org.eddp.experiments.synthetic.SyntheticExperiment.SyntheticOptions;
import org.eddp.experiments.training.LinearClassifier;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.Learner;
import org.eddp.learning.LearningMonitor;
import org.eddp.learning.LearningResult;
import org.eddp.run.RunInProgress;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/** The synthetic experiment for one seed. */
final class SyntheticTrial {
    /** The paper's two-layer network is average pooling and one linear layer. */
    private static final LinearClassifier.Options TRAINING =
            LinearClassifier.Options.of(4000, 0.0005).withBatch(1024);

    private final SyntheticOptions options;
    private final Session session;
    private final TrueDirections basis;
    private final SyntheticData data;
    private final Map<String, Double> seconds = new ConcurrentSkipListMap<>();

    private SyntheticTrial(SyntheticOptions options, Session session) {
        this.options = options;
        this.session = session;
        SplittableRandom random = new SplittableRandom(options.seed());
        basis = options.randomBasis()
                ? TrueDirections.random(options.dim(), options.concepts(), options.distractors(), random.split())
                : TrueDirections.paper();
        data = SyntheticData.generate(options, basis, random.split());
    }

    /**
     * The environment of a trial.
     *
     * @param folder of the runs {@code eddp} and {@code without-fso}
     * @param checkpoints how it resumes after an interruption
     * @param workers threads: the two runs of a trial are made side by side
     * @param monitor given the name of a run, watches it
     */
    record Session(Path folder, Checkpoints checkpoints, Workers workers, Function<String, LearningMonitor> monitor) {}

    /** Makes the experiment. */
    static Experiment.Trial<SyntheticResults> run(SyntheticOptions options, Session session) {
        SyntheticTrial trial = new SyntheticTrial(options, session);
        return new Experiment.Trial<>(trial.run(), List.of(), trial.seconds);
    }

    private SyntheticResults run() {
        SplittableRandom networkRandom = new SplittableRandom(~options.seed());
        LinearClassifier network = LinearClassifier.train(
                data.pooled(), data.classes(), options.classes(), TRAINING, networkRandom.split());
        Head head = Head.of(network.readout(), new Grid(1, SyntheticData.PATCHES));
        SyntheticData test = SyntheticData.generate(options, basis, networkRandom.split());
        LearnOptions learn = options.learning();
        LearnOptions.Joint joint = learn.joint();
        LearnOptions ablated =
                learn.withJoint(joint.withObjective(joint.objective().without(Term.FILTER_SIGNAL_ORTHOGONALITY)));
        // side by side, a thread each: one run is too small to be shared among threads
        List<SyntheticResults.Learned> runs = new ArrayList<>();
        session.workers()
                .forEach(2, i -> i == 0 ? learn("eddp", learn, head) : learn("without-fso", ablated, head), runs::add);
        return new SyntheticResults(
                new SyntheticResults.Settings(
                        options.seed(),
                        options.dim(),
                        options.concepts(),
                        options.distractors(),
                        options.groups(),
                        options.resolvedImagesPerClass(),
                        options.randomBasis(),
                        basis.signals().toArrays(),
                        basis.distractors().toArrays()),
                new SyntheticResults.Network(
                        network.accuracy(data.pooled(), data.classes()),
                        network.accuracy(test.pooled(), test.classes()),
                        options.classes()),
                EstimatorComparison.run(data, basis),
                runs.get(0),
                runs.get(1),
                BaselineComparison.run(data, basis, options));
    }

    private SyntheticResults.Learned learn(String name, LearnOptions learn, Head head) {
        Map<String, Object> provenance = new TreeMap<>(Map.of("experiment", "synthetic", "options", options));
        RunInProgress folder = new RunInProgress(
                session.folder().resolve(name),
                learn,
                provenance,
                session.checkpoints().resume(),
                session.checkpoints().seconds());
        long begin = System.nanoTime();
        LearningResult learned = folder.finished();
        if (learned == null) {
            try (Scope scope = Scope.open();
                    Workers single = new Workers(1)) {
                DenseFeatures features = new DenseFeatures(
                        Tensor.of(data.features(), DType.FLOAT32), new Grid(1, SyntheticData.PATCHES));
                learned = new Learner(features, learn)
                        .head(head)
                        .workers(single)
                        .monitor(session.monitor().apply(name))
                        .checkpoints(folder)
                        .learn();
            }
            folder.finish(learned);
        }
        seconds.put(name, (System.nanoTime() - begin) / 1e9);
        return Recovery.measure(learned.directions(), data, basis, learned.curves());
    }
}
