package org.eddp.network.torch.export;

import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.network.torch.StoredTensors.TensorLayout;
import tools.jackson.databind.JsonNode;

/** Types and layouts of tensors as an exported program writes them. */
final class TensorInfo {
    private static final int MOST_DIMENSIONS = 8;
    /** The last type in the list of exported programs, which is elsewhere in PyTorch's own. */
    private static final long BFLOAT16 = 13;

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
        return TensorLayout.elementType(torchType(code));
    }

    /** The number of PyTorch for the number of an element type in an exported program. */
    static long torchType(long code) {
        long type = code == BFLOAT16 ? 15 : code - 1;
        TensorLayout.elementType(code > BFLOAT16 ? -1 : type); // refuses types that are not supported
        return type;
    }
}
