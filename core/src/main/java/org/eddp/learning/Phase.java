package org.eddp.learning;

import java.util.ArrayList;
import java.util.List;
import org.eddp.features.FeatureSource;

/**
 * One descent of a run: a random start of step (a), step (b) or step (d).
 *
 * @param index position in the run
 * @param stage "a", "b" or "d"
 * @param restart which start of (a), else 0
 * @param rounds further rounds at most
 */
record Phase(
        int index,
        String stage,
        int restart,
        LearnOptions.Schedule schedule,
        LearnOptions.Objective objective,
        int rounds) {

    static List<Phase> plan(LearnOptions options) {
        List<Phase> phases = new ArrayList<>();
        LearnOptions.Start start = options.start();
        for (int r = 0; r < start.restarts(); r++) {
            phases.add(new Phase(phases.size(), "a", r, start.schedule(), start.objective(), 0));
        }
        if (options.refine() != null) {
            LearnOptions.Refine refine = options.refine();
            phases.add(new Phase(phases.size(), "b", 0, refine.schedule(), refine.objective(), 0));
        }
        LearnOptions.Joint joint = options.joint();
        phases.add(new Phase(phases.size(), "d", 0, joint.schedule(), joint.objective(), joint.rounds()));
        return phases;
    }

    /** Optimiser steps of the schedule, without further rounds. */
    int steps(FeatureSource source) {
        BatchSampler sampler = new BatchSampler(source, schedule.batchImages(), 0);
        return Math.multiplyExact(schedule.epochs(), sampler.batchesPerEpoch());
    }

    boolean isStart() {
        return stage.equals("a");
    }

    String label() {
        return isStart() ? "(a) start " + (restart + 1) : "(" + stage + ")";
    }
}
