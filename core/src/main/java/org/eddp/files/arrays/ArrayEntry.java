package org.eddp.files.arrays;

import java.util.Arrays;
import org.eddp.failure.InvalidInput;

/**
 * The description of one array in the header of a safetensors file.
 *
 * @param name its name
 * @param type type of its elements
 * @param shape its dimensions
 * @param begin its first byte, counted from the start of the data
 * @param end one past its last byte
 */
record ArrayEntry(String name, NamedArray.ElementType type, long[] shape, long begin, long end) {
    /**
     * Number of elements.
     *
     * @throws BadFormat if the shape is invalid
     */
    long elements() {
        try {
            return Shapes.elements(shape);
        } catch (InvalidInput e) {
            throw BadFormat.damaged(name, e.getMessage());
        }
    }

    String describe() {
        return type + " of shape " + Arrays.toString(shape);
    }

    String offsets() {
        return "data_offsets [" + begin + ", " + end + "]";
    }
}
