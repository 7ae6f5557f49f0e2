package org.eddp.study.measure;

import java.util.function.Consumer;
import org.eddp.features.FeatureSet;
import org.eddp.influence.EffectTest;
import org.eddp.influence.InfluenceOptions;
import org.eddp.influence.NoiseDirections;
import org.eddp.influence.NoiseEffects;
import org.eddp.influence.Sensitivity;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Work;
import org.eddp.parts.WorkOrder;
import org.eddp.run.Run;
import org.eddp.tensor.Workers;

/** Measures the effects of noise directions that are like the features of a run; a unit is a block of directions. */
final class NoiseWork implements Work<NoiseEffects> {
    private final Run run;
    private final FeatureSet asked;
    private final InfluenceOptions options;
    private final Workers workers;
    private final Monitor monitor;
    private Sensitivity sensitivity;
    private NoiseDirections directions;

    /** @param asked features of the images that are asked about */
    NoiseWork(Run run, FeatureSet asked, InfluenceOptions options, Workers workers, Monitor monitor) {
        this.run = run;
        this.asked = asked;
        this.options = options;
        this.workers = workers;
        this.monitor = monitor;
    }

    /** Blocks of noise directions that the test of a run's effects needs. */
    static int blocks(Run run, InfluenceOptions options) {
        return EffectTest.blocks(
                options.effects(),
                run.features().readout().isPresent(),
                run.features().info().classes());
    }

    @Override
    public int units() {
        return blocks(run, options);
    }

    @Override
    public void run(int first, int end, Consumer<? super NoiseEffects> inOrder) {
        if (end <= first) {
            return;
        }
        if (directions == null) {
            sensitivity = InfluenceWork.sensitivity(run, asked, options, workers);
            directions = NoiseDirections.of(run.features(), options.effects().seed(), Monitor.NONE);
        }
        NoiseEffects.run(directions, sensitivity, first, end, monitor, inOrder);
    }

    @Override
    public WorkOrder<NoiseEffects> order() {
        return NoiseOrder.of(run, asked, options);
    }

    @Override
    public Monitor monitor() {
        return monitor;
    }

    /** Several blocks share the covariance of the features. */
    @Override
    public boolean preferFewTasks() {
        return true;
    }

    @Override
    public void close() {
        if (sensitivity != null) {
            sensitivity.close();
        }
        if (asked != run.features()) {
            asked.close();
        }
    }
}
