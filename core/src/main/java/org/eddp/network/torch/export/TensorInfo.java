package org.eddp.network.torch.export;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import tools.jackson.databind.JsonNode;

/**
 * Type and layout of a stored tensor.
 *
 * @param type of its elements
 * @param sizes of its dimensions
 * @param strides in elements
 * @param offset of its first element, in elements
 */
record TensorInfo(ElementType type, long[] sizes, long[] strides, long offset) {
    private static final int MOST_DIMENSIONS = 8;

    static TensorInfo of(JsonNode meta) {
        long[] sizes = wholes(meta.path("sizes"));
        long[] strides = wholes(meta.path("strides"));
        if (sizes.length != strides.length) {
            throw new NetworkFailure("its sizes and strides differ in length");
        }
        return new TensorInfo(
                element(meta.path("dtype").asLong(0)), sizes, strides, whole(meta.path("storage_offset")));
    }

    private static long[] wholes(JsonNode list) {
        if (!list.isArray() || list.size() > MOST_DIMENSIONS) {
            throw new NetworkFailure("it has no shape of at most " + MOST_DIMENSIONS + " dimensions");
        }
        long[] values = new long[list.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = whole(list.get(i));
        }
        return values;
    }

    private static long whole(JsonNode number) {
        JsonNode value = number.isObject() ? number.path("as_int") : number;
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < 0) {
            throw new NetworkFailure("its shape is not made of whole numbers");
        }
        return value.asLong();
    }

    /** The element type of a number in an exported program. */
    static ElementType element(long code) {
        return switch ((int) code) {
            case 1 -> ElementType.UINT8;
            case 2 -> ElementType.INT8;
            case 3 -> ElementType.INT16;
            case 4 -> ElementType.INT32;
            case 5 -> ElementType.INT64;
            case 6 -> ElementType.FLOAT16;
            case 7 -> ElementType.FLOAT;
            case 8 -> ElementType.DOUBLE;
            case 12 -> ElementType.BOOL;
            case 13 -> ElementType.BFLOAT16;
            default ->
                throw new NetworkFailure("element type " + code
                        + " of an exported program is not supported; export the network in single precision");
        };
    }

    /** The number of PyTorch for the number of an element type in an exported program. */
    static long torchType(long code) {
        element(code);
        return code == 13 ? 15 : code - 1;
    }

    /** The tensor, its elements read from their storage; not copied where they lie in order. */
    OnnxTensor read(String name, ByteBuffer storage) {
        long count = 1;
        long last = offset;
        try {
            for (int i = 0; i < sizes.length; i++) {
                count = Math.multiplyExact(count, sizes[i]);
                last = Math.addExact(last, Math.multiplyExact(Math.max(0, sizes[i] - 1), strides[i]));
            }
            Math.multiplyExact(count, type.bytes());
            Math.multiplyExact(Math.addExact(last, 1), type.bytes());
        } catch (ArithmeticException e) {
            throw new NetworkFailure("its shape " + Arrays.toString(sizes) + " is larger than any file");
        }
        int width = type.bytes();
        if ((count > 0 && (last + 1) * width > storage.remaining()) || count * width > Integer.MAX_VALUE - 16) {
            throw new NetworkFailure("shape " + Arrays.toString(sizes) + " needs more than the " + storage.remaining()
                    + " bytes there are; the file is damaged or incomplete");
        }
        ByteBuffer data = count == 0
                ? ByteBuffer.allocate(0)
                : inOrder()
                        ? storage.slice(storage.position() + (int) (offset * width), (int) (count * width))
                        : gathered(storage, (int) count, width);
        return new OnnxTensor(name, type.code(), sizes, data.order(ByteOrder.LITTLE_ENDIAN), Map.of(), new byte[0])
                .checked();
    }

    private boolean inOrder() {
        long expected = 1;
        for (int i = sizes.length - 1; i >= 0; i--) {
            if (sizes[i] != 1 && strides[i] != expected) {
                return false;
            }
            expected *= sizes[i];
        }
        return true;
    }

    private ByteBuffer gathered(ByteBuffer storage, int count, int width) {
        if ((long) count * width > storage.remaining() * 64L) { // a few numbers repeated without end
            throw new NetworkFailure("shape " + Arrays.toString(sizes) + " repeats the same numbers too often");
        }
        ByteBuffer data = ByteBuffer.allocate(count * width);
        int[] place = new int[sizes.length];
        byte[] element = new byte[width];
        for (int i = 0; i < count; i++) {
            long at = offset;
            for (int k = 0; k < place.length; k++) {
                at += place[k] * strides[k];
            }
            storage.get(storage.position() + (int) (at * width), element);
            data.put(element);
            for (int k = place.length - 1; k >= 0 && ++place[k] == sizes[k]; k--) {
                place[k] = 0;
            }
        }
        return data.flip();
    }
}
