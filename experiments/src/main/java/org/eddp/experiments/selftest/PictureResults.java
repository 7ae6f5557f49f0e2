package org.eddp.experiments.selftest;

import java.util.ArrayList;
import java.util.List;
import org.eddp.health.SelfTest.Agreement;
import org.eddp.health.SelfTest.Scores;
import org.eddp.math.Median;

/** The results of one set of detectors on pictures. */
final class PictureResults {
    private final List<double[]> predicted = new ArrayList<>();
    private final List<double[]> moved = new ArrayList<>();
    private final List<double[]> covered = new ArrayList<>();
    private final List<Double> controls = new ArrayList<>();
    private int noticed;

    /** The changes of the logits of two classes by a mark, each as a pair of the true and the explained change. */
    void addMark(double[] ofPredicted, double[] ofMoved, boolean isNoticed) {
        predicted.add(ofPredicted);
        moved.add(ofMoved);
        noticed += isNoticed ? 1 : 0;
    }

    /** A place was covered. */
    void addCovered(double fall, double contribution, double control) {
        covered.add(new double[] {fall, contribution});
        controls.add(control);
    }

    void add(PictureResults other) {
        predicted.addAll(other.predicted);
        moved.addAll(other.moved);
        covered.addAll(other.covered);
        controls.addAll(other.controls);
        noticed += other.noticed;
    }

    Scores scores() {
        int larger = 0;
        for (int n = 0; n < covered.size(); n++) {
            larger += covered.get(n)[0] > controls.get(n) ? 1 : 0;
        }
        return new Scores(
                agreement(predicted),
                agreement(moved),
                (double) noticed / Math.max(1, moved.size()),
                agreement(covered),
                Median.orZero(controls.stream().mapToDouble(Double::doubleValue).toArray()),
                (double) larger / Math.max(1, covered.size()));
    }

    private static Agreement agreement(List<double[]> pairs) {
        return Agreement.of(
                pairs.stream().mapToDouble(pair -> pair[0]).toArray(),
                pairs.stream().mapToDouble(pair -> pair[1]).toArray());
    }
}
