package org.eddp.experiments.truth;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eddp.directions.LossOptions;
import org.eddp.experiments.truth.TruthTrial.Effect;
import org.eddp.experiments.truth.TruthTrial.Pair;
import org.eddp.experiments.truth.TruthTrial.Planted;
import org.eddp.experiments.truth.TruthTrial.Said;
import org.eddp.experiments.truth.TruthTrial.Signal;
import org.eddp.experiments.truth.TruthTrial.StepRequest;
import org.eddp.experiments.truth.TruthTrial.Taken;
import org.eddp.experiments.truth.TruthTrial.Tested;
import org.eddp.experiments.truth.TruthTrial.TestedHead;
import org.eddp.explain.UndecidedPoint;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Head;
import org.eddp.influence.Influence;
import org.eddp.influence.InfluenceOptions;
import org.eddp.influence.InfluenceOptions.Noise;
import org.eddp.influence.Sensitivity;
import org.eddp.intervene.Correction;
import org.eddp.math.Vectors;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/** Compares the answers of methods with the known causes. */
final class TrialStudy {
    private static final int RANDOM_DIRECTIONS = 5;
    /** A size within this factor of the smallest allowed is counted as the smallest. */
    private static final double AT_BOUND = 1.05;

    private final TrialData data;
    private final TrialConcepts concepts;
    private final Head relying;
    private final Head ignoring;
    private final List<Method> methods;
    private final PointMethod undecided;
    private final LossOptions losses;
    private final long seed;
    private final Workers workers;
    private final Matrix cleanRelying;
    private final Matrix cleanIgnoring;
    private final Influence testedRelying;
    private final Influence testedIgnoring;

    TrialStudy(
            TrialData data,
            TrialConcepts concepts,
            Head relying,
            Head ignoring,
            LossOptions losses,
            long seed,
            Workers workers) {
        this.data = data;
        this.concepts = concepts;
        this.relying = relying;
        this.ignoring = ignoring;
        this.losses = losses;
        this.seed = seed;
        this.workers = workers;
        UndecidedPoint point = UndecidedPoint.damped(losses.damping());
        methods = Methods.of(concepts, data, relying, point);
        undecided = new PointMethod("", concepts.learned(), data, relying, point);
        cleanRelying = logits(relying, data.clean().features(), null);
        cleanIgnoring = logits(ignoring, data.clean().features(), null);
        testedRelying = tested(relying);
        testedIgnoring = tested(ignoring);
    }

    /** Names of the methods, in order. */
    List<String> methods() {
        return methods.stream().map(Method::name).toList();
    }

    TruthTrial.Run run(String layer) {
        return new TruthTrial.Run(
                layer,
                data.classes(),
                data.relying().labels().length,
                data.clean().labels().length,
                accuracy(cleanRelying),
                accuracy(cleanIgnoring),
                entropyShare(),
                smallest(),
                testedRelying.test().heldOut(),
                testedIgnoring.test().heldOut());
    }

    List<Planted> causes(Monitor monitor) {
        Matrix[] effects = {effects(relying), effects(ignoring)};
        List<Planted> all = new ArrayList<>();
        for (int m = 0; m < data.causes().size(); m++) {
            Matrix changedRelying = logits(relying, data.changed().get(m).features(), null);
            Matrix changedIgnoring = logits(ignoring, data.changed().get(m).features(), null);
            Cause cause = data.causes().get(m);
            all.add(new Planted(
                    cause.kind(),
                    data.classes().get(cause.label()),
                    cause.label(),
                    found(m),
                    accuracy(changedRelying),
                    accuracy(changedIgnoring),
                    pairs(m, changedRelying, changedIgnoring, monitor),
                    signals(m),
                    corrections(m, accuracy(changedRelying)),
                    effects(m, effects),
                    tests(m)));
            monitor.onProgress(m + 1, data.causes().size());
        }
        return all;
    }

    private List<TruthTrial.Concepts> found(int cause) {
        return concepts.searched().entrySet().stream()
                .map(e -> new TruthTrial.Concepts(
                        e.getKey(),
                        Arrays.stream(e.getValue().groups().get(cause)).boxed().toList(),
                        e.getValue().overlaps().get(cause).iou(),
                        e.getValue().overlaps().get(cause).chance()))
                .toList();
    }

    private List<Pair> pairs(int cause, Matrix changedRelying, Matrix changedIgnoring, Monitor monitor) {
        List<Pair> pairs = new ArrayList<>();
        for (int n : data.pairs().get(cause)) {
            monitor.check("measuring a trial");
            CauseSet changed = data.changed().get(cause);
            Matrix rows = changed.rows(n);
            BitSet cells = changed.cells(cause, n);
            pairs.add(new Pair(
                    changed.names().get(n),
                    changed.labels()[n],
                    cells.cardinality(),
                    length(meanChange(cause, n, null)),
                    asked(cause, rows, cells, relying, difference(changedRelying, cleanRelying, n)),
                    asked(cause, rows, cells, ignoring, difference(changedIgnoring, cleanIgnoring, n))));
        }
        return pairs;
    }

    private StepRequest asked(int cause, Matrix rows, BitSet cells, Head head, double[] change) {
        EffectQuery question = new EffectQuery(
                rows, cells, cause, head, data.causes().get(cause).label());
        List<Said> said =
                methods.stream().map(method -> Said.of(method.answer(question))).toList();
        return new StepRequest(change, said);
    }

    private static double[] difference(Matrix after, Matrix before, int row) {
        double[] change = after.rowCopy(row);
        for (int k = 0; k < change.length; k++) {
            change[k] -= before.get(row, k);
        }
        return change;
    }

    /** Mean change of the features of a picture over some cells, or over all if null. */
    private double[] meanChange(int cause, int picture, BitSet cells) {
        Matrix change =
                data.changed().get(cause).rows(picture).minus(data.clean().rows(picture));
        double[] mean = new double[change.columns()];
        int[] asked = cells == null
                ? IntStream.range(0, change.rows()).toArray()
                : cells.stream().toArray();
        for (int p : asked) {
            for (int d = 0; d < mean.length; d++) {
                mean[d] += change.get(p, d) / asked.length;
            }
        }
        return mean;
    }

    private static double length(double[] vector) {
        return Math.sqrt(Arrays.stream(vector).map(x -> x * x).sum());
    }

    private List<Signal> signals(int cause) {
        double[] truth = new double[data.clean().features().width()];
        for (int n : data.pairs().get(cause)) {
            double[] change = meanChange(cause, n, data.changed().get(cause).cells(cause, n));
            for (int d = 0; d < truth.length; d++) {
                truth[d] += change[d];
            }
        }
        List<Signal> signals = new ArrayList<>();
        concepts.pairs().forEach((name, set) -> {
            Double cosine = set.found(cause) ? Vectors.cosine(set.signal(cause), truth) : null;
            signals.add(new Signal(name, cosine));
        });
        return signals;
    }

    private List<Taken> corrections(int cause, double uncorrected) {
        List<Taken> all = new ArrayList<>();
        concepts.pairs().forEach((name, set) -> {
            Correction correction = correction(set, cause);
            all.add(correction == null ? new Taken(name, uncorrected, 0, false) : taken(name, correction, cause));
        });
        Correction own = correction(concepts.learned(), cause);
        if (own == null) {
            all.add(new Taken("random direction", uncorrected, 0, false));
        } else {
            List<Taken> random = new ArrayList<>();
            for (int r = 0; r < RANDOM_DIRECTIONS; r++) {
                random.add(taken("random direction", own.withRandomDirections(RANDOM_DIRECTIONS * seed + r), cause));
            }
            all.add(new Taken(
                    "random direction",
                    random.stream().mapToDouble(Taken::changed).average().orElse(0),
                    random.stream().mapToDouble(Taken::cleanChange).average().orElse(0),
                    true));
        }
        return all;
    }

    private Taken taken(String name, Correction correction, int cause) {
        return new Taken(
                name,
                accuracy(logits(relying, data.changed().get(cause).features(), correction)),
                accuracy(logits(relying, data.clean().features(), correction)) - accuracy(cleanRelying),
                true);
    }

    /** Removes the concepts of a cause; null if that is impossible. */
    private Correction correction(ConceptSet set, int cause) {
        int[] usable = Arrays.stream(set.groups().get(cause))
                .filter(i -> set.directions().hasSignal(i) && set.statistics().without()[i] > 0)
                .toArray();
        return usable.length == 0
                ? null
                : Correction.of(
                        set.directions(),
                        usable,
                        set.statistics(),
                        data.relying().features().activation());
    }

    /** Mean change of log p of all classes for the direction of every cause (columns of causes, set by set). */
    private Matrix effects(Head head) {
        int causes = data.causes().size();
        List<ConceptSet> sets = List.copyOf(concepts.pairs().values());
        Matrix directions = new Matrix(data.clean().features().width(), causes * sets.size());
        for (int s = 0; s < sets.size(); s++) {
            for (int m = 0; m < causes; m++) {
                double[] signal = sets.get(s).signal(m);
                for (int d = 0; d < signal.length; d++) {
                    directions.set(d, s * causes + m, signal[d]);
                }
            }
        }
        try (Sensitivity sensitivity =
                Sensitivity.of(head, data.clean().features(), Sensitivity.Perturbation.DEFAULT, workers)) {
            return sensitivity.measure(directions).effects();
        }
    }

    private List<Effect> effects(int cause, Matrix... ofHeads) {
        List<Effect> all = new ArrayList<>();
        int label = data.causes().get(cause).label();
        int row = cause;
        for (Map.Entry<String, ConceptSet> set : concepts.pairs().entrySet()) {
            if (set.getValue().found(cause)) {
                double[] changes = ofHeads[0].rowCopy(row);
                int rank = 1
                        + (int) Arrays.stream(changes)
                                .filter(x -> x > changes[label])
                                .count();
                all.add(new Effect(set.getKey(), changes[label], rank, ofHeads[1].get(row, label)));
            } else {
                all.add(new Effect(set.getKey(), null, null, null));
            }
            row += data.causes().size();
        }
        return all;
    }

    /** The effects of all learned concepts on all classes in clean pictures, compared with noise as {@code eddp influence} does. */
    private Influence tested(Head head) {
        try (Sensitivity sensitivity =
                Sensitivity.of(head, data.clean().features(), Sensitivity.Perturbation.DEFAULT, workers)) {
            return Influence.test(
                    data.relying().features(),
                    concepts.learned().directions(),
                    concepts.means().directions(),
                    sensitivity,
                    InfluenceOptions.of(seed).withNoise(Noise.of(seed).withDirections(0)),
                    workers,
                    Monitor.NONE);
        }
    }

    private List<Tested> tests(int cause) {
        int label = data.causes().get(cause).label();
        return Arrays.stream(concepts.learned().groups().get(cause))
                .mapToObj(i -> new Tested(i, test(testedRelying, i, label), test(testedIgnoring, i, label)))
                .toList();
    }

    private static TestedHead test(Influence tested, int concept, int label) {
        return new TestedHead(
                tested.effects().get(concept, label),
                tested.test().qValues().get(concept, label),
                tested.test().isMoved(concept, label));
    }

    private double entropyShare() {
        double sum = 0;
        int count = 0;
        for (int m = 0; m < data.causes().size(); m++) {
            for (int n : data.pairs().get(m)) {
                CauseSet changed = data.changed().get(m);
                EffectQuery question = new EffectQuery(
                        changed.rows(n),
                        changed.cells(m, n),
                        m,
                        relying,
                        data.causes().get(m).label());
                sum += undecided.explain(question).baselineEntropy();
                count++;
            }
        }
        return sum / count / (Math.log(data.classes().size()) / Math.log(2));
    }

    /** Share of the concepts whose mean of y^gamma is the smallest that L^ic allows. */
    private double smallest() {
        DenseFeatures features = data.relying().features();
        try (Scope scope = Scope.open()) {
            double[] sizes = concepts.learned()
                    .directions()
                    .detectors()
                    .scores(features.rows())
                    .sigmoid()
                    .pow(losses.membershipExponent())
                    .mean(0)
                    .toDoubles();
            return Arrays.stream(sizes)
                            .filter(s -> s <= AT_BOUND * losses.minimumShare())
                            .count()
                    / (double) sizes.length;
        }
    }

    private static Matrix logits(Head head, DenseFeatures features, Correction correction) {
        try (Scope scope = Scope.open()) {
            Tensor rows = correction == null ? features.rows() : correction.apply(features.rows());
            return head.logits(rows).to(DType.FLOAT64).toMatrix();
        }
    }

    private double accuracy(Matrix logits) {
        int[] labels = data.clean().labels();
        int right = 0;
        for (int n = 0; n < labels.length; n++) {
            double[] row = logits.rowCopy(n);
            int best = 0;
            for (int k = 1; k < row.length; k++) {
                best = row[k] > row[best] ? k : best;
            }
            right += best == labels[n] ? 1 : 0;
        }
        return right / (double) labels.length;
    }
}
