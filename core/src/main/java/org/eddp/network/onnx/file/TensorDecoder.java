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

    /** @param floating type that real numbers are converted to */
    static Tensor decode(OnnxTensor source, DType floating) {
        OnnxTensor checked = source.checked();
        ElementType type = checked.type();
        ByteBuffer data = checked.data();
        if (!type.real()) {
            return whole(type, data, checked.dims());
        }
        Tensor out = Tensor.empty(
                switch (type) {
                    case DOUBLE -> DType.FLOAT64;
                    case FLOAT16 -> DType.FLOAT16;
                    default -> DType.FLOAT32;
                },
                checked.dims());
        if (type == ElementType.BFLOAT16) { // the upper half of a number of single precision
            FloatBuffer into = buffer(out).asFloatBuffer();
            while (data.hasRemaining()) {
                into.put(Float.intBitsToFloat(data.getShort() << 16));
            }
        } else {
            buffer(out).put(data);
        }
        return out.to(floating);
    }

    private static ByteBuffer buffer(Tensor tensor) {
        return tensor.count() == 0 ? ByteBuffer.allocate(0) : tensor.bytes().order(ByteOrder.LITTLE_ENDIAN);
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
}
