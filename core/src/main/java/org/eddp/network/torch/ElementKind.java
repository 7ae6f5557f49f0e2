package org.eddp.network.torch;

import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.tensor.DType;

/** PyTorch's numbers of element types, and which type an operation on several of them has. */
final class ElementKind {
    static final long INT32 = 3;
    static final long INT64 = 4;
    static final long FLOAT = 6;
    static final long DOUBLE = 7;
    static final long BOOL = 11;
    private static final long HALF = 5;
    private static final long BFLOAT16 = 15;

    private ElementKind() {}

    static ElementType of(long type) {
        return switch ((int) type) {
            case 0 -> ElementType.UINT8;
            case 1 -> ElementType.INT8;
            case 2 -> ElementType.INT16;
            case 3 -> ElementType.INT32;
            case 4 -> ElementType.INT64;
            case 5 -> ElementType.FLOAT16;
            case 6 -> ElementType.FLOAT;
            case 7 -> ElementType.DOUBLE;
            case 11 -> ElementType.BOOL;
            case 15 -> ElementType.BFLOAT16;
            default ->
                throw new NetworkFailure("element type " + type + " of PyTorch is not supported; export the"
                        + " network in single precision");
        };
    }

    static long of(ElementType type) {
        return switch (type) {
            case UINT8 -> 0;
            case INT8 -> 1;
            case INT16, UINT16 -> 2;
            case INT32, UINT32 -> INT32;
            case INT64, UINT64 -> INT64;
            case FLOAT16 -> HALF;
            case FLOAT -> FLOAT;
            case DOUBLE -> DOUBLE;
            case BOOL -> BOOL;
            case BFLOAT16 -> BFLOAT16;
        };
    }

    static DType engine(long type) {
        return of(type).engine(DType.FLOAT32);
    }

    static boolean real(long type) {
        return of(type).real();
    }

    static boolean bool(long type) {
        return type == BOOL;
    }

    /** Truth values, whole numbers, real numbers. */
    private static int category(long type) {
        return bool(type) ? 0 : real(type) ? 2 : 1;
    }

    /** The type of an operation on tensors of two types. */
    static long promoted(long a, long b) {
        if (a == b || category(a) != category(b)) {
            return category(a) >= category(b) ? a : b;
        }
        if (real(a)) {
            return a == DOUBLE || b == DOUBLE ? DOUBLE : FLOAT; // two different halves become single precision too
        }
        return (a == 0 && b == 1) || (a == 1 && b == 0) ? 2 : Math.max(a, b);
    }

    /** The type of an operation on a tensor and a number; the width of the number does not matter. */
    static long promotedByNumber(long tensor, Object number) {
        int category = number instanceof Boolean ? 0 : number instanceof Double ? 2 : 1;
        if (category <= category(tensor)) {
            return tensor;
        }
        return category == 2 ? FLOAT : INT64;
    }

    /** The type of a number as a tensor. */
    static long ofNumber(Object number) {
        return number instanceof Boolean ? BOOL : number instanceof Double ? FLOAT : INT64;
    }
}
