package org.eddp.study.diff;

import java.util.List;
import java.util.stream.Collectors;
import org.eddp.names.Named;

/**
 * A concept of the first run and its match in the second, with concepts that are merged into it or split from it.
 *
 * @param before the matched concept first; empty if only the second run has the concept
 * @param after the same of the second run
 */
public record ComparedConcept(List<Named> before, List<Named> after) {
    public ComparedConcept {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /** Whether a concept of the first run is part of it. */
    public boolean hasBefore(Named concept) {
        return before.contains(concept);
    }

    /** Whether a concept of the second run is part of it. */
    public boolean hasAfter(Named concept) {
        return after.contains(concept);
    }

    /** For example "12 grass + 3 = 7 lawn", or "12 grass (only before)". */
    @Override
    public String toString() {
        if (before.isEmpty()) {
            return joined(after) + " (only after)";
        }
        return joined(before) + (after.isEmpty() ? " (only before)" : " = " + joined(after));
    }

    private static String joined(List<Named> concepts) {
        return concepts.stream().map(Named::toString).collect(Collectors.joining(" + "));
    }
}
