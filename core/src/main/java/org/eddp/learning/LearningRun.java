package org.eddp.learning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.eddp.directions.Detectors;
import org.eddp.directions.Directions;
import org.eddp.directions.NumericalFailure;
import org.eddp.directions.SameConcept;
import org.eddp.directions.Term;
import org.eddp.directions.step.SignalMoments;
import org.eddp.directions.step.TiledStep;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureStatistics;
import org.eddp.features.ImageStream;
import org.eddp.files.FileFailure;
import org.eddp.learning.LearningResult.LossCurve;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.tensor.Workers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of a {@link Learner}: its phases one after the other, from the beginning or from a checkpoint. */
final class LearningRun {
    private static final Logger LOG = LoggerFactory.getLogger(LearningRun.class);
    private static final int RECORDS_PER_PHASE = 200;
    /** Weight of an unmet constraint against sparsity in the merit of a random start. */
    private static final double MERIT_WEIGHT = 5;

    private final FeatureSource source;
    private final LearnOptions options;
    private final TiledStep tiled;
    private final Workers workers;
    private final LearningMonitor monitor;
    private final LearningState.Store store;
    private final List<Phase> phases;
    private final FeatureStatistics statistics;
    private final Standardisation standardised;
    private final Standardisation centred;
    private final long totalSteps;

    LearningRun(
            FeatureSource source,
            LearnOptions options,
            TiledStep tiled,
            Workers workers,
            LearningMonitor monitor,
            LearningState.Store store) {
        this.source = source;
        this.options = options;
        this.tiled = tiled;
        this.workers = workers;
        this.monitor = monitor;
        this.store = store;
        phases = Phase.plan(options);
        statistics = FeatureStatistics.of(source);
        if (!Double.isFinite(statistics.covariance().frobenius())) {
            throw new NumericalFailure("the features have values that are not finite, or too large to square;"
                    + " find out where they come from before learning");
        }
        standardised = Standardisation.of(statistics, options.start().standardise(), options.concepts());
        centred = Standardisation.centred(statistics);
        totalSteps = phases.stream().mapToLong(p -> p.steps(source)).sum();
    }

    LearningResult run() {
        LearningState state = store.load();
        if (state == null) {
            state = new LearningState();
            state.enter(0, randomStart(0));
        } else {
            int startSize = Parameters.size(standardised, options.concepts(), true);
            state.checkPlace(phases.size(), options.start().restarts(), startSize);
            Phase phase = phases.get(state.phase);
            state.checkSteps(new Rounds(phase, source), phase.rounds());
            boolean start = phase.isStart();
            int size = Parameters.size(start ? standardised : centred, options.concepts(), start);
            state.checkSizes(size, options.concepts(), source.width());
            monitor.onResume(recorded(state));
        }
        try {
            return run(state);
        } catch (FileFailure e) { // a cluster or a disk failed; the state is that before the step
            store.save(state);
            if (monitor.stopRequested()) {
                throw new Stopped("stopped in " + phases.get(state.phase).label());
            }
            throw e;
        }
    }

    private LearningResult run(LearningState state) {
        while (true) {
            Phase phase = phases.get(state.phase);
            Parameters parameters = parameters(phase, state.values);
            Descent descent = new Descent(phase, options, source, tiled, state, parameters);
            do {
                descend(phase, state, descent);
            } while (goesOn(phase, state, descent, parameters.detectors()));
            if (phase.isStart()) {
                keepBest(phase, state, parameters);
            }
            if (phase.index() == phases.size() - 1) {
                return finish(phase, state, descent, parameters.detectors());
            }
            enterNext(phases.get(phase.index() + 1), state, parameters);
        }
    }

    /** The steps that were recorded before a checkpoint. */
    private List<LearningMonitor.Step> recorded(LearningState state) {
        List<LearningMonitor.Step> steps = new ArrayList<>();
        for (History.Row row : state.history.rows()) {
            Phase phase = phases.get(Math.max(0, Math.min(row.phase(), phases.size() - 1)));
            steps.add(new LearningMonitor.Step(
                    phase.stage(),
                    phase.restart(),
                    new Rounds(phase, source).round(row.step(), phase.rounds()),
                    before(phase) + row.step(),
                    Math.max(totalSteps, before(phase) + row.step()),
                    row.values(),
                    phase.objective().targets(),
                    row.multipliers()));
        }
        return steps;
    }

    private Parameters parameters(Phase phase, double[] values) {
        return phase.isStart()
                ? new Parameters(
                        standardised, options.concepts(), true, options.start().orthonormal(), values)
                : new Parameters(centred, options.concepts(), false, false, values);
    }

    private double[] randomStart(int restart) {
        SplittableRandom random = new SplittableRandom(Seeds.mix(options.seed(), restart, -2));
        int size = Parameters.size(standardised, options.concepts(), true);
        double[] values = Arrays.copyOf(Seeds.gaussian(size - 2, random), size);
        values[size - 2] = -Math.log(options.start().initialMargin());
        Parameters start = new Parameters(
                standardised, options.concepts(), true, options.start().orthonormal(), values);
        start.retract();
        return start.values();
    }

    private void enterNext(Phase next, LearningState state, Parameters finished) {
        if (next.isStart()) {
            state.enter(next.index(), randomStart(next.restart()));
            return;
        }
        Phase previous = phases.get(next.index() - 1);
        Detectors from = reseeded(previous.isStart() ? chosenStart(previous, state) : finished.detectors(), next);
        SignalMoments initial = next.stage().equals("d") ? moments(from) : null; // step (c)
        double[] values = Parameters.of(from, centred).values();
        if (options.start().restarts() == 1 || previous.steps(source) == 0) {
            // otherwise L^ic has no weight at first, detectors fall silent, and a silent detector has no gradient
            state.goOn(next.index(), values);
        } else {
            state.enter(next.index(), values); // multipliers are those of the last start, not of the chosen one
        }
        if (initial != null) {
            state.moments = initial;
        }
    }

    private Detectors reseeded(Detectors detectors, Phase next) {
        boolean learns = next.steps(source) > 0; // a restarted detector that does not learn would be noise
        if (!learns || options.refine() == null || !options.refine().reseed()) {
            return detectors;
        }
        Reseeding reseeding = Reseeding.of(
                detectors, source, statistics, options.losses(), Seeds.mix(options.seed(), next.index(), -3));
        if (!reseeding.none()) {
            monitor.remark("before step (" + next.stage() + "): " + reseeding.silent() + " silent detectors and "
                    + reseeding.duplicates() + " duplicates (overlap above " + SameConcept.HOPELESS_OVERLAP
                    + ") start over where no detector fires");
        }
        return reseeding.detectors();
    }

    private Detectors chosenStart(Phase last, LearningState state) {
        int restarts = options.start().restarts();
        if (!options.start().mosaic()) {
            return parameters(last, state.start(state.bestRestart, restarts)).detectors();
        }
        List<Detectors> starts = new ArrayList<>();
        for (int r = 0; r < restarts; r++) {
            starts.add(parameters(last, state.start(r, restarts)).detectors());
        }
        return StartCombination.of(starts, source, options.losses());
    }

    /** Whether a further round follows: constraints are not met yet, and the last round has reduced their violation. */
    private boolean goesOn(Phase phase, LearningState state, Descent descent, Detectors detectors) {
        if (phase.rounds() == 0) {
            return false;
        }
        Map<Term, Double> losses = descent.measure(moments(detectors).signalVectors());
        Convergence found = Convergence.of(losses, phase.objective());
        if (state.rounds > 0 && found.cost() > state.costBefore) {
            state.undoRound();
            monitor.remark(
                    "this round of step (" + phase.stage() + ") is undone: it cost more sparsity than it gained");
            return false;
        }
        if (found.reached() || !descent.mayGoOn()) {
            return false;
        }
        state.beginRound(found.cost());
        monitor.remark(descent.round().describe() + " of step (" + phase.stage() + "): " + found.lacking());
        return true;
    }

    private void descend(Phase phase, LearningState state, Descent descent) {
        int every = Math.max(1, phase.steps(source) / RECORDS_PER_PHASE);
        while (!descent.finished()) {
            if (monitor.stopRequested()) {
                store.save(state);
                throw new Stopped("stopped at step " + done(phase, state) + " of " + total(phase, descent));
            }
            if (store.due()) {
                store.save(state);
            }
            Map<Term, Double> values;
            try {
                values = descent.step();
            } catch (NumericalFailure e) {
                store.save(state);
                throw e;
            }
            if ((state.step - 1) % every == 0 || descent.finished()) {
                state.history.record(phase.index(), state.step, values, descent.multipliers());
            }
            monitor.onStep(new LearningMonitor.Step(
                    phase.stage(),
                    phase.restart(),
                    descent.round(),
                    done(phase, state),
                    total(phase, descent),
                    values,
                    phase.objective().targets(),
                    descent.multipliers()));
        }
    }

    /** Optimiser steps of the run, with the further rounds there have been so far. */
    private long total(Phase phase, Descent descent) {
        return totalSteps + descent.steps() - phase.steps(source);
    }

    private long done(Phase phase, LearningState state) {
        return before(phase) + state.step;
    }

    /** Optimiser steps of the phases before one. */
    private long before(Phase phase) {
        return phases.subList(0, phase.index()).stream()
                .mapToLong(s -> s.steps(source))
                .sum();
    }

    /**
     * Keeps a finished start, and which start has the lowest merit: the objective plus the violation of the
     * constraints. The objective alone would prefer a partition with a silent detector.
     */
    private void keepBest(Phase phase, LearningState state, Parameters parameters) {
        Map<Term, Double> values = new Descent(phase, options, source, tiled, state, parameters).measure();
        double merit = merit(phase.objective(), values);
        LOG.debug("start {}: merit {}", phase.restart() + 1, merit);
        state.addStart(parameters.values());
        if (merit < state.bestMerit || state.bestRestart < 0) {
            state.bestMerit = merit;
            state.bestRestart = phase.restart();
        }
    }

    private static double merit(LearnOptions.Objective objective, Map<Term, Double> values) {
        double merit = 0;
        for (Map.Entry<Term, Double> weighted : objective.weights().entrySet()) {
            merit += weighted.getValue() * values.get(weighted.getKey());
        }
        for (Map.Entry<Term, Double> bound : objective.targets().entrySet()) {
            merit += MERIT_WEIGHT * Math.max(0, values.get(bound.getKey()) - bound.getValue());
        }
        return merit;
    }

    /** Moments of all patches on which the detectors fire, streamed. */
    private SignalMoments moments(Detectors detectors) {
        int batch = options.joint().schedule().batchImages();
        ImageStream stream =
                ImageStream.ofImages(source, batch == 0 ? source.images() : Math.min(batch, source.images()));
        return SignalVectors.moments(stream, tiled, detectors, options.joint().subsampling());
    }

    private LearningResult finish(Phase phase, LearningState state, Descent descent, Detectors detectors) {
        SignalMoments moments = moments(detectors);
        if (state.step > 0) {
            // the final losses are measured on many images, not on the last batch
            state.history.record(
                    phase.index(), state.step + 1, descent.measure(moments.signalVectors()), descent.multipliers());
        }
        List<Integer> missing = new ArrayList<>();
        for (int i = 0; i < detectors.concepts(); i++) {
            if (!moments.defined(i)) {
                missing.add(i);
            }
        }
        if (!missing.isEmpty()) {
            LOG.warn(
                    "concepts {} have no signal vector: their detectors fire on fewer than 2 patches or on equal ones",
                    missing);
        }
        Directions directions =
                new Directions(detectors.filters(), detectors.thresholds(), moments.signalVectors(), statistics.mean());
        return new LearningResult(directions, state.bestRestart, curves(state));
    }

    private List<LossCurve> curves(LearningState state) {
        List<LossCurve> curves = new ArrayList<>();
        for (Phase phase : phases) {
            if (!phase.isStart() || phase.restart() == state.bestRestart) {
                curves.addAll(state.history.curves(phase.index(), phase.stage(), phase.objective()));
            }
        }
        return curves;
    }
}
