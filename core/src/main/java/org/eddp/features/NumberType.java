package org.eddp.features;

import org.eddp.tensor.DType;

/** How numbers are stored in a feature set. */
public enum NumberType {
    /** Single precision. */
    FLOAT32("<f4", DType.FLOAT32),
    /** Half precision: half the disk, three significant digits. */
    FLOAT16("<f2", DType.FLOAT16);

    private final String descriptor;
    private final DType stored;

    NumberType(String descriptor, DType stored) {
        this.descriptor = descriptor;
        this.stored = stored;
    }

    /** NumPy's name: little-endian and size. */
    String descriptor() {
        return descriptor;
    }

    DType stored() {
        return stored;
    }

    int bytes() {
        return stored.bytes();
    }
}
