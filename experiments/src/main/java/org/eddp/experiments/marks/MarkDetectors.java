package org.eddp.experiments.marks;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.metrics.Firing;
import org.eddp.tensor.Workers;

/**
 * The firing patches of detectors, and the choice of the detectors of a mark. Several patches see different parts of a
 * mark, so several detectors often share it, and none of them finds it alone.
 *
 * @param firing patches of every detector
 */
public record MarkDetectors(List<BitSet> firing) {
    /** A detector must raise the IoU of those before it by this much. */
    private static final double LEAST_RISE = 0.005;

    /** Finds where detectors fire on the patches of a source. */
    public static MarkDetectors of(FeatureSource source, Detectors detectors, Workers workers) {
        return new MarkDetectors(Firing.patches(source, detectors, workers));
    }

    /**
     * The detector that fits best, then, as long as it helps, the one that adds most to those before it. Detectors that
     * fire on fewer than two patches have no signal vector. Together they must not fire on all patches, because some
     * must remain without the mark.
     *
     * @param truth the patches that show the mark
     * @param patches number of all patches
     * @return empty if no detector fires on a patch of the mark
     */
    public int[] choose(BitSet truth, long patches) {
        List<Integer> group = new ArrayList<>();
        BitSet together = new BitSet();
        double reached = 0;
        while (group.size() < firing.size()) {
            int best = -1;
            double most = reached + (group.isEmpty() ? 0 : LEAST_RISE);
            for (int i = 0; i < firing.size(); i++) {
                BitSet both = (BitSet) together.clone();
                both.or(firing.get(i));
                double iou = iou(both, truth);
                boolean usable = firing.get(i).cardinality() > 1 && both.cardinality() < patches;
                if (usable && !group.contains(i) && iou > most) {
                    best = i;
                    most = iou;
                }
            }
            if (best < 0) {
                break;
            }
            group.add(best);
            together.or(firing.get(best));
            reached = most;
        }
        return group.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Patches on which any of a group fires. */
    public BitSet together(int... group) {
        BitSet all = new BitSet();
        for (int i : group) {
            all.or(firing.get(i));
        }
        return all;
    }

    /** Intersection over union; 0 if neither has patches. */
    public static double iou(BitSet detected, BitSet truth) {
        BitSet common = (BitSet) detected.clone();
        common.and(truth);
        BitSet union = (BitSet) detected.clone();
        union.or(truth);
        return union.isEmpty() ? 0 : common.cardinality() / (double) union.cardinality();
    }
}
