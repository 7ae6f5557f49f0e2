package org.eddp.labels;

import java.util.Comparator;

/**
 * A label of pixels in a category. A label that occurs in two categories is two concepts, because images are annotated
 * category by category.
 *
 * @param category for example object, part or colour
 * @param number of the label within its dataset
 * @param name of the label
 */
public record Concept(String category, int number, String name) implements Comparable<Concept> {
    private static final Comparator<Concept> ORDER =
            Comparator.comparingInt(Concept::number).thenComparing(Concept::category);

    @Override
    public int compareTo(Concept other) {
        return ORDER.compare(this, other);
    }
}
