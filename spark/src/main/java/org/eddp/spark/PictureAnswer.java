package org.eddp.spark;

import java.util.List;

/**
 * The answer for one picture.
 *
 * @param values in the order of {@link PictureQuery#types}; empty if there are none
 * @param reason why there are none, or null
 */
record PictureAnswer(List<Object> values, String reason) {
    static PictureAnswer of(Object... values) {
        return new PictureAnswer(List.of(values), null);
    }

    static PictureAnswer none(String reason) {
        return new PictureAnswer(List.of(), reason);
    }
}
