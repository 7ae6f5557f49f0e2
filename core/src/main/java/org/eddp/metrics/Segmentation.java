package org.eddp.metrics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eddp.labels.DetectorLabel;
import org.eddp.labels.Labels;

/**
 * Scores of detectors as segmentations of the concepts they are labelled with, by IoU on the val split.
 *
 * <p>S1 is the integral over all thresholds of the number of detectors whose IoU reaches the threshold: the sum of the
 * IoUs. S2 is the integral of the number of distinct labels of such detectors: the sum, over distinct labels, of the best
 * IoU. A label that occurs in two categories is one label.
 *
 * @param s1 sum of the IoUs
 * @param s2 sum over distinct labels of the best IoU
 * @param meanIou average IoU over all detectors
 * @param interpretable number of detectors above the threshold of {@link Labels}
 * @param uniqueLabels number of distinct labels among them
 */
public record Segmentation(double s1, double s2, double meanIou, int interpretable, int uniqueLabels) {
    /** Of labelled detectors. */
    public static Segmentation of(List<DetectorLabel> detectors) {
        Map<Integer, Double> best = new TreeMap<>();
        Map<Integer, Boolean> interpretable = new TreeMap<>();
        double sum = 0;
        int count = 0;
        for (DetectorLabel label : detectors) {
            if (label.concept() != null) {
                sum += label.valIou();
                best.merge(label.concept().number(), label.valIou(), Math::max);
                if (label.interpretable()) {
                    count++;
                    interpretable.put(label.concept().number(), true);
                }
            }
        }
        double bestSum = best.values().stream().mapToDouble(Double::doubleValue).sum();
        double mean = detectors.isEmpty() ? 0 : sum / detectors.size();
        return new Segmentation(sum, bestSum, mean, count, interpretable.size());
    }
}
