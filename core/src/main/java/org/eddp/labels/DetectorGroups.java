package org.eddp.labels;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Detectors that are looked at as one: a group is active where any of its members is ("Linear-OR"), and its score is the
 * largest of theirs.
 *
 * @param members indices of the detectors of every group
 */
public record DetectorGroups(List<int[]> members) {
    public DetectorGroups {
        members = List.copyOf(members);
        if (members.stream().anyMatch(group -> group.length == 0)) {
            throw new IllegalArgumentException("a group of detectors must have at least 1 member");
        }
    }

    /** Every detector on its own. */
    public static DetectorGroups single(int detectors) {
        List<int[]> members = new ArrayList<>();
        for (int i = 0; i < detectors; i++) {
            members.add(new int[] {i});
        }
        return new DetectorGroups(members);
    }

    /** Detectors with the same label together, in the order of their first members; those without a label left out. */
    public static DetectorGroups byLabel(Labels labels) {
        Map<Concept, List<Integer>> found = new LinkedHashMap<>();
        for (Labels.DetectorLabel label : labels.detectors()) {
            if (label.concept() != null) {
                found.computeIfAbsent(label.concept(), c -> new ArrayList<>()).add(label.detector());
            }
        }
        return new DetectorGroups(
                found.values().stream().map(DetectorGroups::array).toList());
    }

    private static int[] array(Collection<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The label that the detectors of each group share, for groups made by {@link #byLabel}. */
    public List<Concept> concepts(Labels labels) {
        return members.stream()
                .map(group -> labels.detectors().get(group[0]).concept())
                .toList();
    }

    /** Number of groups. */
    public int count() {
        return members.size();
    }
}
