package org.eddp.experiments.marks;

import org.eddp.features.FeatureSource;
import org.eddp.learning.GeneralPreset;
import org.eddp.learning.LearnOptions;

/** How directions are learned from a few hundred pictures with marks: as eddp learn does, with short steps. */
public final class ShortLearning {
    private static final double ENOUGH_PATCHES = 65_536;

    private ShortLearning() {}

    /**
     * The usual options with short steps at a higher rate, and no further rounds: on a few hundred pictures L^fso is
     * not met by learning longer, and a mark is one of the rare concepts that suffer.
     */
    public static LearnOptions options(FeatureSource features, int concepts, long seed) {
        return options(features, concepts, seed, 1);
    }

    /**
     * The same with half of the steps, for benchmarks with many networks. Marks are separated as well: with more steps a mark is
     * divided among more detectors.
     */
    public static LearnOptions brief(FeatureSource features, int concepts, long seed) {
        return options(features, concepts, seed, 2);
    }

    private static LearnOptions options(FeatureSource features, int concepts, long seed, int divisor) {
        LearnOptions usual = GeneralPreset.of(concepts).withSeed(seed).of(features);
        double enough = Math.max(0.2, Math.min(1, features.patches() / ENOUGH_PATCHES));
        LearnOptions.Joint joint = usual.joint();
        return usual.withStart(
                        usual.start().withSchedule(usual.start().schedule().withEpochs(120 / divisor)))
                .withRefine(
                        usual.refine().withSchedule(usual.refine().schedule().withEpochs(120 / divisor)))
                .withJoint(joint.withSchedule(
                                joint.schedule().withEpochs(200 / divisor).withLearningRate(0.01 * enough))
                        .withRounds(0));
    }
}
