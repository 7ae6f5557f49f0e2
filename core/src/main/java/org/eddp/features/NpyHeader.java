package org.eddp.features;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The header of an {@code .npy} file, NumPy's format for one array: magic, version 1.0, length, then a Python dictionary
 * with the element type and the shape, padded so that the numbers begin at a multiple of 64 bytes.
 *
 * <p>Files are only read back if they have exactly the header that would be written for the expected array, which makes
 * parsing unnecessary.
 */
final class NpyHeader {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    private static final int ALIGNMENT = 64;

    private NpyHeader() {}

    /** The bytes before the first number of an array in C order. */
    static byte[] of(FeatureExtraction.NumberType type, long... shape) {
        String sizes = Arrays.stream(shape).mapToObj(Long::toString).collect(Collectors.joining(", "));
        String text = "{'descr': '" + type.descriptor() + "', 'fortran_order': False, 'shape': (" + sizes + ",), }";
        int unpadded = MAGIC.length + Short.BYTES + text.length() + 1;
        int padding = (ALIGNMENT - unpadded % ALIGNMENT) % ALIGNMENT;
        byte[] dictionary = (text + " ".repeat(padding) + "\n").getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(unpadded + padding)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(MAGIC)
                .putShort((short) dictionary.length)
                .put(dictionary)
                .array();
    }
}
