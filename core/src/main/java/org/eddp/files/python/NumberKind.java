package org.eddp.files.python;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.eddp.files.arrays.HalfPrecision;

/** Kinds of numbers in files, all read as doubles. */
enum NumberKind {
    /** Double precision. */
    DOUBLE(8, (bytes, i) -> bytes.getDouble(8 * i)),
    /** Single precision. */
    FLOAT(4, (bytes, i) -> bytes.getFloat(4 * i)),
    /** Half precision. */
    HALF(2, (bytes, i) -> HalfPrecision.toDouble(bytes.getShort(2 * i))),
    /** The upper half of single precision. */
    BFLOAT16(2, (bytes, i) -> Float.intBitsToFloat(bytes.getShort(2 * i) << 16)),
    /** Whole numbers of eight bytes. */
    LONG(8, (bytes, i) -> bytes.getLong(8 * i)),
    /** Whole numbers of four bytes. */
    INT(4, (bytes, i) -> bytes.getInt(4 * i)),
    /** Whole numbers of two bytes. */
    SHORT(2, (bytes, i) -> bytes.getShort(2 * i)),
    /** Whole numbers of one byte. */
    BYTE(1, (bytes, i) -> bytes.get(i)),
    /** Whole numbers from 0 to 255, and truth values. */
    UNSIGNED_BYTE(1, (bytes, i) -> bytes.get(i) & 0xff);

    private interface Reader {
        double at(ByteBuffer bytes, int index);
    }

    private final int bytes;
    private final Reader reader;

    NumberKind(int bytes, Reader reader) {
        this.bytes = bytes;
        this.reader = reader;
    }

    int bytes() {
        return bytes;
    }

    double at(ByteBuffer buffer, int index) {
        return reader.at(buffer, index);
    }

    /** The first numbers of a buffer. */
    double[] read(ByteBuffer buffer, int count) {
        double[] values = new double[count];
        Arrays.setAll(values, i -> reader.at(buffer, i));
        return values;
    }

    /**
     * Number of elements of a shape.
     *
     * @throws Damaged if it is negative or more than an array can hold
     */
    static long count(String name, long[] shape) {
        long product = 1;
        for (long length : shape) {
            if (length < 0 || length > Integer.MAX_VALUE || product * length > Integer.MAX_VALUE - 64) {
                throw new Damaged("array '" + name + "' has the shape " + Arrays.toString(shape)
                        + ", which no array here can have");
            }
            product *= length;
        }
        return product;
    }

    /** Values that stand column-major in a file. */
    static double[] rowMajor(double[] values, long[] shape) {
        double[] result = new double[values.length];
        long[] index = new long[shape.length];
        for (int to = 0; to < result.length; to++) {
            int from = 0;
            for (int d = shape.length - 1; d >= 0; d--) {
                from = (int) (from * shape[d] + index[d]);
            }
            result[to] = values[from];
            for (int d = shape.length - 1; d >= 0 && ++index[d] == shape[d]; d--) {
                index[d] = 0;
            }
        }
        return result;
    }
}
