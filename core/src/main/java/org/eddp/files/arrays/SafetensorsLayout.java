package org.eddp.files.arrays;

import java.util.Comparator;
import java.util.List;

/** Checks that the arrays of a header fill the data exactly, before any memory is taken for them. */
final class SafetensorsLayout {
    /** The longest array a Java virtual machine promises to allocate. */
    private static final int LONGEST = Integer.MAX_VALUE - 8;

    private SafetensorsLayout() {}

    /**
     * The arrays in the order of their data.
     *
     * @param dataBytes length of the data in the file
     * @param memory bytes that the arrays may take
     * @throws BadFormat if they do not fill the data exactly, or are too large
     */
    static List<ArrayEntry> inOrder(List<ArrayEntry> arrays, long dataBytes, long memory) {
        List<ArrayEntry> sorted = arrays.stream()
                .sorted(Comparator.comparingLong(ArrayEntry::begin).thenComparingLong(ArrayEntry::end))
                .toList();
        for (ArrayEntry array : arrays) {
            checkAlone(array, dataBytes);
        }
        long next = 0;
        for (ArrayEntry array : sorted) {
            if (array.begin() != next) {
                throw BadFormat.damaged(
                        array.name(),
                        array.offsets() + (array.begin() < next ? " overlap" : " leave a hole after")
                                + " the data before, which ends at byte " + next);
            }
            next = array.end();
        }
        if (next != dataBytes) {
            throw BadFormat.damaged("the arrays end at byte " + next + " of the data, the file has " + dataBytes
                    + " bytes of data: " + (dataBytes - next) + " bytes too many");
        }
        checkMemory(arrays, memory);
        return sorted;
    }

    private static void checkAlone(ArrayEntry array, long dataBytes) {
        long elements = array.elements();
        if (array.begin() < 0 || array.begin() > array.end()) {
            throw BadFormat.damaged(
                    array.name(), array.offsets() + " are not a range: they begin before 0 or end before they begin");
        }
        if (array.end() > dataBytes) {
            throw BadFormat.damaged(
                    array.name(), array.offsets() + " go beyond the " + dataBytes + " bytes of data in the file");
        }
        long bytes = array.end() - array.begin();
        // Compared by division: elements * bytes could wrap around to the expected number.
        if (bytes % array.type().bytes() != 0 || bytes / array.type().bytes() != elements) {
            throw BadFormat.damaged(
                    array.name(),
                    array.offsets() + " hold " + bytes + " bytes, " + array.describe() + " needs " + elements + " x "
                            + array.type().bytes());
        }
        if (elements > LONGEST) {
            throw BadFormat.unsupported(
                    "array '" + array.name() + "' has " + elements + " elements, this program holds at most " + LONGEST,
                    "split the array");
        }
    }

    private static void checkMemory(List<ArrayEntry> arrays, long memory) {
        long needed = 0;
        for (ArrayEntry array : arrays) {
            needed += array.elements() * Double.BYTES;
        }
        if (needed > memory) {
            throw BadFormat.unsupported(
                    "its arrays need " + needed + " bytes of memory, Java may use " + memory,
                    "allow more with the Java option -Xmx");
        }
    }
}
