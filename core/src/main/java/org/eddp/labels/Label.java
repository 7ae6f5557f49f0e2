package org.eddp.labels;

import java.util.List;
import java.util.Map;

/**
 * Something that can be seen in a picture.
 *
 * @param number what masks call it, 1 .. 65535
 * @param name what people call it
 * @param categories the categories it occurs in, each with the number of pictures in which it does (0 if not known)
 * @param frequency number of pictures that show it, 0 if not known
 * @param coverage sum over pictures of the share of pixels that show it, 0 if not known
 * @param synonyms other names
 */
public record Label(
        int number,
        String name,
        Map<String, Integer> categories,
        int frequency,
        double coverage,
        List<String> synonyms) {
    /** Largest number that a mask can hold. */
    public static final int LARGEST = 0xffff;

    public Label {
        if (number < 1 || number > LARGEST) {
            throw new IllegalArgumentException("label number " + number + " must be from 1 to " + LARGEST);
        }
    }

    /** A label of one category, of which nothing has been counted. */
    public static Label of(int number, String name, String category) {
        return new Label(number, name, Map.of(category, 0), 0, 0, List.of());
    }
}
