package org.eddp.study.measure;

import java.util.function.Consumer;
import org.eddp.features.FeatureSet;
import org.eddp.influence.EffectTest;
import org.eddp.influence.InfluenceOptions;
import org.eddp.influence.NoiseDirections;
import org.eddp.influence.NoiseEffects;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Work.WorkOrder;
import org.eddp.run.Run;
import org.eddp.tensor.Workers;

/** Measures the effects of noise directions that are like the features of a run; a unit is a block of directions. */
final class NoiseWork extends SensitivityWork<NoiseEffects> {
    private NoiseDirections directions;

    /** @param asked features of the images to measure on */
    NoiseWork(Run run, FeatureSet asked, InfluenceOptions options, Workers workers, Monitor monitor) {
        super(run, asked, options, workers, monitor);
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
            directions = NoiseDirections.of(run.features(), options.effects().seed(), Monitor.NONE);
        }
        NoiseEffects.run(directions, sensitivity(), first, end, monitor(), inOrder);
    }

    @Override
    public WorkOrder<NoiseEffects> order() {
        return NoiseOrder.of(run, asked, options);
    }
}
