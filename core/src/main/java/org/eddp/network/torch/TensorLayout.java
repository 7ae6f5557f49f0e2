package org.eddp.network.torch;

import java.util.Arrays;
import java.util.Map;
import org.eddp.files.python.PickledTensor;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;

/**
 * Type and layout of a tensor in a storage.
 *
 * @param type of its elements
 * @param sizes of its dimensions
 * @param strides in elements
 * @param offset of its first element, in elements
 */
public record TensorLayout(ElementType type, long[] sizes, long[] strides, long offset) {
    private static final Map<ElementType, String> STORAGES = Map.of(
            ElementType.FLOAT, "FloatStorage",
            ElementType.DOUBLE, "DoubleStorage",
            ElementType.FLOAT16, "HalfStorage",
            ElementType.BFLOAT16, "BFloat16Storage",
            ElementType.INT64, "LongStorage",
            ElementType.INT32, "IntStorage",
            ElementType.INT16, "ShortStorage",
            ElementType.INT8, "CharStorage",
            ElementType.UINT8, "ByteStorage",
            ElementType.BOOL, "BoolStorage");

    /** The class of PyTorch that holds elements of a type. */
    public static String storage(ElementType type) {
        if (!STORAGES.containsKey(type)) {
            throw new NetworkFailure("PyTorch has no tensors of type " + type);
        }
        return STORAGES.get(type);
    }

    /** The type of an element by PyTorch's number of it. */
    public static ElementType elementType(long torchType) {
        return ElementKind.of(torchType);
    }

    /**
     * The layout of a tensor of a pickle.
     *
     * @throws NetworkFailure if its elements are of a type that networks here do not have
     */
    public static TensorLayout of(PickledTensor tensor) {
        String storage = tensor.storage().type();
        ElementType type = STORAGES.entrySet().stream()
                .filter(entry -> storage.equals("torch." + entry.getValue()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(
                        () -> new NetworkFailure("it has numbers of type " + storage + ", which is not supported"));
        return new TensorLayout(type, tensor.sizes(), tensor.strides(), tensor.offset());
    }

    /**
     * Number of its elements.
     *
     * @throws NetworkFailure if they do not lie within a storage of so many bytes, or are more than an array can hold
     */
    int count(long bytes) {
        long count = 1;
        long last = offset;
        try {
            for (int i = 0; i < sizes.length; i++) {
                count = Math.multiplyExact(count, sizes[i]);
                last = Math.addExact(last, Math.multiplyExact(Math.max(0, sizes[i] - 1), strides[i]));
            }
            Math.multiplyExact(count, type.bytes());
            last = Math.multiplyExact(Math.addExact(last, 1), type.bytes());
        } catch (ArithmeticException e) {
            throw new NetworkFailure("its shape " + Arrays.toString(sizes) + " is larger than any file");
        }
        if ((count > 0 && last > bytes) || count * type.bytes() > Integer.MAX_VALUE - 16) {
            throw new NetworkFailure("shape " + Arrays.toString(sizes) + " needs more than the " + bytes
                    + " bytes there are; the file is damaged or incomplete");
        }
        return (int) count;
    }

    /** Whether its elements lie one after the other. */
    boolean inOrder() {
        long expected = 1;
        for (int i = sizes.length - 1; i >= 0; i--) {
            if (sizes[i] != 1 && strides[i] != expected) {
                return false;
            }
            expected *= sizes[i];
        }
        return true;
    }

    @Override
    public String toString() {
        return type + " " + Arrays.toString(sizes) + " " + Arrays.toString(strides) + " " + offset;
    }
}
