package org.eddp.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.eddp.directions.Detectors;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation.Kind;
import org.eddp.directions.Term;
import org.eddp.directions.step.Step;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * The learning step as a direct implementation of the paper in PyTorch would be: the whole batch at once, every loss by
 * its definition, one backward pass by automatic differentiation.
 *
 * <p>It takes and returns what {@link org.eddp.directions.step.TiledStep#evaluate} does (moments excepted, which are
 * null) and shares no code with it. It is not slow on purpose: temporaries are released at the end of each formula, as
 * in Python, and the engine alone holds the data of the backward pass and releases them as that pass proceeds. Give
 * every operation all cores with {@link org.eddp.tensor.Engine#setOperationThreads} before use.
 */
public final class PlainStep implements Step {
    private final LossOptions options;
    private final Head head;
    private final Activation activation;
    private final boolean doubleInverse;

    /**
     * Prepares evaluations.
     *
     * @param head upper part of the network, or null when {@link Term#UNCERTAINTY} is never used
     * @param activation the layer's activation, applied to manipulated features
     */
    public PlainStep(LossOptions options, Head head, Activation activation) {
        this(options, head, activation, false);
    }

    private PlainStep(LossOptions options, Head head, Activation activation, boolean doubleInverse) {
        this.options = options;
        this.head = head;
        this.activation = activation;
        this.doubleInverse = doubleInverse;
    }

    /**
     * The same with the pseudo-inverse in double precision whatever the features are. Signal vectors from few patches
     * make it ill-conditioned, and single precision is then not enough: this version is slower, and right.
     */
    public PlainStep withDoubleInverse() {
        return new PlainStep(options, head, activation, true);
    }

    @Override
    public Evaluation evaluate(
            Batch batch, Detectors detectors, Weighting weighting, Kind kind, double[] strengths, SignalSource source) {
        try (Scope scope = Scope.open();
                Graph graph = new Graph(batch, detectors, weighting)) {
            graph.record(kind, strengths, source);
            return graph.differentiate();
        }
    }

    /** One evaluation: the recorded computation and the values met on the way. */
    private final class Graph implements AutoCloseable {
        private final PlainLosses losses = new PlainLosses(options);
        private final Map<Term, Double> values = new EnumMap<>(Term.class);
        private final List<Tensor> temporaries = new ArrayList<>();
        private final Weighting weighting;
        private final Grid grid;
        private final DType type;
        private final Tensor x;
        private final Tensor filters;
        private final Tensor thresholds;
        private Tensor signals;
        private Tensor objective;

        Graph(Batch batch, Detectors detectors, Weighting weighting) {
            this.weighting = weighting;
            grid = batch.grid();
            type = batch.type();
            x = batch.rows(0, batch.images());
            filters = Autograd.variable(Tensor.of(detectors.filters(), type));
            thresholds = Autograd.variable(Tensor.of(detectors.thresholds(), type, 1, detectors.concepts()));
            objective = Tensor.zeros(type);
        }

        void record(Kind kind, double[] strengths, SignalSource source) {
            Tensor z = local(() -> x.mm(filters));
            Tensor p = local(() -> z.minus(thresholds));
            Tensor y = local(p::sigmoid);
            Tensor logY = local(p::logSigmoid);
            Tensor q = local(() -> y.over(y.sum(1)));
            Tensor entropy = local(() -> losses.entropy(q, y, logY));
            Tensor shares = local(() -> losses.shares(y));
            add(Term.SPARSITY, entropy::mean);
            add(Term.FOCAL_SPARSITY, () -> losses.focalSparsity(q, entropy));
            add(Term.MAXIMUM_ACTIVATION, () -> losses.maximumActivation(q, logY));
            add(Term.INACTIVE_CLASSIFIER, () -> losses.inactiveClassifier(shares));
            add(Term.EXCESSIVELY_ACTIVE_CLASSIFIER, () -> losses.excessivelyActiveClassifier(shares));
            boolean constrained = weighting.uses(Term.UNCERTAINTY) && kind == Kind.CONSTRAINED;
            if (constrained || weighting.uses(Term.FILTER_SIGNAL_ORTHOGONALITY)) {
                signals = source.fixed() != null
                        ? Autograd.variable(Tensor.of(source.fixed(), type))
                        : local(() -> PlainSignals.of(x, z, p, source));
            }
            add(Term.FILTER_SIGNAL_ORTHOGONALITY, () -> losses.filterSignalOrthogonality(filters, signals));
            add(Term.UNCERTAINTY, () -> PlainLosses.uncertainty(head, moved(p, kind, strengths)));
        }

        /**
         * x' = act(x - kappa dx), dx = (W^T)^+ (W^T x - b) or S (W^T S)^+ (W^T x - b), or the first with only the positive
         * scores.
         */
        private Tensor moved(Tensor p, Kind kind, double[] strengths) {
            Tensor displacement = switch (kind) {
                case CONSTRAINED -> p.mm(damped(overlap()).t()).mm(signals.t());
                case UNCONSTRAINED -> p.mm(inverse(filters.t()).t());
                case PRESENT_ONLY -> p.relu().mm(inverse(filters.t()).t());
            };
            return PlainLosses.activate(activation, x.minus(displacement.times(perPatch(strengths))));
        }

        private Tensor overlap() {
            return doubleInverse
                    ? filters.to(DType.FLOAT64).t().mm(signals.to(DType.FLOAT64))
                    : filters.t().mm(signals);
        }

        /** M^+, or (M^T M + r I)^-1 M^T. */
        private Tensor damped(Tensor m) {
            if (options.damping() == 0) {
                return inverse(m);
            }
            Tensor ridge = Tensor.of(
                    Matrix.identity(m.size(1)).times(options.damping()), doubleInverse ? DType.FLOAT64 : type);
            return inverse(m.t().mm(m).plus(ridge)).mm(m.to(type).t());
        }

        private Tensor inverse(Tensor matrix) {
            if (doubleInverse) {
                return matrix.to(DType.FLOAT64).pinv(1e-10).to(type);
            }
            double epsilon = type == DType.FLOAT32 ? Math.ulp(1f) : Math.ulp(1d);
            return matrix.pinv(Math.max(1e-10, epsilon * Math.max(matrix.size(0), matrix.size(1))));
        }

        private Tensor perPatch(double[] strengths) {
            double[] rows = new double[strengths.length * grid.cells()];
            for (int i = 0; i < strengths.length; i++) {
                Arrays.fill(rows, i * grid.cells(), (i + 1) * grid.cells(), strengths[i]);
            }
            return Tensor.of(rows, type, rows.length, 1);
        }

        private void add(Term term, Supplier<Tensor> loss) {
            if (weighting.uses(term)) {
                Tensor value = local(loss);
                values.put(term, value.item());
                objective = objective.plus(value.times(weighting.coefficient(term, value.item())));
            }
        }

        /** Runs a formula and releases everything it created except its result. */
        private Tensor local(Supplier<Tensor> formula) {
            try (Scope scope = Scope.open()) {
                Tensor result = scope.keep(formula.get());
                temporaries.add(result);
                return result;
            }
        }

        Evaluation differentiate() {
            Tensor[] inputs =
                    signals == null ? new Tensor[] {filters, thresholds} : new Tensor[] {filters, thresholds, signals};
            temporaries.remove(signals);
            close();
            Tensor[] gradients = Autograd.gradients(objective, inputs);
            Evaluation evaluation = new Evaluation(
                    values,
                    gradients[0].toMatrix(),
                    gradients[1].toDoubles(),
                    signals == null ? null : signals.toMatrix(),
                    signals == null ? null : gradients[2].toMatrix(),
                    null);
            if (signals != null) {
                signals.close();
            }
            return evaluation;
        }

        @Override
        public void close() {
            temporaries.forEach(Tensor::close);
            temporaries.clear();
        }
    }
}
