package org.eddp.directions.step;

import java.io.Serializable;
import java.util.EnumMap;
import java.util.Map;
import org.eddp.directions.Detectors;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation.Kind;
import org.eddp.directions.Term;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.MatrixAlgebra;

/** One evaluation of a {@link TiledStep}: from the sums of the passes over a batch to losses and their gradient. */
final class StepEvaluation {
    private static final double LN2 = Math.log(2);

    private final Detectors detectors;
    private final Step.Weighting weighting;
    private final Wanted wanted;
    private final LossOptions options;
    private final MatrixAlgebra algebra;
    private final Kind kind;
    private final Step.SignalSource source;
    private final int images;
    private final int concepts;
    private final Map<Term, Double> values = new EnumMap<>(Term.class);
    private final Matrix dFilters;
    private final double[] dThresholds;

    /**
     * The quantities that the passes have to compute.
     *
     * @param focal whether L^fs takes part
     * @param shares whether L^ic or L^eac do
     * @param signals whether signal vectors are needed
     * @param learnedSignals whether they come from the batch
     * @param uncertainty whether L^ur takes part
     */
    record Wanted(boolean focal, boolean shares, boolean signals, boolean learnedSignals, boolean uncertainty)
            implements Serializable {
        private static final long serialVersionUID = 1L;

        static Wanted of(Step.Weighting weighting, Kind kind, Step.SignalSource source) {
            boolean uncertainty = weighting.uses(Term.UNCERTAINTY);
            boolean signals =
                    weighting.uses(Term.FILTER_SIGNAL_ORTHOGONALITY) || (uncertainty && kind == Kind.CONSTRAINED);
            return new Wanted(
                    weighting.uses(Term.FOCAL_SPARSITY),
                    weighting.uses(Term.INACTIVE_CLASSIFIER) || weighting.uses(Term.EXCESSIVELY_ACTIVE_CLASSIFIER),
                    signals,
                    signals && source.fixed() == null,
                    uncertainty);
        }
    }

    StepEvaluation(
            TiledStep step,
            int images,
            Detectors detectors,
            Step.Weighting weighting,
            Wanted wanted,
            Kind kind,
            Step.SignalSource source) {
        options = step.options;
        algebra = step.algebra;
        this.images = images;
        this.detectors = detectors;
        this.weighting = weighting;
        this.wanted = wanted;
        this.kind = kind;
        this.source = source;
        concepts = detectors.concepts();
        dFilters = new Matrix(detectors.width(), concepts);
        dThresholds = new double[concepts];
    }

    Step.Evaluation run(Passes passes) {
        Passes.Totals totals = passes.measure();
        MembershipKernel.Sums sums = totals.sums;
        record(Term.SPARSITY, sums.entropy / sums.patches / LN2);
        record(Term.MAXIMUM_ACTIVATION, sums.activation / sums.patches / LN2);
        record(Term.FOCAL_SPARSITY, sums.focalMean() / LN2);
        ShareLosses shares = null;
        if (wanted.shares()) {
            shares = ShareLosses.of(
                    Matrix.row(sums.shares).times(1.0 / sums.patches).values(), options);
            record(Term.INACTIVE_CLASSIFIER, shares.inactive());
            record(Term.EXCESSIVELY_ACTIVE_CLASSIFIER, shares.excessive());
        }
        SignalMoments moments = totals.moments;
        if (moments != null && source.history() != null) {
            moments = source.history().copy();
            moments.merge(totals.moments);
        }
        Matrix signals = wanted.learnedSignals() ? moments.signalVectors() : source.fixed();
        Matrix dSignals = wanted.signals() ? new Matrix(detectors.width(), concepts) : null;
        Matrix dFiltersDirect = new Matrix(detectors.width(), concepts);
        if (weighting.uses(Term.FILTER_SIGNAL_ORTHOGONALITY)) {
            FilterSignalOrthogonality fso = FilterSignalOrthogonality.of(detectors.filters(), signals, algebra);
            record(Term.FILTER_SIGNAL_ORTHOGONALITY, fso.value());
            double c = coefficient(Term.FILTER_SIGNAL_ORTHOGONALITY);
            dFiltersDirect.add(fso.filters(), c);
            dSignals.add(fso.signals(), c);
        }
        if (wanted.uncertainty()) {
            align(passes.align(kind, signals), dFiltersDirect, dSignals);
        }
        passes.differentiate(
                coefficients(sums, shares),
                wanted.learnedSignals() ? SignalGradient.of(moments, signals, dSignals) : null,
                dFilters,
                dThresholds);
        dFilters.add(dFiltersDirect, 1);
        return new Step.Evaluation(values, dFilters, dThresholds, signals, dSignals, moments);
    }

    private void record(Term term, double value) {
        if (weighting.uses(term)) {
            values.put(term, value);
        }
    }

    private double coefficient(Term term) {
        return weighting.uses(term) ? weighting.coefficient(term, values.get(term)) : 0;
    }

    private void align(Passes.Aligned aligned, Matrix dFiltersDirect, Matrix dSignals) {
        values.put(Term.UNCERTAINTY, -aligned.entropy() / images);
        Alignment.Gradient gradient = aligned.backward(coefficient(Term.UNCERTAINTY) / images);
        dFiltersDirect.add(gradient.filters(), 1);
        for (int i = 0; i < dThresholds.length; i++) {
            dThresholds[i] += gradient.thresholds()[i];
        }
        if (gradient.signals() != null) {
            dSignals.add(gradient.signals(), 1);
        }
    }

    private MembershipKernel.Coefficients coefficients(MembershipKernel.Sums sums, ShareLosses shares) {
        return new MembershipKernel.Coefficients(
                coefficient(Term.SPARSITY) / sums.patches / LN2,
                sums.focalWeight == 0 ? 0 : coefficient(Term.FOCAL_SPARSITY) / sums.focalWeight / LN2,
                sums.focalMean(),
                coefficient(Term.MAXIMUM_ACTIVATION) / sums.patches / LN2,
                shares == null ? null : shareFactors(shares, sums.patches));
    }

    /** Factor of y^gamma per concept, or null when neither share loss pulls. */
    private double[] shareFactors(ShareLosses shares, int patches) {
        double inactive = coefficient(Term.INACTIVE_CLASSIFIER) / patches;
        double excessive = coefficient(Term.EXCESSIVELY_ACTIVE_CLASSIFIER) / patches;
        double[] factors = new double[concepts];
        boolean any = false;
        for (int i = 0; i < factors.length; i++) {
            factors[i] = inactive * shares.dInactive()[i] + excessive * shares.dExcessive()[i];
            any |= factors[i] != 0;
        }
        return any ? factors : null;
    }
}
