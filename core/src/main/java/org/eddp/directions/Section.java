package org.eddp.directions;

import java.util.ArrayList;
import java.util.List;
import org.eddp.features.BatchSampler;
import org.eddp.features.FeatureSource;

/**
 * One descent of a run: a random start of step (a), step (b) or step (d).
 *
 * @param index position in the run
 * @param stage "a", "b" or "d"
 * @param restart which start of (a), else 0
 */
record Section(int index, String stage, int restart, Schedule schedule, Objective objective) {

    static List<Section> plan(LearnOptions options) {
        List<Section> sections = new ArrayList<>();
        StartOptions start = options.start();
        for (int r = 0; r < start.restarts(); r++) {
            sections.add(new Section(sections.size(), "a", r, start.schedule(), start.objective()));
        }
        if (options.refine() != null) {
            RefineOptions refine = options.refine();
            sections.add(new Section(sections.size(), "b", 0, refine.schedule(), refine.objective()));
        }
        JointOptions joint = options.joint();
        sections.add(new Section(sections.size(), "d", 0, joint.schedule(), joint.objective()));
        return sections;
    }

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
