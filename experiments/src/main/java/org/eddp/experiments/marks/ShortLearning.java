package org.eddp.experiments.marks;

import org.eddp.features.FeatureSource;
import org.eddp.learning.GeneralPreset;
import org.eddp.learning.LearnOptions;

/** How directions are learned from a few hundred pictures with marks: as eddp learn does, with short steps. */
public final class ShortLearning {
    private static final double ENOUGH_PATCHES = 65_536;

    private ShortLearning() {}

    /**
     * The usual options with short steps at a higher rate, and no further rounds: on a few hundred pictures L^fso is not met by
     * learning longer, and a mark is one of the rare concepts that its price falls on.
     */
    public static LearnOptions options(FeatureSource features, int concepts, long seed) {
        LearnOptions usual = new GeneralPreset(concepts).withSeed(seed).of(features);
        double enough = Math.max(0.2, Math.min(1, features.patches() / ENOUGH_PATCHES));
        LearnOptions.Joint joint = usual.joint();
        return new LearnOptions(
                usual.concepts(),
                usual.losses(),
                usual.start().withSchedule(usual.start().schedule().withEpochs(120)),
                usual.refine().withSchedule(usual.refine().schedule().withEpochs(120)),
                new LearnOptions.Joint(
                        joint.schedule().withEpochs(200).withRate(0.01 * enough),
                        joint.objective(),
                        joint.subsampling(),
                        joint.momentDecay()),
                usual.activation(),
                usual.seed(),
                usual.tileElements());
    }
}
