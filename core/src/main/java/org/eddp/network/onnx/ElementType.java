package org.eddp.network.onnx;

import org.eddp.tensor.DType;

/** Element types of tensors in ONNX files, with the numbers files use for them. */
public enum ElementType {
    FLOAT(1, 4, true),
    UINT8(2, 1, false),
    INT8(3, 1, false),
    UINT16(4, 2, false),
    INT16(5, 2, false),
    INT32(6, 4, false),
    INT64(7, 8, false),
    BOOL(9, 1, false),
    FLOAT16(10, 2, true),
    DOUBLE(11, 8, true),
    UINT32(12, 4, false),
    UINT64(13, 8, false),
    BFLOAT16(16, 2, true);

    private final int code;
    private final int bytes;
    private final boolean real;

    ElementType(int code, int bytes, boolean real) {
        this.code = code;
        this.bytes = bytes;
        this.real = real;
    }

    /** The number files use. */
    public int code() {
        return code;
    }

    /** Bytes per element. */
    public int bytes() {
        return bytes;
    }

    /** Whether it holds floating-point numbers. */
    public boolean real() {
        return real;
    }

    /** The engine's type that stands for this one; every floating-point type becomes {@code floating}. */
    DType engine(DType floating) {
        return real ? floating : this == BOOL ? DType.BOOL : DType.INT64;
    }

    /** The type of a number in a file, null if this program has no use for it (text, complex numbers, 8-bit floats). */
    static ElementType of(long code) {
        for (ElementType type : values()) {
            if (type.code == code) {
                return type;
            }
        }
        return null;
    }
}
