package org.eddp.reference;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.directions.Detectors;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation.Kind;
import org.eddp.directions.Term;
import org.eddp.directions.step.Alignment;
import org.eddp.directions.step.Memberships;
import org.eddp.directions.step.Step.Evaluation;
import org.eddp.directions.step.Step.SignalSource;
import org.eddp.directions.step.Step.Weighting;
import org.eddp.directions.step.TiledStep;
import org.eddp.failure.InvalidInput;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.files.json.Json;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Recomputes every quantity of a {@link Case} with the code that learns, and compares.
 *
 * <p>The error of a quantity is the largest absolute difference of its elements over the largest magnitude of the
 * reference (over 1 where the reference is all zeros). The gradients of one loss share a scale, the largest of them:
 * where a loss does not depend on an input in theory (L^cur on S when I &gt;= D), the reference holds rounding noise,
 * and a relative error of noise is meaningless.
 */
public final class Verification implements AutoCloseable {
    /** Small enough to cut even these problems into several tiles, so that the tiling is verified too. */
    private static final int TILE_ELEMENTS = 24;

    private final Case c;
    private final Workers workers = new Workers(1);
    /** The form on the engine, and the one that small problems as these go through while learning. */
    private final List<TiledStep> forms;

    private final Detectors detectors;
    private final LossOptions options;
    private final DenseFeatures batch;
    private final Map<String, Double> errors = new LinkedHashMap<>();

    private Verification(Case c, DType type) {
        this.c = c;
        detectors = new Detectors(Matrix.of(c.W()), c.b());
        Case.Constants o = c.options();
        options = LossOptions.of(o.tau() / c.I(), o.rho())
                .withReductionExponent(o.nu())
                .withFocalExponent(o.mu())
                .withMembershipExponent(o.gamma());
        batch = new DenseFeatures(Tensor.of(Matrix.of(c.X()), type), new Grid(1, c.patches()));
        Head head = Head.of(new LinearReadout(Matrix.of(c.V()), c.v0()), batch.grid());
        forms = List.of(
                new TiledStep(options, head, Activation.RELU, workers, TILE_ELEMENTS).alwaysTiled(),
                new TiledStep(options, head, Activation.RELU, workers, TiledStep.DEFAULT_TILE_ELEMENTS));
    }

    /** Relative error per quantity, the larger one where two forms compute it. */
    public static Map<String, Double> errors(Case reference, DType type) {
        reference.checkInputs();
        try (Scope scope = Scope.open();
                Verification v = new Verification(reference, type)) {
            v.memberships();
            v.manipulations();
            v.forms.forEach(v::signalVectors);
            v.forms.forEach(v::losses);
            return v.errors;
        }
    }

    private void memberships() {
        Memberships m = Memberships.of(batch.rows(), detectors, options);
        int n = c.X().length;
        compare("y", new Matrix(c.I(), n, m.memberships()).transpose().values(), flat(c.y()));
        compare("q", new Matrix(c.I(), n, m.shares()).transpose().values(), flat(c.q()));
        compare("sparsityPerPatch", m.entropy(), c.sparsityPerPatch());
        compare("focalWeights", m.focalWeights(), c.focalWeights());
        double[] shares = new double[c.I()];
        for (int k = 0; k < m.memberships().length; k++) {
            shares[k / n] += Math.pow(m.memberships()[k], c.options().gamma()) / n;
        }
        compare("clusterShares", shares, c.clusterShares());
    }

    private void signalVectors(TiledStep step) {
        Evaluation sampled = evaluate(step, Term.FILTER_SIGNAL_ORTHOGONALITY, null, SignalSource.BATCH);
        Evaluation all = evaluate(step, Term.FILTER_SIGNAL_ORTHOGONALITY, null, new SignalSource(false, null, null));
        compare("positives", sampled.moments().weight(), c.positives());
        compare("signalVectors", sampled.signals().values(), flat(c.signalVectors()));
        compare("signalVectorsAllRows", all.signals().values(), flat(c.signalVectorsAllRows()));
    }

    private void manipulations() {
        Alignment free = Alignment.unconstrained(detectors);
        Alignment inSpan = Alignment.constrained(detectors, Matrix.of(c.S()));
        compare("pinvWT", free.pseudoInverse().values(), flat(c.pinvWT()));
        compare("pinvWTS", inSpan.pseudoInverse().values(), flat(c.pinvWTS()));
        compare("ufm1", moved(free, 1), flat(c.ufm1()));
        compare("cfm1", moved(inSpan, 1), flat(c.cfm1()));
        compare("ufmKappa", moved(free, c.options().kappa()), flat(c.ufmKappa()));
        compare("cfmKappa", moved(inSpan, c.options().kappa()), flat(c.cfmKappa()));
    }

    private double[] moved(Alignment alignment, double strength) {
        DType type = batch.type();
        Tensor x = batch.rows();
        Tensor displacement =
                x.mm(Tensor.of(alignment.projection(), type)).minus(Tensor.of(alignment.offset(), type, 1, c.D()));
        return x.minus(displacement.times(strength)).toDoubles();
    }

    private void losses(TiledStep step) {
        loss(step, "s", Term.SPARSITY, null, SignalSource.BATCH);
        loss(step, "ma", Term.MAXIMUM_ACTIVATION, null, SignalSource.BATCH);
        loss(step, "fs", Term.FOCAL_SPARSITY, null, SignalSource.BATCH);
        loss(step, "ic", Term.INACTIVE_CLASSIFIER, null, SignalSource.BATCH);
        loss(step, "eac", Term.EXCESSIVELY_ACTIVE_CLASSIFIER, null, SignalSource.BATCH);
        maximumMargin();
        SignalSource given = SignalSource.fixed(Matrix.of(c.S()));
        loss(step, "fso", Term.FILTER_SIGNAL_ORTHOGONALITY, null, given);
        loss(step, "uur", Term.UNCERTAINTY, Kind.UNCONSTRAINED, SignalSource.BATCH);
        loss(step, "cur", Term.UNCERTAINTY, Kind.CONSTRAINED, given);
        loss(step, "fso_learned", Term.FILTER_SIGNAL_ORTHOGONALITY, null, SignalSource.BATCH);
        loss(step, "cur_learned", Term.UNCERTAINTY, Kind.CONSTRAINED, SignalSource.BATCH);
    }

    private void loss(TiledStep step, String name, Term term, Kind kind, SignalSource source) {
        Case.Loss expected = c.losses().get(name);
        if (expected == null) {
            return;
        }
        Evaluation found = evaluate(step, term, kind, source);
        compare(name + ".value", new double[] {found.values().get(term)}, new double[] {expected.value()});
        compareGradients(name, expected, found.filters(), Matrix.row(found.thresholds()), found.signalGradient());
    }

    private void compareGradients(String name, Case.Loss expected, Matrix dW, Matrix db, Matrix dS) {
        double[] w = flat(expected.dW());
        double[] b = expected.db();
        double[] s = flat(expected.dS());
        double scale = Math.max(largest(w), Math.max(largest(b), largest(s)));
        if (w != null) {
            compare(name + ".dW", dW.values(), w, scale);
        }
        if (b != null) {
            compare(name + ".db", db.values(), b, scale);
        }
        if (s != null) {
            compare(name + ".dS", dS.values(), s, scale);
        }
    }

    /** L^mm depends on the filters' lengths alone: mean 1/M with 1/M = |w|. */
    private void maximumMargin() {
        Case.Loss expected = c.losses().get("mm");
        if (expected != null) {
            Matrix w = detectors.filters();
            double value = Arrays.stream(w.columnNorms()).average().orElse(0);
            compare("mm.value", new double[] {value}, new double[] {expected.value()});
            compareGradients("mm", expected, w.normaliseColumns().times(1.0 / c.I()), null, null);
        }
    }

    private Evaluation evaluate(TiledStep step, Term term, Kind kind, SignalSource source) {
        double[] strengths = new double[c.images()];
        Arrays.fill(strengths, c.options().kappa());
        return step.evaluate(batch, detectors, Weighting.only(term), kind, strengths, source);
    }

    private static double[] flat(double[][] rows) {
        if (rows == null) {
            return null;
        }
        for (double[] row : rows) {
            Case.require(row != null && row.length == rows[0].length, "a matrix has rows of different lengths");
        }
        return Matrix.of(rows).values();
    }

    private static double largest(double[] values) {
        return values == null ? 0 : Arrays.stream(values).map(Math::abs).max().orElse(0);
    }

    private void compare(String name, double[] found, double[] expected) {
        if (expected != null) {
            compare(name, found, expected, largest(expected));
        }
    }

    private void compare(String name, double[] found, double[] expected, double scale) {
        if (found.length != expected.length) {
            throw new InvalidInput(
                    name + ": the reference has " + expected.length + " values, " + found.length + " were computed");
        }
        double difference = 0;
        for (int i = 0; i < expected.length; i++) {
            double d = Math.abs(found[i] - expected[i]);
            difference = Double.isNaN(d) ? Double.POSITIVE_INFINITY : Math.max(difference, d);
        }
        errors.merge(name, difference / (scale == 0 ? 1 : scale), Math::max);
    }

    @Override
    public void close() {
        forms.forEach(TiledStep::close);
        workers.close();
    }

    /**
     * One problem of a reference file; component names are the file's keys. Expected quantities that a file leaves out are
     * null and not compared, keys it has beyond these are ignored.
     */
    public record Case(
            int D,
            int I,
            int images,
            int patches,
            int K,
            @Json.MayBeNull Constants options,
            @Json.MayBeNull double[][] X,
            @Json.MayBeNull double[][] W,
            @Json.MayBeNull double[] b,
            @Json.MayBeNull double[][] S,
            @Json.MayBeNull double[][] V,
            @Json.MayBeNull double[] v0,
            @Json.MayBeNull double[][] y,
            @Json.MayBeNull double[][] q,
            @Json.MayBeNull double[] sparsityPerPatch,
            @Json.MayBeNull double[] focalWeights,
            @Json.MayBeNull double[] clusterShares,
            @Json.MayBeNull double[] positives,
            @Json.MayBeNull double[][] signalVectors,
            @Json.MayBeNull double[][] signalVectorsAllRows,
            @Json.MayBeNull double[][] pinvWT,
            @Json.MayBeNull double[][] pinvWTS,
            @Json.MayBeNull double[][] ufm1,
            @Json.MayBeNull double[][] cfm1,
            @Json.MayBeNull double[][] ufmKappa,
            @Json.MayBeNull double[][] cfmKappa,
            @Json.MayBeNull Map<String, Loss> losses) {

        private static final List<String> LOSSES =
                List.of("s", "ma", "fs", "ic", "eac", "mm", "fso", "uur", "cur", "fso_learned", "cur_learned");

        /** Constants of the losses; the floor of L^ic is {@code tau / I}. */
        public record Constants(double nu, double mu, double gamma, double tau, double rho, double kappa) {}

        /** A loss with its gradients; null where it does not depend on the input. */
        public record Loss(
                double value,
                @Json.MayBeNull double[][] dW,
                @Json.MayBeNull double[] db,
                @Json.MayBeNull double[][] dS) {}

        /** The whole file. */
        public record File(@Json.MayBeNull List<Case> cases) {}

        /** Refuses a case whose inputs are missing or do not fit its sizes. */
        void checkInputs() {
            require(options != null, "it has no options");
            require(losses != null && !losses.isEmpty(), "it has no losses");
            for (String name : losses.keySet()) {
                require(
                        LOSSES.contains(name),
                        "there is no loss '" + name + "'; there are " + String.join(", ", LOSSES));
            }
            require(
                    D > 0 && I > 0 && images > 0 && patches > 0 && K > 0,
                    "D, I, images, patches and K must be positive");
            checkShape("X", X, images * patches, D);
            checkShape("W", W, D, I);
            checkShape("S", S, D, I);
            checkShape("V", V, D, K);
            require(b != null && b.length == I, "b must have I = " + I + " values");
            require(v0 != null && v0.length == K, "v0 must have K = " + K + " values");
        }

        private static void checkShape(String name, double[][] values, int rows, int columns) {
            require(values != null, name + " is missing");
            boolean fits = values.length == rows;
            for (double[] row : values) {
                fits &= row != null && row.length == columns;
            }
            require(fits, name + " must have " + rows + " rows of " + columns + " numbers");
        }

        private static void require(boolean condition, String message) {
            if (!condition) {
                throw new InvalidInput(message);
            }
        }
    }
}
