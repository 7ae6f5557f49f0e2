package org.eddp.tensor;

import org.bytedeco.pytorch.global.torch.ScalarType;

/** Element types of a {@link Tensor}. */
public enum DType {
    /** Single precision: the default for features and tiles. */
    FLOAT32(ScalarType.Float, 4),
    /** Half precision: features on disk only; converted before anything is computed. */
    FLOAT16(ScalarType.Half, 2),
    /** Double precision: reference computations. */
    FLOAT64(ScalarType.Double, 8),
    /** Indices. */
    INT64(ScalarType.Long, 8),
    /** Truth values, as comparisons give them. */
    BOOL(ScalarType.Bool, 1);

    final ScalarType torch;
    private final int bytes;

    DType(ScalarType torch, int bytes) {
        this.torch = torch;
        this.bytes = bytes;
    }

    /** Bytes per element. */
    public int bytes() {
        return bytes;
    }

    static DType of(ScalarType type) {
        for (DType d : values()) {
            if (d.torch.value == type.value) {
                return d;
            }
        }
        throw new IllegalArgumentException("unsupported element type " + type + "; convert it first");
    }
}
