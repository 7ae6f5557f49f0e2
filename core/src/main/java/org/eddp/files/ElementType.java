package org.eddp.files;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Element types of an array in a file; the names are those of the safetensors format. */
public enum ElementType {
    /** Double precision. */
    F64(8),
    /** Single precision. */
    F32(4),
    /** Signed integers. */
    I64(8);

    private final int bytes;

    ElementType(int bytes) {
        this.bytes = bytes;
    }

    /** Bytes per element in the file. */
    public int bytes() {
        return bytes;
    }

    /** The type of that name, or null. */
    static ElementType named(String name) {
        return Arrays.stream(values())
                .filter(t -> t.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** "F64, F32, I64". */
    static String known() {
        return Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "));
    }
}
