package org.eddp.network.torch.export;

import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.network.torch.TensorLayout;
import tools.jackson.databind.JsonNode;

/** Types and layouts of tensors as an exported program writes them. */
final class TensorInfo {
    private static final int MOST_DIMENSIONS = 8;

    private TensorInfo() {}

    static TensorLayout layout(JsonNode meta) {
        long[] sizes = wholes(meta.path("sizes"));
        long[] strides = wholes(meta.path("strides"));
        if (sizes.length != strides.length) {
            throw new NetworkFailure("its sizes and strides differ in length");
        }
        return new TensorLayout(
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
}
