package org.eddp.network.onnx.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/**
 * Tensors of files in the engine: real numbers of any width become single precision, whole numbers become 64 bits wide.
 */
final class TensorDecoder {
    private TensorDecoder() {}

    /** @param floating what real numbers become */
    static Tensor decode(OnnxTensor source, DType floating) {
        OnnxTensor checked = source.checked();
        ElementType type = checked.type();
        ByteBuffer data = checked.data();
        if (!type.real()) {
            return whole(type, data, checked.dims());
        }
        if (type == ElementType.DOUBLE) {
            Tensor out = Tensor.empty(DType.FLOAT64, checked.dims());
            fill(out, data);
            return out.to(floating);
        }
        Tensor out = Tensor.empty(DType.FLOAT32, checked.dims());
        if (type == ElementType.FLOAT) {
            fill(out, data);
        } else {
            FloatBuffer into = buffer(out).asFloatBuffer();
            while (data.hasRemaining()) {
                short bits = data.getShort();
                into.put(type == ElementType.FLOAT16 ? half(bits) : Float.intBitsToFloat(bits << 16));
            }
        }
        return out.to(floating);
    }

    private static ByteBuffer buffer(Tensor tensor) {
        return tensor.count() == 0 ? ByteBuffer.allocate(0) : tensor.bytes().order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void fill(Tensor tensor, ByteBuffer data) {
        buffer(tensor).put(data);
    }

    private static Tensor whole(ElementType type, ByteBuffer data, long[] dims) {
        if (type == ElementType.BOOL) {
            Tensor out = Tensor.empty(DType.BOOL, dims);
            ByteBuffer into = buffer(out);
            while (data.hasRemaining()) {
                into.put((byte) (data.get() == 0 ? 0 : 1));
            }
            return out;
        }
        Tensor out = Tensor.empty(DType.INT64, dims);
        LongBuffer into = buffer(out).asLongBuffer();
        while (data.hasRemaining()) {
            into.put(
                    switch (type) {
                        case UINT8 -> data.get() & 0xff;
                        case INT8 -> data.get();
                        case UINT16 -> data.getShort() & 0xffff;
                        case INT16 -> data.getShort();
                        case UINT32 -> data.getInt() & 0xffffffffL;
                        case INT32 -> data.getInt();
                        default -> data.getLong();
                    });
        }
        return out;
    }

    /** Half precision: 1 bit sign, 5 bits exponent, 10 bits fraction. */
    static float half(short bits) {
        int exponent = bits >> 10 & 0x1f;
        int fraction = bits & 0x3ff;
        float size = switch (exponent) {
            case 0 -> fraction * 0x1p-24f;
            case 0x1f -> fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
            default -> Float.intBitsToFloat(exponent + 112 << 23 | fraction << 13);
        };
        return bits < 0 ? -size : size;
    }
}
