package org.eddp.learning;

import org.eddp.directions.NumericalFailure;
import org.eddp.directions.step.TiledStep;
import org.eddp.directions.step.TiledStep.StepLocation;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.parts.Distributor;
import org.eddp.tensor.Workers;

/**
 * Learns direction pairs in four steps: (a) orthonormal filters in standardised space, the best of several random
 * starts; (b) filters, margins and thresholds free; (c) signal vectors from the detectors; (d) everything jointly.
 *
 * <pre>{@code
 * LearningResult learned = new Learner(features, LearnOptions.of(features, 24)).head(head).learn();
 * }</pre>
 *
 * <p>The same features, options and seed give the same directions bit for bit, for any number of threads and however
 * often learning was interrupted and resumed.
 */
public final class Learner {
    private final FeatureSource features;
    private final LearnOptions options;
    private Head head;
    private Workers workers;
    private Distributor others = Distributor.HERE;
    private StepLocation location;
    private LearningMonitor monitor = LearningMonitor.NONE;
    private LearningState.Store checkpoints = LearningState.Store.NONE;

    /** A learner that uses all processors, without a head and without a monitor. */
    public Learner(FeatureSource features, LearnOptions options) {
        this.features = features;
        this.options = options;
    }

    /** The upper part of the network, which L^ur needs; may be null when no step uses L^ur. */
    public Learner head(Head above) {
        head = above;
        return this;
    }

    /** The threads to work on; not closed. */
    public Learner workers(Workers threads) {
        workers = threads;
        return this;
    }

    /**
     * Lets other processes compute the steps, with the same result. The features must be those of a feature set.
     *
     * @param place where the other processes find features and head
     */
    public Learner doneBy(Distributor distributor, StepLocation place) {
        others = distributor;
        location = place;
        return this;
    }

    /** Observes learning, and may request a stop. */
    public Learner monitor(LearningMonitor watching) {
        monitor = watching;
        return this;
    }

    /** Stores the state, and provides the state to resume from. */
    public Learner checkpoints(LearningState.Store store) {
        checkpoints = store;
        return this;
    }

    /** Optimiser steps of the whole run. */
    public long steps() {
        return Phase.plan(options).stream()
                .mapToLong(phase -> phase.steps(features))
                .sum();
    }

    /**
     * Learns.
     *
     * @throws Stopped if the monitor stops the work; the state is saved
     * @throws NumericalFailure if a loss is not a finite number; the last good state is saved
     */
    public LearningResult learn() {
        if (options.usesHead() && head == null) {
            throw new InvalidInput("the objective uses L^ur, which needs the upper part of the network");
        }
        if (workers != null) {
            return learn(workers);
        }
        try (Workers all = new Workers(Runtime.getRuntime().availableProcessors())) {
            return learn(all);
        }
    }

    private LearningResult learn(Workers threads) {
        try (TiledStep tiled =
                new TiledStep(options.losses(), head, options.activation(), threads, options.tileElements())) {
            return new LearningRun(features, options, tiled.doneBy(others, location), threads, monitor, checkpoints)
                    .run();
        }
    }
}
