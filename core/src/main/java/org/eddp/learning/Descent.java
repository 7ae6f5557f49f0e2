package org.eddp.learning;

import java.util.Map;
import java.util.SplittableRandom;
import org.eddp.directions.Manipulation;
import org.eddp.directions.NumericalFailure;
import org.eddp.directions.Term;
import org.eddp.directions.step.SignalMoments;
import org.eddp.directions.step.Step.Evaluation;
import org.eddp.directions.step.Step.SignalSource;
import org.eddp.directions.step.TiledStep;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.math.Seeds;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;

/** Adam on the augmented Lagrangian of one {@link Phase}, one step at a time, on a {@link LearningState}. */
final class Descent {
    /** Numbers of the widest matrix held to measure losses on many images, unless a batch has more. */
    private static final long MEASURED_ELEMENTS = 1L << 25;

    private final Phase phase;
    private final LearnOptions options;
    private final FeatureSource source;
    private final TiledStep tiled;
    private final LearningState state;
    private final Parameters parameters;
    private final BatchSampler sampler;
    private final AugmentedLagrangian lagrangian;
    private final Rounds rounds;
    private final boolean runningMoments;

    Descent(
            Phase phase,
            LearnOptions options,
            FeatureSource source,
            TiledStep tiled,
            LearningState state,
            Parameters parameters) {
        this.phase = phase;
        this.options = options;
        this.source = source;
        this.tiled = tiled;
        this.state = state;
        this.parameters = parameters;
        long batchSeed = Seeds.mix(options.seed(), phase.index(), -1);
        sampler = new BatchSampler(source, phase.schedule().batchImages(), batchSeed);
        rounds = new Rounds(phase, source);
        runningMoments = phase.stage().equals("d") && sampler.batchImages() < source.images();
        lagrangian = new AugmentedLagrangian(phase.objective(), phase.schedule().penalty());
        state.restoreMultipliers(lagrangian.multipliers());
    }

    boolean finished() {
        return state.step >= steps();
    }

    /** Optimiser steps, further rounds that were granted included. */
    int steps() {
        return rounds.steps(state.rounds);
    }

    /** Whether a further round may come after the one that has ended. */
    boolean mayGoOn() {
        return state.rounds < phase.rounds();
    }

    /** The current round. */
    LearningMonitor.Round round() {
        int before = state.rounds == 0 ? 0 : rounds.steps(state.rounds - 1);
        return new LearningMonitor.Round(state.rounds + 1, phase.rounds() + 1, state.step - before, steps() - before);
    }

    Map<Term, Double> multipliers() {
        return lagrangian.multipliers();
    }

    /** Measures the losses at the current parameters on the first batch, without moving. */
    Map<Term, Double> measure() {
        try (Scope scope = Scope.open()) {
            return evaluate(sampler.batch(0), 0, batchSignals()).values();
        }
    }

    /**
     * Measures the losses at the current parameters on as many images as may be held at once: shares of rare concepts
     * differ between batches, and L^ic with them.
     *
     * @param signals signal vectors of all patches
     */
    Map<Term, Double> measure(Matrix signals) {
        int widest = Math.max(options.concepts(), source.width());
        long images = MEASURED_ELEMENTS / widest / source.grid().cells();
        int many = (int) Math.min(source.images(), Math.max(sampler.batchImages(), images));
        try (Scope scope = Scope.open()) {
            Batch batch = new BatchSampler(source, many, Seeds.mix(options.seed(), phase.index(), -4)).batch(0);
            return evaluate(batch, 0, SignalSource.fixed(signals)).values();
        }
    }

    /** Takes one step; returns the losses before it. */
    Map<Term, Double> step() {
        lagrangian.setProgress((double) state.step / rounds.steps(0), state.rounds);
        try (Scope scope = Scope.open()) {
            Evaluation evaluation = evaluate(sampler.batch(state.step), state.step, batchSignals());
            Map<Term, Double> values = evaluation.values();
            double marginPull = lagrangian.uses(Term.MAXIMUM_MARGIN)
                    ? lagrangian.coefficient(Term.MAXIMUM_MARGIN, values.get(Term.MAXIMUM_MARGIN))
                    : 0;
            double[] gradient = parameters.backward(evaluation.filters(), evaluation.thresholds(), marginPull);
            guard(values, gradient);
            if ((state.step + 1) % phase.schedule().multiplierInterval() == 0) {
                lagrangian.updateMultipliers(values);
                state.keepMultipliers(lagrangian.multipliers());
            }
            if (runningMoments) {
                state.moments = evaluation.moments();
            }
            double rate = phase.schedule().scaledRate(sampler.batchImages()) * rounds.rate(state.step);
            state.adam.update(parameters.values(), gradient, rate, state.step + 1);
            parameters.retract();
            state.step++;
            return values;
        }
    }

    /** Signal vectors of the batch, and of earlier ones as far as they have not faded. */
    private SignalSource batchSignals() {
        SignalMoments history = null;
        if (runningMoments && state.moments != null) {
            history = state.moments.copy();
            history.decay(options.joint().momentDecay());
        }
        return new SignalSource(options.joint().subsampling(), history, null);
    }

    private Evaluation evaluate(Batch batch, int step, SignalSource signals) {
        Manipulation manipulation = phase.objective().manipulation();
        Evaluation evaluation = tiled.evaluate(
                batch,
                parameters.detectors(),
                lagrangian,
                manipulation == null ? null : manipulation.kind(),
                manipulation == null ? null : strengths(manipulation, batch.images(), step),
                signals);
        if (lagrangian.uses(Term.MAXIMUM_MARGIN)) {
            evaluation.values().put(Term.MAXIMUM_MARGIN, parameters.maximumMargin());
        }
        return evaluation;
    }

    private double[] strengths(Manipulation manipulation, int images, int step) {
        SplittableRandom random = new SplittableRandom(Seeds.mix(options.seed(), phase.index(), step));
        double low = manipulation.lowestStrength();
        double span = manipulation.highestStrength() - low;
        double[] strengths = new double[images];
        for (int i = 0; i < images; i++) {
            strengths[i] = low + span * random.nextDouble();
        }
        return strengths;
    }

    private void guard(Map<Term, Double> values, double[] gradient) {
        String culprit = null;
        for (Map.Entry<Term, Double> entry : values.entrySet()) {
            if (!Double.isFinite(entry.getValue())) {
                culprit = "L^" + entry.getKey().symbol() + " is " + entry.getValue();
                break;
            }
        }
        if (culprit == null && !Double.isFinite(Matrix.row(gradient).frobenius())) {
            culprit = "the gradient is not finite though every loss is";
        }
        if (culprit != null) {
            int perEpoch = sampler.batchesPerEpoch();
            throw new NumericalFailure("learning stopped at step " + (state.step + 1) + " of " + steps() + " of "
                    + phase.label() + ": " + culprit + " on batch " + (state.step % perEpoch + 1) + " of "
                    + perEpoch + " of epoch " + (state.step / perEpoch + 1)
                    + "; check the features for infinite or very large values, or use a smaller learning rate");
        }
    }
}
