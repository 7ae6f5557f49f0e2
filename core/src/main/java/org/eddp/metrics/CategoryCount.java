package org.eddp.metrics;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eddp.labels.DetectorLabel;

/**
 * Interpretable detectors of one category.
 *
 * @param category of their labels
 * @param detectors how many there are
 * @param uniqueLabels distinct labels among them
 */
public record CategoryCount(String category, int detectors, int uniqueLabels) {
    /** One per category that occurs, by name. */
    public static List<CategoryCount> of(List<DetectorLabel> detectors) {
        Map<String, Integer> counts = new TreeMap<>();
        Map<String, Set<Integer>> labels = new TreeMap<>();
        for (DetectorLabel label : detectors) {
            if (label.interpretable()) {
                String category = label.concept().category();
                counts.merge(category, 1, Integer::sum);
                labels.computeIfAbsent(category, c -> new HashSet<>())
                        .add(label.concept().number());
            }
        }
        List<CategoryCount> table = new ArrayList<>();
        counts.forEach((category, count) -> table.add(
                new CategoryCount(category, count, labels.get(category).size())));
        return table;
    }
}
