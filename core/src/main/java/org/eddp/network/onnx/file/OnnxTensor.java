package org.eddp.network.onnx.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/**
 * A tensor in a file.
 *
 * @param name empty inside attributes
 * @param typeCode number of its element type; see {@link ElementType}
 * @param dims lengths of its dimensions
 * @param data content, little-endian in the width of its type; empty while it is in another file
 * @param external where content outside the file is (location, offset, length), empty if it is inside
 * @param rest fields this program has no use for, as they were
 */
public record OnnxTensor(
        String name, int typeCode, long[] dims, ByteBuffer data, Map<String, String> external, byte[] rest) {

    /** A tensor of single precision. */
    public static OnnxTensor of(String name, float[] values, long... dims) {
        ByteBuffer data = buffer(values.length * 4);
        data.asFloatBuffer().put(values);
        return of(name, ElementType.FLOAT, data, dims);
    }

    /** A tensor of whole numbers. */
    public static OnnxTensor of(String name, long[] values, long... dims) {
        ByteBuffer data = buffer(values.length * 8);
        data.asLongBuffer().put(values);
        return of(name, ElementType.INT64, data, dims);
    }

    /** A tensor of truth values. */
    public static OnnxTensor of(String name, boolean[] values, long... dims) {
        ByteBuffer data = buffer(values.length);
        for (int i = 0; i < values.length; i++) {
            data.put(i, (byte) (values[i] ? 1 : 0));
        }
        return of(name, ElementType.BOOL, data, dims);
    }

    /** A tensor of this content, little-endian. */
    public static OnnxTensor of(String name, ElementType type, ByteBuffer data, long... dims) {
        return new OnnxTensor(name, type.code(), dims, data, Map.of(), new byte[0]).checked();
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The content, from its beginning, little-endian. Read-only. */
    @Override
    public ByteBuffer data() {
        return data.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The same tensor with its content inside. */
    OnnxTensor with(ByteBuffer content) {
        return new OnnxTensor(name, typeCode, dims, content, Map.of(), rest);
    }

    /** Type of its elements. */
    public ElementType type() {
        ElementType type = ElementType.of(typeCode);
        if (type == null) {
            throw new NetworkFailure("tensor " + title() + " has elements of type " + typeCode
                    + ", which are neither real nor whole numbers; export the network in single precision");
        }
        return type;
    }

    /** Number of bytes that its shape requires. */
    long expectedBytes() {
        long count = 1;
        try {
            for (long length : dims) {
                if (length < 0) {
                    throw new NetworkFailure(
                            "tensor " + title() + " has the shape " + Arrays.toString(dims) + "; the file is damaged");
                }
                count = Math.multiplyExact(count, length);
            }
            return Math.multiplyExact(count, type().bytes());
        } catch (ArithmeticException e) {
            throw new NetworkFailure("tensor " + title() + " has the shape " + Arrays.toString(dims)
                    + ", more than any file can hold; the file is damaged");
        }
    }

    /** This tensor, if its content is as long as its shape says. */
    public OnnxTensor checked() {
        long expected = expectedBytes();
        if (data.remaining() != expected) {
            throw new NetworkFailure("tensor " + title() + " of shape " + Arrays.toString(dims) + " needs " + expected
                    + " bytes and has " + data.remaining() + "; the file is damaged or incomplete");
        }
        return this;
    }

    /** The tensor in the engine; real numbers become {@code floating}, whole numbers 64 bits wide. */
    public Tensor decode(DType floating) {
        return TensorDecoder.decode(this, floating);
    }

    private String title() {
        return name.isEmpty() ? "in an attribute" : "'" + name + "'";
    }

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
        public DType engine(DType floating) {
            return real ? floating : this == BOOL ? DType.BOOL : DType.INT64;
        }

        /** The type of a number in a file, null if this program has no use for it (text, complex numbers, 8-bit floats). */
        public static ElementType of(long code) {
            for (ElementType type : values()) {
                if (type.code == code) {
                    return type;
                }
            }
            return null;
        }
    }
}
