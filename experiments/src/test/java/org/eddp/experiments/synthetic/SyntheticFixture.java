package org.eddp.experiments.synthetic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.experiments.synthetic.SyntheticResults.Baseline;
import org.eddp.experiments.synthetic.SyntheticResults.Estimator;
import org.eddp.experiments.synthetic.SyntheticResults.Learned;
import org.eddp.experiments.synthetic.SyntheticResults.Network;
import org.eddp.experiments.synthetic.SyntheticResults.Settings;
import org.eddp.learning.LearningResult.LossCurve;

/** Made-up results of the size and kind a real run gives. The only place in the tests that builds the records. */
final class SyntheticFixture {
    static final double[][] SIGNALS = {
        {0.6368, 0.8583, 0.5259},
        {0.1561, -0.3371, 0.1561},
        {0.1633, -0.1533, 0.7557},
        {0.2617, 0.1643, -0.1580},
        {0.6226, -0.1607, -0.1643},
        {-0.1759, 0.1607, -0.1594},
        {-0.1592, 0.1531, -0.1567},
        {-0.1760, 0.1554, -0.1612}
    };
    static final double[][] DISTRACTORS = {
        {0.4008, 0.6659},
        {0.4585, 0.6038},
        {0.3337, -0.2065},
        {0.5797, -0.2154},
        {-0.1596, 0.1687},
        {0.2744, 0.1617},
        {0.2232, 0.1567},
        {0.1763, 0.1546}
    };
    private static final int[] MATCH = {1, 0, 2};

    private SyntheticFixture() {}

    /** Everything recovered. */
    static SyntheticResults recovered(long seed) {
        double[] cosine = {0.9951, 0.9987, 0.9923 - 0.001 * seed};
        return results(
                seed,
                learned(1.0, cosine, 0.0473, true),
                learned(1.0, new double[] {0.971, 0.982, 0.958}, 0.1642, false));
    }

    /** The third concept lost. */
    static SyntheticResults failed(long seed) {
        double[] cosine = {0.9912, 0.9874, 0.6127};
        return results(seed, learned(0.713, cosine, 0.4218, false), learned(1.0, cosine, 0.3021, false));
    }

    static SyntheticResults results(long seed, Learned eddp, Learned withoutFso) {
        return new SyntheticResults(
                new Settings(seed, 8, 3, 2, 1, 1000, false, SIGNALS, DISTRACTORS),
                new Network(0.9712, 0.9647, 3),
                new Estimator(new double[] {0.9996, 0.9994, 0.9997}, new double[] {0.8427, 0.9218, 0.8891}),
                eddp,
                withoutFso,
                baselines("two components per concept needed"));
    }

    static SyntheticResults withNote(String note) {
        SyntheticResults base = recovered(0);
        return new SyntheticResults(
                base.settings(), base.network(), base.estimator(), base.eddp(), base.withoutFso(), baselines(note));
    }

    /** Only EDDP was run, one signal vector is missing, nothing was recorded. */
    static SyntheticResults bare() {
        SyntheticResults base = recovered(0);
        Learned some = learned(1, new double[] {0.99, Double.NaN, 0.99}, Double.NaN, false);
        Learned bare = new Learned(
                some.iou(),
                some.match(),
                some.cosine(),
                some.signalRmse(),
                Double.NaN,
                some.filterSignalCosine(),
                some.filterDistractorCosine(),
                false,
                List.of());
        return new SyntheticResults(
                base.settings(), base.network(), base.estimator(), bare, base.withoutFso(), base.baselines());
    }

    /** Half the images, random directions. */
    static SyntheticResults onOtherData() {
        SyntheticResults base = recovered(0);
        return new SyntheticResults(
                new Settings(0, 8, 3, 2, 1, 500, true, SIGNALS, DISTRACTORS),
                base.network(),
                base.estimator(),
                base.eddp(),
                base.withoutFso(),
                base.baselines());
    }

    static Learned learned(double weakestIou, double[] cosine, double rmse, boolean success) {
        double[][] iou = {{0, 1, 0.002}, {1, 0, 0}, {0.004, 0, weakestIou}};
        double[][] signal = {{0.8112, 0.0031, -0.0054}, {-0.0021, 0.8457, 0.0018}, {0.0047, -0.0036, 0.8279}};
        double[][] distractor = {{0.0042, -0.0063}, {-0.0017, 0.0029}, {0.0011, -0.0081}};
        return new Learned(iou, MATCH.clone(), cosine, rmse, 0.0081, signal, distractor, success, curves(weakestIou));
    }

    private static Map<String, Baseline> baselines(String note) {
        double[][] good = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        double[][] poor = {{0.61, 0.22, 0.31}, {0.18, 0.57, 0.12}, {0.29, 0.14, 0.48}};
        int[] match = {0, 1, 2};
        Map<String, Baseline> baselines = new LinkedHashMap<>();
        baselines.put(
                "FastICA",
                new Baseline(good, match, new double[] {0.9979, 0.9962, 0.9941}, "five components, best three kept"));
        baselines.put("PCA", new Baseline(poor, match, new double[] {0.6213, 0.7148, 0.5532}, note));
        baselines.put(
                "NMF", new Baseline(poor, match, new double[] {0.4831, 0.5127, 0.3914}, "cannot hold negative parts"));
        baselines.put("k-means", new Baseline(good, match, new double[] {0.3312, 0.2874, 0.4021}, ""));
        return baselines;
    }

    private static List<LossCurve> curves(double weakestIou) {
        List<LossCurve> curves = new ArrayList<>();
        curves.add(curve("a", "s", null, 1.52, 0.41, 500));
        curves.add(curve("a", "ma", 0.8, 1.9, 0.781, 500));
        curves.add(curve("a", "ic", 0.0, 0.62, 0.0, 500));
        curves.add(curve("a", "mm", 5.0, 5.9, 5.02, 500));
        curves.add(curve("d", "fs", null, 0.83, 0.184, 1000));
        curves.add(curve("d", "cur", null, -0.71, -1.5811, 1000));
        curves.add(curve("d", "ma", 0.5, 1.21, 0.4987, 1000));
        curves.add(curve("d", "ic", 0.0, 0.24, 0.0163, 1000));
        curves.add(curve("d", "eac", 0.0, 0.11, 0.0, 1000));
        curves.add(curve("d", "mm", 15.0, 4.9, 12.4, 1000));
        curves.add(curve("d", "fso", 0.01, 0.317, weakestIou < 1 ? 0.0842 : 0.0099, 1000));
        return curves;
    }

    private static LossCurve curve(String stage, String term, Double target, double first, double last, int steps) {
        int[] at = new int[steps / 2 + 1];
        double[] values = new double[at.length];
        for (int k = 0; k < at.length; k++) {
            at[k] = 2 * k;
            double t = (double) k / (at.length - 1);
            double wobble = 0.02 * (first - last) * Math.sin(40 * t) * (1 - t);
            values[k] = last + (first - last) * (Math.exp(-6 * t) - t * Math.exp(-6)) + wobble;
        }
        return new LossCurve(stage, term, target, at, values, target == null ? null : new double[at.length]);
    }
}
